--TEST--
A process that a signal ends leaves its lock to the ttl, as documented
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

foreach (['TERM', 'INT', 'KILL'] as $signal) {
    $script = $redis->background(with_key(<<<'PHP'
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        echo "held\n";
        fgets(STDIN);
        PHP), quiet());
    $script->waitForLine('held');
    $script->kill($signal);
    describe_ending($redis, $script->wait());
    $left = $redis->call('PTTL', test_key());
    var_dump($left > 500_000 && $left <= 600_000);
    $redis->call('DEL', test_key());
}
--EXPECT--
bool(true)
held
ended by signal 15, locks left: 1
bool(true)
bool(true)
held
ended by signal 2, locks left: 1
bool(true)
bool(true)
held
ended by signal 9, locks left: 1
bool(true)
