--TEST--
Eight threads that wait for one lock hold it one at a time
--SKIPIF--
<?php
PHP_ZTS || die('skip only a thread-safe PHP runs several threads');
--FILE--
<?php
require __DIR__ . '/threads.inc';
$redis = RedisServer::start();
$threads = new Threads($redis, 8, <<<'PHP'
    for ($time = 0; $time < 25; $time++) {
        (new RedisLock('shared', 30))->run(function () {
            // Two at a time would read the same number.
            $number = (int) @file_get_contents(__DIR__ . '/number');
            usleep(100);
            file_put_contents(__DIR__ . '/number', $number + 1);
        }, 60);
    }
    echo "done\n";
    go('on');
    echo file_get_contents(__DIR__ . '/number') . "\n";
    PHP);
$threads->waitForLines(8);
$threads->tell('on');
var_dump($threads->wait());
echo json_encode(array_count_values($threads->lines())), "\n";
--EXPECT--
int(0)
{"200":8,"done":8}
