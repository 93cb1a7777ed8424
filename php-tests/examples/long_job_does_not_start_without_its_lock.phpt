--TEST--
The long job does not start while another imports, or when Redis could not be reached, and stops when Redis goes
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$redis->call('SET', 'import:products', 'another');
tell($redis, example($redis, 'long-job')->wait());
$redis->call('DEL', 'import:products');
$job = example($redis, 'long-job', '1000');
$job->waitForLine('imported part 1');
$redis->stop();
$result = $job->wait();
echo strstr($result->err, '127.0.0.1:', true), "\nstatus $result->code\n";
tell($redis, example($redis, 'long-job')->wait());
--EXPECT--
another process is importing
status 1
stopped: could not extend lock "import:products": 
status 2
stopped: could not acquire lock "import:products": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
