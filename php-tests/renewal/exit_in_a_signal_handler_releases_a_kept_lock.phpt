--TEST--
A signal handler that calls exit releases a kept lock, also while its program waits for another lock
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$redis->call('SET', 'other', 'another');
foreach (['sleep(60);', '(new RedisLock("other", 10))->acquire(60) || exit(1);', 'while (true);'] as $work) {
    $keeper = keeper($redis, test_key(), 0.5, "
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => exit(3));
        echo \"begun\\n\";
        $work", ['extension' => 'pcntl']);
    $keeper->say();
    $keeper->waitForLine('begun');
    // It has been kept for more than its ttl when the signal comes.
    usleep(600_000);
    $keeper->kill('TERM');
    $result = $keeper->wait(10);
    echo $result->err, "exit code ", json_encode([$result->code, $result->signal]), ", left: ", $redis->call('EXISTS', test_key()), "\n";
}
--EXPECT--
exit code [3,null], left: 0
exit code [3,null], left: 0
exit code [3,null], left: 0
