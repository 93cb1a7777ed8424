--TEST--
The end of one thread's request, by a fatal error, releases that thread's locks alone, and settings of one are not the other's
--SKIPIF--
<?php
PHP_ZTS || die('skip only a thread-safe PHP runs several threads');
--FILE--
<?php
require __DIR__ . '/threads.inc';
$redis = RedisServer::start();
$threads = new Threads($redis, 2, <<<'PHP'
    ini_set('redislock.prefix', 'of-' . THREAD . ':');
    $lock = new RedisLock('key', 60);
    $lock->acquire() || exit(1);
    echo $lock->key() . "\n";
    go('on');
    if (THREAD === 0) {
        throw new Exception('the end');
    }
    go('end');
    echo $lock->isHeld() ? "held\n" : "lost\n";
    PHP);
$threads->waitForLines(2);
$threads->tell('on');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'of-0:key') === 0), $redis->call('EXISTS', 'of-1:key'));
$threads->tell('end');
var_dump($threads->wait());
echo implode("\n", preg_grep('/^(Fatal|held|of-)/', $threads->lines())), "\n";
var_dump($redis->call('DBSIZE'));
--EXPECTF--
bool(true)
int(1)
int(1)
Fatal error: Uncaught Exception: the end in %s/script.php:%d
held
of-0:key
of-1:key
int(0)
