--TEST--
After a graceful restart of Apache, in whose process the library stays mapped, the class is whole and locks end with requests
--SKIPIF--
<?php
require __DIR__ . '/apache.inc';
if (Apache::library() === null) {
    die('skip there is no Apache with this PHP inside (Debian: libapache2-mod-php8.2)');
}
--FILE--
<?php
require __DIR__ . '/apache.inc';
$redis = RedisServer::start();
$apache = Apache::start($redis);
$text = [];
for ($start = 0; $start < 3; $start++) {
    $start === 0 || $apache->restart();
    $text[] = $apache->run('echo new ReflectionClass("RedisLock"), print_r(ini_get_all("redislock"), true);');
    echo $apache->run(<<<'PHP'
        $GLOBALS['plain'] = new RedisLock('plain', 600);
        $GLOBALS['kept'] = new RedisLock('kept', 0.3, autoRenew: true);
        var_dump($plain->acquire(), $kept->acquire());
        usleep(600_000);
        var_dump($kept->isHeld(), count((new ReflectionMethod($kept, '__construct'))->getParameters()[3]->getAttributes()));
        exit;
        PHP);
    var_dump($redis->call('EXISTS', 'plain', 'kept'));
}
var_dump(str_contains($text[0], '$autoRelease = true'), count(array_unique($text)));
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
int(0)
bool(true)
bool(true)
bool(true)
int(1)
int(0)
bool(true)
bool(true)
bool(true)
int(1)
int(0)
bool(true)
int(1)
