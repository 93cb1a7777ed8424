--TEST--
A forked child writes nothing of the session that its parent has, and its end leaves the parent's lock
--EXTENSIONS--
igbinary
pcntl
redis
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$folder = var_export(dirname(__DIR__, 2) . '/bridges/php/src/Session', true);
$result = $redis->php("require $folder . '/LockedHandler.php'; require $folder . '/RedisHandler.php'; \$port = $redis->port;" . <<<'PHP'
    ob_start();
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    session_set_save_handler(new RedisLock\Session\LockedHandler(new RedisLock\Session\RedisHandler($redis)));
    session_id('abc');
    session_start();
    $child = pcntl_fork();
    if ($child === 0) {
        $redis->connect('127.0.0.1', $port);
        $_SESSION['n'] = 'of the child';
        set_error_handler(fn (int $level, string $message): bool => !str_starts_with($message, 'RedisLock') || (bool) print("$message\n"));
        session_write_close();
        ob_end_flush();
        exit;
    }
    pcntl_waitpid($child, $status);
    echo json_encode($redis->get('PHPREDIS_SESSION:abc')), ' ', $redis->exists('PHPREDIS_SESSION:abc_LOCK'), "\n";
    $_SESSION['n'] = 'of the parent';
    session_write_close();
    echo $redis->get('PHPREDIS_SESSION:abc'), "\n";
    PHP, ['extension' => ['igbinary', 'redis'], 'session.save_handler' => 'files', 'session.use_cookies' => '0', 'session.cache_limiter' => '',
    'error_reporting' => (string) (E_ALL & ~E_DEPRECATED)]);
echo $result->out, $result->err;
--EXPECT--
RedisLock: the lock of the session was lost: nothing is written
false 1
n|s:13:"of the parent";
