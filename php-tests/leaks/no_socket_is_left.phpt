--TEST--
Whatever became of a connection, one idle socket for each address is all that is left
--SKIPIF--
<?php
is_dir('/proc/self/fd') || die('skip open files are counted in /proc');
--INI--
redislock.io_timeout=3
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/cycles.inc';
$redis = RedisServer::start();
$redis->call('PING');
$silent = 'redis://127.0.0.1:' . silent_port();
$refusing = 'redis://127.0.0.1:' . free_port();
$open = fn (): int => count(scandir('/proc/self/fd'));

$before = $open();
for ($cycle = 1; $cycle <= 100; $cycle++) {
    methods($redis->address(), $cycle);
    runs($redis->unix(), $cycle);
    refusals($redis->address(), $cycle);
    thrown(fn () => (new RedisLock("key $cycle", 30, $refusing))->acquire());
    $lock = new RedisLock("key $cycle", 30, $redis->address());
    $lock->acquire() || throw new Exception('not acquired');
    // The server closes; the next question finds that out and connects anew.
    $redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    $lock->isHeld() || throw new Exception('not held');
    unset($lock);
}
// Two connections that are not answered: acquire() asks again what became of its first question.
thrown(fn () => (new RedisLock('key', 30, $silent))->acquire());
echo $open() - $before, " sockets more, for 2 addresses\n";
--EXPECT--
2 sockets more, for 2 addresses
