--TEST--
The client of docs/protocol.md tries again by the clock, and never blocks, while a copied snippet holds its key
--SKIPIF--
<?php
require __DIR__ . '/protocol_client.inc';
echo skip_without_redis_py();
--FILE--
<?php
require __DIR__ . '/protocol_client.inc';

$redis = RedisServer::start();
$client = protocol_client($redis, test_key());
$redis->call('SET', $client->key, 'a snippet', 'NX', 'EX', '600');
$monitor = $redis->monitor();
$client->say('wait');
$names = [];
$asked = eventually(PATIENCE, function () use ($monitor, &$names): bool {
    $names = array_column($monitor(), 0);

    return count(array_keys($names, 'EVALSHA')) >= 4;
});
say('it asks again and again', $asked);
say('it blocks', in_array('BLPOP', $names, true));
$before = now();
$redis->call('DEL', $client->key);
say('it acquires', $client->answer());
// It asks every 80 to 120 ms; a slice of a BLPOP would take up to 1 s.
within(0, now() - $before, 0.5, 'it did so soon');
--EXPECT--
it asks again and again: yes
it blocks: no
it acquires: yes
it did so soon: yes
