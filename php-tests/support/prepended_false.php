<?php
// Has every wait of a script ask a callable that cannot suspend: with it a test must end as without.
// Called in front of every script of the phpt tests by php-tests/run, where REDISLOCK_TEST_WAIT is "false".

declare(strict_types=1);

// Some scripts start PHP without the extension.
class_exists('RedisLock', false) && RedisLock::waitUsing(static fn (): bool => false);
