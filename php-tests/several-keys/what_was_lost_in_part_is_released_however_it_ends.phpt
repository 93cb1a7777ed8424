--TEST--
A list that lost one key is lost; what is left of it goes with release(), the object, the next acquire() or the script
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';


$redis = RedisServer::start();
$keys = [test_key('a'), test_key('b'), test_key('c')];
$lost = function () use ($redis, $keys): RedisLock {
    $lock = new RedisLock($keys, 600, $redis->address());
    $lock->acquire();
    $redis->call('SET', $keys[0], 'another');
    var_dump($lock->isHeld());

    return $lock;
};
$left = function (string $what) use ($redis, $keys): void {
    echo "$what: ", $redis->call('EXISTS', ...$keys), ", state of the other: ", $redis->call('GET', $keys[0]), "\n";
    $redis->call('DEL', ...$keys);
};
$lock = $lost();
var_dump($lock->extend(), $lock->remaining(), $lock->release());
$left('release');
$lock = $lost();
unset($lock);
$left('the end of the object');
$lock = $lost();
var_dump($lock->acquire());
$left('the next acquire');
$code = fn (string $end): string => '$lock = new RedisLock(' . var_export($keys, true) . ', 600); $lock->acquire();'
    . "(new RedisLock('{$keys[0]}'))->forceRelease(); var_dump(\$lock->isHeld()); \$GLOBALS['kept'] = \$lock; $end;";
echo $redis->php($code(''))->out;
$redis->call('SET', $keys[0], 'another');
$left('the script');
echo $redis->php('try {' . $code('$lock->run(fn () => 1)') . '} catch (LogicException) {}')->code, "\n";
$redis->call('SET', $keys[0], 'another');
$left('a script that ran on');
--EXPECT--
bool(false)
bool(false)
float(0)
bool(false)
release: 1, state of the other: another
bool(false)
the end of the object: 1, state of the other: another
bool(false)
bool(false)
the next acquire: 1, state of the other: another
bool(false)
the script: 1, state of the other: another
0
a script that ran on: 1, state of the other: another
