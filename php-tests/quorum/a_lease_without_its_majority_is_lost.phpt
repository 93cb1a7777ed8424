--TEST--
When a majority of the servers has lost the key, extend() is false and run() throws a RedisLockLostException
--FILE--
<?php
require __DIR__ . '/quorum.inc';
$servers = servers(3);
$lock = new RedisLock(test_key(), 60, addresses($servers));
$flush = fn (int $count) => array_map(fn (RedisServer $server) => $server->call('FLUSHALL'), array_slice($servers, 0, $count));

echo $lock->run(fn (): string => 'one forgets: ' . count($flush(1))), "\n";
var_dump($lock->acquire());
$flush(2);
var_dump($lock->extend(), $lock->remaining(), $lock->release());
try {
    $lock->run(function () use ($flush): string {
        $flush(2);

        return 'what was done';
    });
} catch (RedisLockLostException $lost) {
    var_dump($lost->result);
}
var_dump(is_gone($servers, test_key()), RedisLock::stats()['lost']);
--EXPECT--
one forgets: 1
bool(true)
bool(false)
float(0)
bool(false)
string(13) "what was done"
bool(true)
int(2)
