<?php
// Owns what the lines of a random program are made with: classes of odd values, what happens around a program, and places.
// Does not watch what comes of it (stage.php).
// Called by the programs that script.php writes; what they call is named in script.php and values.php.

declare(strict_types=1);

final class Thrown extends Exception
{
}

class Text
{
    public function __construct(private readonly string $text)
    {
    }

    public function __toString(): string
    {
        return $this->text;
    }

    public function __invoke(mixed ...$arguments): int
    {
        return count($arguments);
    }
}

final class Thrower
{
    public function __toString(): string
    {
        throw new Thrown('from __toString');
    }
}

/** Changes what an argument's reader relies on. */
final class Meddler
{
    public function __toString(): string
    {
        global $locks, $reference;
        $locks[array_rand($locks)] = null;
        foreach ($locks as $lock) {
            $lock?->release();
        }
        $reference = [];

        return 'k0';
    }
}

enum E
{
    case One;
}

/** What var_dump() and print_r() show. */
function shown(mixed $value): void
{
    ob_start();
    var_dump($value);
    print_r($value);
    lookForSecrets(ob_get_clean());
}

function debug_zval(mixed $value): void
{
    ob_start();
    debug_zval_refcount($value);
    lookForSecrets(ob_get_clean());
}

function each(mixed $value): void
{
    foreach ($value as $name => $field) {
        finding("a field $name");
    }
}

function hold(mixed $value): void
{
    $GLOBALS['cycle'][] = [$value, &$GLOBALS['cycle']];
}

function forget(): void
{
    global $locks, $cycle;
    $locks[array_rand($locks)] = null;
    $cycle = [];
    gc_collect_cycles();
}

/** Calls from within a generator. */
function inside(callable $call): mixed
{
    $generator = (function () use ($call) {
        yield $call();
    })();

    return $generator->current();
}

/** Calls in a fiber, which may be suspended in there; it then goes on, gets an exception, or is left alone. */
function fiber(callable $call): mixed
{
    static $count = 0;
    $fiber = new Fiber($call);
    $fiber->start();
    match ($fiber->isTerminated() ? 0 : ++$count % 3) {
        0 => null,
        1 => $fiber->resume(1),
        2 => $fiber->throw(new Thrown('into a fiber')),
    };

    return $fiber->isTerminated() ? $fiber->getReturn() : null;
}

function redis(string ...$words): mixed
{
    static $connection = null;
    if ($connection === null || $connection->pid !== getmypid() || $connection->isClosed()) {
        $connection = new RedisConnection((int) $GLOBALS['servers']['port']);
    }

    return $connection->ask(...$words);
}

/** Sends this process a signal in some milliseconds. */
function later(): void
{
    if (!extension_loaded('pcntl') || !extension_loaded('posix')) {
        return;
    }
    $parent = getmypid();
    if (pcntl_fork() === 0) {
        usleep(mt_rand(200, 6000));
        posix_kill($parent, SIGUSR1);
        // Without the end of a PHP process, in which its copies of locks would play a part.
        posix_kill(getmypid(), SIGKILL);
    }
}

/** Has all signals come, for no handler runs while PHP ends, and Redis be as it was: what comes now is uncaught. */
function settle(): void
{
    redis('CONFIG', 'SET', 'maxmemory', '0');
    redis('FLUSHALL');
    foreach (['prefix', 'label', 'ttl'] as $setting) {
        ini_restore("redislock.$setting");
    }
    while (extension_loaded('pcntl') && pcntl_waitpid(-1, $status) > 0) {
    }
}

/** What the signal's handler does from now on. */
function handler(string $does): void
{
    Watch::$handler = $does;
}

/** A child in which nothing of its parent's is held, and which ends as any process does. */
function forked(): void
{
    global $locks;
    if (!extension_loaded('pcntl')) {
        return;
    }
    $states = array_map(fn (?RedisLock $lock): bool => $lock !== null && str_starts_with($lock->token(), 'r'), $locks);
    $child = pcntl_fork();
    if ($child > 0) {
        pcntl_waitpid($child, $status);
        if (pcntl_wifsignaled($status) && pcntl_wtermsig($status) !== SIGUSR1) {
            finding('a forked child was ended by signal ' . pcntl_wtermsig($status));
        }

        return;
    }
    foreach ($locks as $n => $lock) {
        try {
            if ($states[$n] && !str_starts_with($lock->token(), 'rl_0123') && ($lock->release() || $lock->extend() || $lock->isHeld())) {
                finding('a forked child holds what its parent holds');
            }
        } catch (Throwable $thrown) {
            caught($thrown);
        }
    }
    exit(0);
}

function server(string $after = ''): string
{
    return $GLOBALS['servers']['server'] . $after;
}

function unix(): string
{
    return $GLOBALS['servers']['unix'];
}

function quorum(): array
{
    return $GLOBALS['servers']['quorum'];
}

function sentinels(): string
{
    return $GLOBALS['servers']['sentinels'];
}

function cluster(): string
{
    return $GLOBALS['servers']['cluster'];
}

/** As a user that this server does not know. */
function secretive(): string
{
    return str_replace('://', '://u:s3cr3t@', server());
}

function refused(): string
{
    return 'redis://u:s3cr3t@127.0.0.1:' . $GLOBALS['servers']['refused'];
}

function silent(): string
{
    static $port = null;

    return 'redis://:s3cr3t@127.0.0.1:' . ($port ??= silent_port());
}
