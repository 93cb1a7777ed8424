--TEST--
Eight threads hold eight locks over a connection each, and one thread with one connection renews them all
--SKIPIF--
<?php
PHP_ZTS || die('skip only a thread-safe PHP runs several threads');
--FILE--
<?php
require __DIR__ . '/threads.inc';
require __DIR__ . '/../renewal/renewal.inc';
$redis = RedisServer::start();
$threads = new Threads($redis, 8, <<<'PHP'
    $lock = new RedisLock('own-' . THREAD, 0.3, autoRenew: true);
    echo $lock->acquire() ? "held\n" : "refused\n";
    go('on');
    echo $lock->release() ? "released\n" : "lost\n";
    PHP);
$threads->waitForLines(8);
// Longer than the ttl: only what was renewed is still there.
usleep(1_000_000);
echo json_encode([$redis->call('DBSIZE'), count(renewal_threads($threads->pid)), count($redis->clients())]), "\n";
$threads->tell('on');
var_dump($threads->wait());
echo json_encode(array_count_values($threads->lines())), "\n";
var_dump($redis->call('DBSIZE'), eventually(PATIENCE, fn (): bool => $redis->clients() === []));
--EXPECT--
[8,1,9]
int(0)
{"held":8,"released":8}
int(0)
bool(true)
