--TEST--
--server goes before REDISLOCK_SERVER, that before redislock.server; several --server, or addresses in it, are a quorum
--FILE--
<?php
require __DIR__ . '/command.inc';

$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
[$first, $second, $third] = $servers;
$second->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@second');
$third->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@third');
$label = fn (array $words, array $environment = []): string => json_decode(redislock($first, ['show', 'job', '--json', ...$words], [], $environment)->out, true)['label'] ?? 'none';
echo $label([]), ' ', $label([], ['REDISLOCK_SERVER' => $second->address()]), ' ', $label([], ['REDISLOCK_SERVER' => '']), ' ';
echo $label(['--server', $third->address()], ['REDISLOCK_SERVER' => $second->address()]), "\n";
$quorum = array_map(fn (RedisServer $server): string => '--server=' . $server->address(), $servers);
$third->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef@second');
echo $label($quorum), ' ', trim(redislock($first, ['list', ...$quorum, '--json'])->out) === '[]' ? 'none' : 'one', ' ';
echo $label([], ['REDISLOCK_SERVER' => implode(" \n", array_map(fn (RedisServer $server): string => $server->address(), $servers)) . ' ']), "\n";
tell(redislock($first, ['run', 'other', ...$quorum, '--', 'echo', 'was run']));
tell(redislock($first, ['run', 'job', ...$quorum, '--', 'echo', 'was run']));
tell(redislock($first, ['show', 'job', '--server', $first->address(), '--server', $second->address()]));
--EXPECT--
none second none third
second one second
was run
-> 0
redislock: "job" is held by another; the command was not run
-> 75
redislock: --server must be one address or a list of at least 3, 2 given
redislock: see redislock show --help
-> 64
