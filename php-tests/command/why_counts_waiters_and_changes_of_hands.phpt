--TEST--
redislock why tells how many clients wait and from where, as far as a user may see them, and how often a lock changes hands while it is watched
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$json = fn (array $words): array => json_decode(redislock($redis, ['why', ...$words, '--json'])->out, true);
$holder = start($redis, ['run', 'job', '--ttl=30', '--', 'sleep', '60']);
eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'job') === 1);
for ($n = 0; $n < 4; $n++) {
    $waiters[] = start($redis, ['run', 'job', '--ttl=30', '--wait=30', '--', 'sleep', '0.2']);
}
eventually(PATIENCE, fn (): bool => substr_count($redis->call('CLIENT', 'LIST'), 'cmd=blpop') === 4);
// They block for a second at a time, and are not seen in the moment between.
eventually(PATIENCE, function () use ($json, &$told): bool {
    return ($told = $json(['job']))['waiters']['at_most'] === 4;
});
var_dump(array_values($told['waiters']['addresses']), $told['lock']['waiting'], $told['watched']['handovers'], $told['watched']['looks']);
var_dump(eventually(PATIENCE, fn (): bool => preg_match('/^waiters  at most 4, from /m', redislock($redis, ['why', 'job'])->out) === 1));
$redis->call('ACL', 'SETUSER', 'blind', 'on', '>pw', '~*', '+@all', '-client');
preg_match('/^waiters .*?(?=\nfence)/ms', redislock($redis, ['why', 'job'], environment: ['REDISLOCK_SERVER' => str_replace('redis://', 'redis://blind:pw@', $redis->address())])->out, $waitersLine);
echo preg_replace(['/\s+/', '/NOPERM.*/'], [' ', 'NOPERM'], $waitersLine[0]), "\n";
$watch = start($redis, ['why', 'job', '--watch=3', '--json']);
usleep(300_000);
$holder->kill('TERM');
$told = json_decode($watch->wait()->out, true);
var_dump($told['watched']['handovers'] >= 3, $told['watched']['looks'] > 20, $told['state']);
--EXPECT--
array(1) {
  [0]=>
  int(4)
}
bool(true)
int(0)
int(2)
bool(true)
waiters a process waits, or did so within the last 5 seconds; how many is not known: NOPERM
bool(true)
bool(true)
string(4) "free"
