--TEST--
A lock ends with its Lock object if autoRelease is on, also at the end of a script, and lives on if it is off
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$locks = locks($redis);
$exists = fn (): int => $redis->call('EXISTS', test_key());
$lock = $locks->createLock(test_key(), 60);
$lock->acquire() || exit(1);
unset($locks);
gc_collect_cycles();
echo 'the factory is gone: ', $exists(), "\n";
unset($lock);
echo 'the lock is gone: ', $exists(), "\n";
foreach (['true', 'false'] as $autoRelease) {
    $code = "\$lock = \$locks->createLock(\$key, 60, $autoRelease); \$lock->acquire() || exit(1); ";
    symfony_process($redis, test_key(), $code)->wait();
    echo "a script is over, autoRelease $autoRelease: ", $exists(), "\n";
    $redis->call('DEL', test_key());
    symfony_process($redis, test_key(), "$code throw new Exception('of the script');")->wait();
    echo "it threw, autoRelease $autoRelease: ", $exists(), "\n";
    $redis->call('DEL', test_key());
}
--EXPECT--
the factory is gone: 1
the lock is gone: 0
a script is over, autoRelease true: 0
it threw, autoRelease true: 0
a script is over, autoRelease false: 1
it threw, autoRelease false: 1
