--TEST--
With RedisHandler one request checks the lock and writes: a write that comes after the lock's end does nothing
--EXTENSIONS--
igbinary
redis
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$folder = var_export(dirname(__DIR__, 2) . '/bridges/php/src/Session', true);
$page = "require $folder . '/LockedHandler.php'; require $folder . '/RedisHandler.php'; \$redis = new Redis(); \$redis->connect('127.0.0.1', $redis->port);"
    . '$redis->setOption(Redis::OPT_PREFIX, "cache:"); session_set_save_handler(new RedisLock\Session\LockedHandler(new RedisLock\Session\RedisHandler($redis), ttl: 0.6));'
    . 'ini_set("session.use_cookies", "0"); ini_set("session.cache_limiter", ""); session_id("abc"); session_start();';
$ini = ['extension' => ['igbinary', 'redis'], 'session.save_handler' => 'files', 'error_reporting' => (string) (E_ALL & ~E_DEPRECATED)];

$commands = $redis->monitor();
echo $redis->php("$page \$_SESSION['n'] = 1;", $ini)->out;
$write = current(preg_grep('/EVAL .*SETEX/s', array_map(fn (array $words): string => implode(' ', $words), $commands())));
var_dump(preg_match('/ 2 PHPREDIS_SESSION:abc PHPREDIS_SESSION:abc_LOCK r[ln]_[0-9a-f]{32} 1440 n\|i:1; 0$/', $write));
echo $redis->call('GET', 'PHPREDIS_SESSION:abc'), ', ', $redis->call('TTL', 'PHPREDIS_SESSION:abc') > 1000 ? 'has a ttl' : 'has none', "\n";
$theirs = ['session.save_handler' => 'redis', 'session.save_path' => "tcp://127.0.0.1:$redis->port", 'session.use_cookies' => '0'] + $ini;
echo $redis->php('session_id("abc"); session_start(); echo "phpredis reads $_SESSION[n]\n"; session_abort();', $theirs)->out;

// The write is on its way while its lock ends; unchanged data is not written, either.
foreach (['$_SESSION["n"] = "late";', ''] as $change) {
    $late = $redis->background("$page fwrite(STDOUT, \"in\\n\"); fgets(STDIN); $change", $ini);
    $late->waitForLine('in');
    $redis->suspend();
    $late->say();
    usleep(1_000_000);
    $redis->resume();
    echo preg_match('/RedisLock: .*(?= in \/)/', $late->wait()->out, $warning) ? $warning[0] : 'no warning', "\n", $redis->call('GET', 'PHPREDIS_SESSION:abc'), "\n";
}
$strict = $ini + ['session.use_strict_mode' => '1'];
echo $redis->php("$page echo session_id(), \"\\n\"; session_destroy();", $strict)->out;
echo strlen($redis->php("$page echo session_id(); session_abort();", $strict)->out), "\n";
var_dump($redis->call('KEYS', '*'));
--EXPECT--
int(1)
n|i:1;, has a ttl
phpredis reads 1
RedisLock: the lock of the session was lost: nothing is written
n|i:1;
RedisLock: the lock of the session was lost: nothing is written
n|i:1;
abc
32
array(0) {
}
