--TEST--
When the lock is lost redislock run says whose it is, and lets the command run, sends it SIGTERM or SIGKILL, as it was told
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
// A shell whose program is ended says so, in words of its own.
$script = 'exec 2>/dev/null; trap "echo terminated; exit 5" TERM; echo ready; while [ ! -e "$0" ]; do sleep 0.02; done; echo done; exit 6';
foreach (['warn' => [], 'term' => ['--on-lost=term'], 'kill' => ['--on-lost', 'kill'], 'deaf' => ['--on-lost=term', '--kill-after', '0.3']] as $name => $options) {
    echo "$name:\n";
    $flag = sys_get_temp_dir() . '/' . test_key($name);
    $run = start($redis, ['run', 'job', '--ttl', '0.6', ...$options, '--', 'sh', '-c', $name === 'deaf' ? strtr($script, ['exit 5' => ':']) : $script, $flag]);
    $run->waitForLine('ready');
    $redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@web2:17');
    if ($name === 'warn') {
        eventually(PATIENCE, fn (): bool => throws(fn () => $run->waitForLine('x', 0.01)) !== '' && str_contains(throws(fn () => $run->waitForLine('x', 0.01)), 'was lost'));
        touch($flag);
    }
    tell($run->wait(15));
    echo $redis->call('GET', 'job') === 'rl_0123456789abcdef0123456789abcdef@web2:17' ? '' : "the next holder's lock is gone\n";
    $redis->call('DEL', 'job');
    @unlink($flag);
}
--EXPECT--
warn:
ready
done
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; the command goes on
-> 6
term:
ready
terminated
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGTERM
-> 76
kill:
ready
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGKILL
-> 76
deaf:
ready
terminated
redislock: lock "job" was lost: its ttl ran out or it was removed, and "web2:17" holds it now; it is sent SIGTERM
redislock: the command has not ended within 0.3 s; it is sent SIGKILL
-> 76
