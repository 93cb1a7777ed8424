<?php
// Has every wait of a script go by a callable that blocks in stream_select(), as long as it is told to: with it a test must end as without.
// Called in front of every script of the phpt tests by php-tests/run, where REDISLOCK_TEST_WAIT is "select".

declare(strict_types=1);

// Some scripts start PHP without the extension.
class_exists('RedisLock', false) && RedisLock::waitUsing(static function (mixed $stream, bool $write, float $seconds): void {
    if ($stream === null) {
        usleep((int) ($seconds * 1e6));

        return;
    }
    [$read, $written, $except] = [$write ? [] : [$stream], $write ? [$stream] : [], []];
    // A signal ends it, with a warning that no handler of the script's is to see.
    set_error_handler(static fn (): bool => true);
    try {
        stream_select($read, $written, $except, (int) $seconds, (int) (fmod($seconds, 1) * 1e6));
    } finally {
        restore_error_handler();
    }
});
