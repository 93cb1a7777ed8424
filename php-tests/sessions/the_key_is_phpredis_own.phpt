--TEST--
The lock is the key that phpredis locks the session by: each waits for the other, with session.save_path's prefix and under redislock.prefix
--EXTENSIONS--
igbinary
redis
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$ini = ['extension' => ['igbinary', 'redis'], 'session.save_handler' => 'redis', 'session.use_cookies' => '0', 'session.cache_limiter' => '',
    'session.save_path' => "tcp://127.0.0.1:$redis->port?prefix=app%3A", 'redislock.prefix' => 'shop:'];
$handler = var_export(dirname(__DIR__, 2) . '/bridges/php/src/Session/LockedHandler.php', true);
$ours = "require $handler; session_set_save_handler(new RedisLock\Session\LockedHandler(new SessionHandler(), wait: 5));";
$count = 'session_id("abc"); session_start(); $_SESSION["n"] = ($_SESSION["n"] ?? 0) + 1; fwrite(STDOUT, $_SESSION["n"] . "\n");';
$theirs = $ini + ['redis.session.locking_enabled' => '1', 'redis.session.lock_retries' => '-1', 'redis.session.lock_wait_time' => '20000'];

$first = $redis->background("$ours $count fgets(STDIN);", $ini);
echo $first->waitForLine('1');
echo "\n", implode(' ', $redis->call('KEYS', '*_LOCK')), "\n";
$second = $redis->background("$count fgets(STDIN);", $theirs);
usleep(200_000);
$first->say();
$first->wait();
echo $second->waitForLine('2'), "\n";
$third = $redis->background("$ours $count echo ini_get('redislock.prefix'), \"\\n\";", $ini);
usleep(200_000);
$second->say();
$second->wait();
echo $third->wait()->out;
--EXPECT--
1
app:abc_LOCK
2
3
shop:
