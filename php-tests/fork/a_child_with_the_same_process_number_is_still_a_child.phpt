--TEST--
A child that has its parent's process number, in a PID namespace of its own, leaves the parent's lock and connection alone
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
PHP_ZTS && die('skip PHP itself takes such a child for its parent here: it sets a timer that is not inherited, and ends');
exec('unshare --pid --fork true 2>&1', $output, $status);
if ($status !== 0) {
    die('skip only root may make PID namespaces, and not in every container: ' . implode(' ', $output));
}
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$script = tempnam(sys_get_temp_dir(), 'redislock');
file_put_contents($script, '<?php' . <<<'PHP'

    [, $server, $key] = $argv;
    $lock = new RedisLock($key, 600, $server);
    $lock->acquire() || exit(1);
    echo 'parent: ', getmypid(), "\n";
    pcntl_unshare(CLONE_NEWPID) || die('no new namespace');
    if (pcntl_fork() === 0) {
        echo 'child: ', getmypid(), "\n";
        var_dump($lock->isHeld(), $lock->release(), $lock->acquire());
        exit(0);
    }
    pcntl_wait($status);
    echo 'parent: ', getmypid(), "\n";
    var_dump($lock->isHeld(), $lock->release());
    PHP);
$php = php_under_test('-n', ...extension_under_test(), ...ini_options(['extension' => 'pcntl']), ...[$script, $redis->address(), test_key()]);
passthru('unshare --pid --fork --kill-child ' . implode(' ', array_map('escapeshellarg', $php)) . ' 2>&1');
unlink($script);
--EXPECT--
parent: 1
child: 1
bool(false)
bool(false)
bool(false)
parent: 1
bool(true)
bool(true)
