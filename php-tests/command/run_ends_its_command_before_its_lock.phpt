--TEST--
With --on-lost=term the time between SIGTERM and SIGKILL is over when the lock can expire, on a master, for several keys and on a quorum
--FILE--
<?php
require __DIR__ . '/command.inc';

$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
[$redis] = $servers;
$first = sys_get_temp_dir() . '/' . test_key();
// Deaf, it notes the time as long as it runs.
$deaf = 'trap "echo terminated" TERM; echo ready; while :; do date +%s%N >"$0.new"; mv "$0.new" "$0"; sleep 0.02; done';
$quorum = array_merge(...array_map(fn (RedisServer $server): array => ['--server', $server->address()], $servers));
foreach (['a master' => [['job'], 1], 'several keys' => [['--key=a', '--key=job'], 1], 'a quorum' => [['job', ...$quorum], 2]] as $name => [$words, $hung]) {
    $ini = ['redislock.io_timeout' => '0.3'];
    $run = start($redis, ['run', ...$words, '--ttl', '3', '--on-lost=term', '--', 'sh', '-c', $deaf, $first], $ini);
    $run->waitForLine('ready');
    $suspended = microtime(true);
    array_map(fn (RedisServer $server) => $server->suspend(), array_slice($servers, 0, $hung));
    $run->waitForLine('terminated');
    $terminated = microtime(true);
    // No key is there any longer than this.
    usleep((int) max(0, ($suspended + 3.05 - microtime(true)) * 1e6));
    array_map(fn (RedisServer $server) => $server->resume(), array_slice($servers, 0, $hung));
    $next = start($redis, ['run', ...$words, '--ttl', '3', '--wait', '20', '--', 'date', '+%s%N'], $ini);
    $result = $run->wait(20);
    $began = trim($next->wait(30)->out);
    echo "$name: ", $began === '' ? 'not run' : ((int) file_get_contents($first) < (int) $began ? 'one at a time' : 'both at a time'), ', ', file_get_contents($first) / 1e9 - $terminated > 0.5 ? 'with time to end' : 'without';
    echo ', ', preg_match_all('/^redislock: (lock "\w+"( and 1 more)? was not renewed, [01]\.\d s before its end(, and .*)?; it is sent SIGTERM|the command has not ended (before its lock|within 1 s); it is sent SIGKILL)$/m', $result->err), " messages -> $result->code\n";
}
unlink($first);
--EXPECT--
a master: one at a time, with time to end, 2 messages -> 76
several keys: one at a time, with time to end, 2 messages -> 76
a quorum: one at a time, with time to end, 2 messages -> 76
