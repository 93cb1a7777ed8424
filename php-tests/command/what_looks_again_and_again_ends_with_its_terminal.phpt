--TEST--
redislock top and why --watch end when their terminal has gone, also where SIGHUP is ignored and while they wait; they use no processor meanwhile
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@web1');
$lines = [['top'], ['top', '--interval', '60'], ['why', 'job', '--watch', '600']];
foreach (['default', 'ignored'] as $hangUp) {
    foreach ($lines as $words) {
        $ignores = $hangUp === 'ignored' ? 'trap "" HUP; ' : '';
        $line = ['sh', '-c', $ignores . 'echo begun; exec "$@"', 'sh', ...command_line($redis, $words)];
        $steps = [['see', 'begun'], ...($words[0] === 'top' ? [['see', 'job']] : [['sleep', 0.7]]), ['hang up']];
        $begin = hrtime(true);
        $process = proc_open(['python3', __DIR__ . '/terminal.py', '24', '80', json_encode($steps), ...$line], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, null, ['TERM' => 'xterm'] + getenv());
        $end = json_decode(stream_get_contents($pipes[1]), true) ?? stream_get_contents($pipes[2]);
        echo implode(' ', $words), ", SIGHUP $hangUp: ", $end['code'] ?? $end, ($end['used'] ?? 9) < 1.5 ? '' : ", used $end[used] s", "\n";
    }
}
// One that writes elsewhere has nothing to do with a terminal.
$result = start($redis, ['why', 'job', '--watch', '0.3'])->wait();
echo $result->code, ' ', substr($result->out, 0, 13), "\n";
--EXPECT--
top, SIGHUP default: 129
top --interval 60, SIGHUP default: 129
why job --watch 600, SIGHUP default: -1
top, SIGHUP ignored: 129
top --interval 60, SIGHUP ignored: 129
why job --watch 600, SIGHUP ignored: 129
0 "job" is held
