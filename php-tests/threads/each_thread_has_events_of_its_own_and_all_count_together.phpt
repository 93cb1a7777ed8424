--TEST--
Each thread's events are its own, with its own numbers of requests; waits and holds of all are counted together
--SKIPIF--
<?php
PHP_ZTS || die('skip only a thread-safe PHP runs several threads');
--FILE--
<?php
require __DIR__ . '/threads.inc';
$redis = RedisServer::start();
$threads = new Threads($redis, 8, <<<'PHP'
    for ($time = 0; $time < 200; $time++) {
        (new RedisLock('of ' . THREAD, 30))->run(fn () => null);
    }
    $mine = array_filter(RedisLock::events(), fn ($event) => $event['key'] === 'of ' . THREAD && $event['request'] === 1);
    echo count($mine) . " own events\n";
    (new RedisLock('shared', 30))->run(fn () => usleep(20_000), 60);
    echo count(RedisLock::events()) . " after a wait\n";
    go('on');
    $stats = RedisLock::stats();
    echo $stats['holds']['count'] . ' holds, ' . ($stats['waits']['count'] === $stats['waited'] ? 'each wait once' : 'waits differ') . "\n";
    PHP, ini: ['redislock.events' => '400']);
$threads->waitForLines(16);
$threads->tell('on');
var_dump($threads->wait());
echo json_encode(array_count_values($threads->lines())), "\n";
--EXPECT--
int(0)
{"1608 holds, each wait once":8,"2 after a wait":8,"400 own events":8}
