--TEST--
For a plain Redis, a sentinel and a node of a cluster at an address of another kind the message names the kind that it is
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$sentinel = $redis->sentinel();
$node = RedisServer::start('--cluster-enabled', 'yes');
$node->addSlots(0, 16383);
eventually(10, fn () => str_contains($node->call('CLUSTER', 'INFO'), 'cluster_state:ok'));
$at = fn (string $scheme, int $port, string $rest = '') => "$scheme://127.0.0.1:$port$rest";
$say = fn (callable $call) => print preg_replace('/:\d{4,5}/', ':PORT', preg_replace('/^.*?: could not /', '', strtr(throws($call), '`', "'"))) . "\n";

foreach (['', '/2'] as $database) {
    $say(fn () => (new RedisLock('k', 5, $at('redis', $sentinel, $database)))->acquire());
}
$say(fn () => (new RedisLock(['a', 'b'], 5, $at('redis', $sentinel)))->acquire());
$say(fn () => RedisLock::locks('*', $at('redis', $sentinel)));
$say(fn () => (new RedisLock('k', 5, $at('redis-cluster', $sentinel)))->acquire());
$say(fn () => (new RedisLock('k', 5, $at('redis-cluster', $redis->port)))->acquire());
$say(fn () => (new RedisLock('k', 5, $at('redis-sentinel', $redis->port, '/my-master')))->acquire());
$say(fn () => (new RedisLock(['a', 'b'], 5, $at('redis', $node->port)))->acquire());
// A cluster of Valkey 9.0 and later may have databases.
$say(fn () => (new RedisLock('k', 5, $at('redis', $node->port, '/3')))->acquire());
$say(fn () => (new RedisLock('k', 5, "redis://:pw@127.0.0.1:$redis->port"))->acquire());
$say(fn () => (new RedisLock('k', 5, $at('redis', $redis->port, '/4096')))->acquire());
--EXPECTF--
acquire lock "k": 127.0.0.1:PORT replied ERR unknown command 'EVAL'; a lock needs scripts (EVAL); if that is a sentinel, the address must begin with redis-sentinel://; else the server or a proxy has the command disabled
acquire lock "k": 127.0.0.1:PORT replied ERR unknown command 'SELECT'; if that is a sentinel, the address must begin with redis-sentinel://; else the server or a proxy has the command disabled
acquire lock "a" and 1 more: 127.0.0.1:PORT replied ERR unknown command 'EVAL'; a lock needs scripts (EVAL); if that is a sentinel, the address must begin with redis-sentinel://; else the server or a proxy has the command disabled
look for locks "*": 127.0.0.1:PORT replied ERR unknown command 'SCAN'; if that is a sentinel, the address must begin with redis-sentinel://; else the server or a proxy has the command disabled
acquire lock "k": 127.0.0.1:PORT replied ERR unknown command 'CLUSTER'; if that is a sentinel, the address must begin with redis-sentinel://; else the server or a proxy has the command disabled
acquire lock "k": 127.0.0.1:PORT replied ERR This instance has cluster support disabled; that is no cluster: the address must begin with redis://
acquire lock "k": no sentinel names a master: 127.0.0.1:PORT replied ERR unknown command 'SENTINEL' (that is no sentinel: the address of a Redis begins with redis://, that of a cluster with redis-cluster://); do not start the guarded work
acquire lock "a" and 1 more: 127.0.0.1:PORT replied CROSSSLOT Keys in request don't hash to the same slot; that is a cluster: the address must begin with redis-cluster://, and the keys of one lock need the same hash tag, as {order:42}:a and {order:42}:b have
acquire lock "k": 127.0.0.1:PORT replied ERR %r(SELECT is not allowed in cluster mode; that is a cluster: the address must begin with redis-cluster:\/\/ and name no database|DB index is out of range; the address names a database that the server does not have \(databases in redis\.conf\))%r
acquire lock "k": 127.0.0.1:PORT replied ERR AUTH %s the server has no password: leave it out of the address, or set one there
acquire lock "k": 127.0.0.1:PORT replied ERR DB index is out of range; the address names a database that the server does not have (databases in redis.conf)
