--TEST--
forceRelease() by the holder itself is no loss, however close to an extend
--INI--
redislock.report_lost=1
log_errors=1
error_log=
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

// An extend is sent 50 ms behind each acquire.
$lock = new RedisLock(test_key(), 0.15, $redis->address(), autoRenew: true);
$losses = fn (): int => RedisLock::stats()['lost'];
$lost = 0;
for ($forced = 0; $forced < 60;) {
    [$before, $start] = [$losses(), hrtime(true)];
    while (!$lock->acquire()) {
    }
    usleep(random_int(49_500, 50_800));
    $lock->forceRelease();
    $inTime = hrtime(true) - $start < 1e8;
    // The answer to an extend that was on its way has come by then.
    usleep(20_000);
    // On a machine that does something else the ttl may really have run out.
    if ($inTime) {
        $forced++;
        $lost += $losses() - $before;
    }
}
unset($lock);
var_dump($lost);
--EXPECT--
int(0)
