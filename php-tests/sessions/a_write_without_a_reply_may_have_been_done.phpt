--TEST--
Where Redis does not reply to the write of a session nobody knows whether it is written; where it replies by an error it is not
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
    . '$redis->setOption(Redis::OPT_READ_TIMEOUT, 0.3); $redis->setOption(Redis::OPT_MAX_RETRIES, 0);'
    . 'session_set_save_handler(new RedisLock\Session\LockedHandler(new RedisLock\Session\RedisHandler($redis)));'
    . 'ini_set("session.use_cookies", "0"); ini_set("session.cache_limiter", ""); session_id("abc"); session_start();'
    . 'echo "in\n"; fgets(STDIN); $_SESSION["n"] = "written";';
$request = function () use ($redis, $page): Background {
    $request = $redis->background($page, ['extension' => ['igbinary', 'redis'], 'session.save_handler' => 'files', 'error_reporting' => (string) (E_ALL & ~E_DEPRECATED)]);
    $request->waitForLine('in');

    return $request;
};
$warned = fn (Background $request): string => preg_match('/RedisLock: .*(?= in \/)/', $request->wait()->out, $warning) ? "$warning[0]\n" : "no warning\n";

$silent = $request();
$redis->suspend();
$silent->say();
$text = $warned($silent);
$redis->resume();
echo $text;
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('GET', 'PHPREDIS_SESSION:abc') === 'n|s:7:"written";'));

foreach (['maxmemory' => '1', 'min-replicas-to-write' => '1'] as $setting => $value) {
    $redis->call('DEL', 'PHPREDIS_SESSION:abc', 'PHPREDIS_SESSION:abc_LOCK');
    $refused = $request();
    $redis->call('CONFIG', 'SET', $setting, $value);
    $refused->say();
    echo $warned($refused);
    $redis->call('CONFIG', 'SET', $setting, '0');
    var_dump($redis->call('GET', 'PHPREDIS_SESSION:abc'));
}
--EXPECTF--
RedisLock: nobody knows whether the session is written: %s
bool(true)
RedisLock: Redis refused, nothing is written: OOM %s
NULL
RedisLock: Redis refused, nothing is written: NOREPLICAS %s
NULL
