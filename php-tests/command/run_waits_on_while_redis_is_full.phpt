--TEST--
redislock run --wait goes on while Redis takes no more clients, and runs the command when it does again
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', 'job', 'another');
$run = start($redis, ['run', 'job', '--wait', '20', '--', 'echo', 'was run']);
$blocked = fn (): array => array_filter($redis->clients(), fn (array $client): bool => str_contains($client['flags'], 'b') || str_contains($client['flags'], 't'));
var_dump(eventually(PATIENCE, fn (): bool => count($blocked()) === 1));
$redis->call('CONFIG', 'SET', 'maxclients', '1');
foreach ($blocked() as $client) {
    $redis->call('CLIENT', 'KILL', 'ID', $client['id']);
}
$rejected = fn (): int => (int) preg_replace('/.*rejected_connections:(\d+).*/s', '$1', $redis->call('INFO', 'stats'));
var_dump(eventually(PATIENCE, fn (): bool => $rejected() >= 3));
$redis->call('CONFIG', 'SET', 'maxclients', '100');
$redis->call('DEL', 'job');
tell($run->wait());
--EXPECT--
bool(true)
bool(true)
was run
-> 0
