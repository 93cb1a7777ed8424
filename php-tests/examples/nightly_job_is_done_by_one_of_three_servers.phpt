--TEST--
A nightly job that three servers start runs once; where the first one fails or is killed, the next one runs it
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/nightly.inc';

$redis = RedisServer::start();
$waiting = fn (int $servers): bool => eventually(PATIENCE, fn (): bool => substr_count($redis->call('CLIENT', 'LIST'), ' cmd=blpop ') === $servers);

$three = array_map(fn (int $n): Background => nightly($redis, "sleep 0.5; echo made"), range(1, 3));
ended(...$three);
// A server whose clock is late comes when all is over.
ended(nightly($redis, 'echo made'));
$redis->call('DEL', 'nightly:backup');

echo "the first fails\n";
$first = nightly($redis, 'echo trying; read -r go; exit 3');
$first->waitForLine('trying');
$others = [nightly($redis, 'echo made'), nightly($redis, 'echo made')];
var_dump($waiting(2));
$first->say();
ended($first, ...$others);
$redis->call('DEL', 'nightly:backup');

echo "the first is killed\n";
$first = nightly($redis, 'echo trying; sleep 20');
$first->waitForLine('trying');
$others = [nightly($redis, 'echo made'), nightly($redis, 'echo made')];
var_dump($waiting(2));
$first->kill();
// What is left of the ten seconds, the sooner.
$redis->call('PEXPIRE', 'nightly:backup', '100');
ended($first, ...$others);
--EXPECT--
made
status 0 0 0
status 0
the first fails
bool(true)
trying
made
status 3 0 0
the first is killed
bool(true)
trying
made
status KILL 0 0
