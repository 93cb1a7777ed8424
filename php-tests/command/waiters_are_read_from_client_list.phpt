--TEST--
Clients in CLIENT LIST count as waiters if they block in BLPOP, unless they say that they are of another library
--FILE--
<?php
require __DIR__ . '/../../cli/src/waiters.php';
use Redislock\Command\Waiters;

$client = fn (string $address, string $flags, string $command, string $more = ''): string => "id=3 addr=$address laddr=127.0.0.1:6379 fd=8 name= age=1 idle=1 flags=$flags db=0 argv-mem=10 cmd=$command user=default redir=-1 resp=2$more\n";
$node = fn (?string $clients, array $more = []): array => $more + ['node' => 'n', 'error' => null, 'info' => [], 'refusals' => [], 'clients' => $clients];
$old = $client('10.0.0.7:50', 'b', 'blpop') . $client('10.0.0.7:51', 'b', 'blpop') . $client('[::1]:52', 'b', 'blpop') . $client('10.0.0.7:53', 'N', 'blpop') . $client('/run/r.sock:0', 'b', 'brpop');
$named = $client('10.0.0.8:50', 'b', 'blpop', ' lib-name=redislock lib-ver=0.2.0') . $client('10.0.0.9:50', 'b', 'blpop', ' lib-name=predis lib-ver=');
// Of an address without a password and a database.
$unnamed = $client('10.0.0.9:51', 'b', 'blpop', ' lib-name= lib-ver=');
foreach ([
    [$node($old)], [$node($named)], [$node($named . $unnamed)], [$node($old), $node($named)], [$node('')],
    [$node(null, ['refusals' => ['client|list' => 'NOPERM no']])], [$node(null, ['error' => 'connection refused'])], null,
] as $nodes) {
    $waiters = Waiters::among($nodes);
    echo json_encode([$waiters->most, $waiters->areNamed, $waiters->addresses, $waiters->reason]), "\n";
}
--EXPECT--
[3,false,{"10.0.0.7":2,"[::1]":1},null]
[1,true,{"10.0.0.8":1},null]
[2,false,{"10.0.0.8":1,"10.0.0.9":1},null]
[4,false,{"10.0.0.7":2,"[::1]":1,"10.0.0.8":1},null]
[0,true,[],null]
[null,false,[],"NOPERM no"]
[null,false,[],"connection refused"]
[null,false,[],"the extension that is loaded does not list clients"]
