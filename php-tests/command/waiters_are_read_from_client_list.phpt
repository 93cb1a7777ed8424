--TEST--
Of CLIENT LIST those count as waiters that block in BLPOP and are redislock's where the server tells; exact where one key is waited for
--FILE--
<?php
require __DIR__ . '/../../cli/src/waiters.php';
use Redislock\Command\Waiters;

$client = fn (string $address, string $flags, string $command, string $more = ''): string => "id=3 addr=$address laddr=127.0.0.1:6379 fd=8 name= age=1 idle=1 flags=$flags db=0 argv-mem=10 cmd=$command user=default redir=-1 resp=2$more\n";
$node = fn (?string $clients, array $info = [], array $more = []): array => $more + ['node' => 'n', 'error' => null, 'info' => $info, 'refusals' => [], 'clients' => $clients];
$old = $client('10.0.0.7:50', 'b', 'blpop') . $client('10.0.0.7:51', 'b', 'blpop') . $client('[::1]:52', 'b', 'blpop') . $client('10.0.0.7:53', 'N', 'blpop') . $client('/run/r.sock:0', 'b', 'brpop');
$new = $client('10.0.0.8:50', 'b', 'blpop', ' lib-name=redislock lib-ver=0.2.0') . $client('10.0.0.9:50', 'b', 'blpop', ' lib-name=predis lib-ver=') . $client('10.0.0.9:51', 'b', 'blpop', ' lib-name= lib-ver=');
foreach ([
    [[$node($old)], true], [[$node($new, ['total_blocking_keys' => '2'])], true], [[$node($new, ['total_blocking_keys' => '1'])], true], [[$node($new, ['total_blocking_keys' => '1'])], false],
    [[$node($old), $node($old)], true], [[$node('')], true], [[$node(null, [], ['refusals' => ['client|list' => 'NOPERM no']])], true],
    [[$node(null, [], ['error' => 'connection refused'])], true], [null, true],
] as [$nodes, $isWaitedFor]) {
    $waiters = Waiters::among($nodes, $isWaitedFor);
    echo json_encode([$waiters->most, $waiters->isExact, $waiters->areNamed, $waiters->addresses, $waiters->reason]), "\n";
}
?>
--EXPECT--
[3,false,false,{"10.0.0.7":2,"[::1]":1},null]
[1,false,true,{"10.0.0.8":1},null]
[1,true,true,{"10.0.0.8":1},null]
[1,false,true,{"10.0.0.8":1},null]
[6,false,false,{"10.0.0.7":4,"[::1]":2},null]
[0,true,false,[],null]
[null,false,false,[],"NOPERM no"]
[null,false,false,[],"connection refused"]
[null,false,false,[],"the extension that is loaded does not list clients"]
