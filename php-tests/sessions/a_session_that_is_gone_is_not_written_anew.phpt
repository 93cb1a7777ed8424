--TEST--
A session that was read with data and is gone at the write is not written anew, with a warning: who logs out is out. A new one is written
--EXTENSIONS--
igbinary
redis
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$folder = var_export(dirname(__DIR__, 2) . '/bridges/php/src/Session', true);
$pages = [
    'Redis' => "require $folder . '/LockedHandler.php'; require $folder . '/RedisHandler.php'; \$redis = new Redis(); \$redis->connect('127.0.0.1', $redis->port);"
        . 'session_set_save_handler(new RedisLock\Session\LockedHandler(new RedisLock\Session\RedisHandler($redis)));'
        . '$gone = fn () => $redis->del("PHPREDIS_SESSION:abc"); $there = fn () => $redis->get("PHPREDIS_SESSION:abc");',
    'plain' => '', 'stamped' => '',
];
foreach ($pages as $name => $page) {
    echo "$name:\n", $redis->php(($page ?: session_page($redis->folder, store: $name === 'plain' ? 'PlainFiles' : 'StampedFiles') . '$file = "' . $redis->folder
        . '/sess-abc"; $gone = fn () => unlink($file); $there = fn () => is_file($file) ? file_get_contents($file) : false;') . <<<'PHP'
        ob_start();
        set_error_handler(fn (int $level, string $message): bool => !str_starts_with($message, 'RedisLock') || (bool) print("$message\n"));
        session_id('abc');
        session_start();
        $_SESSION['n'] = 1;
        session_write_close();
        echo $there(), "\n";
        foreach ([fn () => $_SESSION['n']++, fn () => null, 'session_regenerate_id'] as $does) {
            session_start();
            $gone();
            $does();
            session_status() === PHP_SESSION_ACTIVE && session_write_close();
            echo json_encode($there()), "\n";
            session_start();
            $_SESSION['n'] = 2;
            session_write_close();
        }
        echo $there(), "\n";
        PHP, ['extension' => ['igbinary', 'redis'], 'session.save_handler' => 'files', 'session.use_cookies' => '0', 'session.cache_limiter' => '',
        'session.gc_probability' => '0', 'error_reporting' => (string) (E_ALL & ~E_DEPRECATED)])->out;
}
--EXPECT--
Redis:
n|i:1;
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
n|i:2;
plain:
n|i:1;
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
n|i:2;
stamped:
n|i:1;
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
RedisLock: another request has destroyed the session since it was read, or its lifetime ended: nothing is written
false
n|i:2;
