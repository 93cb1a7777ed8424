--TEST--
If Redis goes away for longer than the ttl the lock is lost; if for less, it is not, and the command's exit code counts
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$hide = ["127.0.0.1:$redis->port" => 'REDIS'];
foreach (['60' => 'less than the ttl', '1.5' => 'longer than the ttl'] as $ttl => $name) {
    echo "$name:\n";
    $run = start($redis, ['run', 'job', '--ttl', (string) $ttl, '--on-lost=term', '--', 'sh', '-c', 'trap "exit 5" TERM; echo ready; read line; exit 6']);
    $run->waitForLine('ready');
    $redis->stop();
    $ttl === 60 ? $run->say() : eventually(PATIENCE, fn (): bool => !$run->isRunning());
    $result = $run->wait(10);
    preg_match('/\d\.\d(?= s before)/', $result->err, $left);
    tell($result, $hide + [($left[0] ?? '-') . ' s before' => 'N s before']);
    $redis->restart();
}
--EXPECT--
less than the ttl:
ready
redislock: could not release lock "job": REDIS: connection refused; call release() again, or leave the lock to its ttl
-> 6
longer than the ttl:
ready
redislock: lock "job" was not renewed, N s before its end, and could not inspect lock "job": REDIS: connection refused; it is sent SIGTERM
redislock: could not release lock "job": REDIS: connection refused; call release() again, or leave the lock to its ttl
-> 76
