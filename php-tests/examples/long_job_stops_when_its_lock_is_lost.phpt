--TEST--
The long job stops when its key was removed or taken meanwhile, and leaves another's lock alone
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
foreach ([['DEL', 'import:products'], ['SET', 'import:products', 'another']] as $interference) {
    // It would take five minutes to its end.
    $job = example($redis, 'long-job', '1000');
    $job->waitForLine('imported part 2');
    $redis->call(...$interference);
    $result = $job->wait();
    $lines = explode("\n", trim($result->out));
    preg_match('/^stopped after (\d+) of 1000 parts: the lock was lost$/', array_pop($lines), $found);
    var_dump((int) $found[1] === count($lines), $result->code, $redis->call('GET', 'import:products'));
}
--EXPECT--
bool(true)
int(1)
NULL
bool(true)
int(1)
string(7) "another"
