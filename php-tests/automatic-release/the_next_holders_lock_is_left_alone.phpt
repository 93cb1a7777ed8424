--TEST--
An object that lost its lock without knowing leaves the next holder's lock alone when it goes
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();
$keys = [test_key('-unset'), test_key('-function'), test_key('-global')];

$script = $redis->background(with_key(<<<'PHP'
    function work(): void
    {
        global $unset;
        $lock = new RedisLock(KEY . '-function', 600);
        var_dump($lock->acquire());
        echo "all are held\n";
        fgets(STDIN);
        unset($unset);
        trigger_error('no way on', E_USER_ERROR);
    }
    $unset = new RedisLock(KEY . '-unset', 600);
    $global = new RedisLock(KEY . '-global', 600);
    var_dump($unset->acquire(), $global->acquire());
    work();
    PHP), quiet());
$script->waitForLine('all are held');
array_map(fn (string $key): mixed => $redis->call('SET', $key, 'of-another', 'EX', '600'), $keys);
$script->say();
describe_ending($redis, $script->wait());
echo implode(' ', $redis->call('MGET', ...$keys)), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
all are held
Fatal error: no way on
exit code 255, locks left: 3
of-another of-another of-another
