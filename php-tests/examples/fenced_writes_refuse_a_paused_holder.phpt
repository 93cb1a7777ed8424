--TEST--
The example of fences: a holder that was paused past its ttl is refused by the table, each time it is run
--EXTENSIONS--
pdo
pdo_sqlite
pcntl
posix
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$file = tempnam(sys_get_temp_dir(), 'redislock-');
$run = fn (): Background => example_with($redis, ['extension' => ['pcntl', 'posix', 'pdo', 'pdo_sqlite']], 'fenced-writes', $file);
tell($redis, $run()->wait());
$first = (new PDO("sqlite:$file"))->query('SELECT fence FROM reports')->fetchColumn();
tell($redis, $run()->wait());
$second = (new PDO("sqlite:$file"))->query('SELECT fence FROM reports')->fetchColumn();
var_dump($first > 1e15, $second > $first, $redis->call('EXISTS', 'report:7'));
// Nobody is left standing still, and nothing is written, when Redis cannot be asked.
$redis->stop();
tell($redis, $run()->wait());
var_dump((new PDO("sqlite:$file"))->query('SELECT fence FROM reports')->fetchColumn() === $second);
unlink($file);
--EXPECT--
the second holder: written
the first holder: refused, a later holder has written
in the table: written by the second holder
status 0
the second holder: written
the first holder: refused, a later holder has written
in the table: written by the second holder
status 0
bool(true)
bool(true)
int(0)
the first holder: could not acquire lock "report:7": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
bool(true)
