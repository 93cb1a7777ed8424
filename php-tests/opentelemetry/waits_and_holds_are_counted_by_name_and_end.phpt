--TEST--
Each wait and each hold is a value of a histogram, by the name of the lock and by what became of it; a lost lock is an error
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/opentelemetry.inc';

use RedisLock\OpenTelemetry\LockTelemetry;

$redis = RedisServer::start();
$lock = fn (string $key, float $ttl = 60): RedisLock => new RedisLock($key, $ttl, $redis->address());
$held = $lock('orders:1');
var_dump($held->acquire(), $lock('orders:1')->acquire(0.1), $lock('orders:1')->acquire(), $held->release());
$lost = $lock('orders:2');
var_dump($lost->acquire(), $redis->call('DEL', 'orders:2'), $lost->release());
(new LockTelemetry())->record(RedisLock::events());

foreach (TelemetryInMemory::get()->histograms as $name => $histogram) {
    echo "$name: $histogram->unit, from {$histogram->advisory['ExplicitBucketBoundaries'][0]}\n";
    foreach ($histogram->values as [$seconds, $attributes, $context]) {
        var_dump($seconds > 0 && $seconds < 60);
        show_attributes($attributes);
    }
}
--EXPECT--
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
int(1)
bool(false)
redislock.wait.duration: s, from 0.001
bool(true)
  db.system.name: "redis"
  redislock.event: "refused"
  redislock.name: "orders:*"
  redislock.outcome: "timed_out"
redislock.hold.duration: s, from 0.001
bool(true)
  db.system.name: "redis"
  redislock.event: "released"
  redislock.name: "orders:*"
  redislock.outcome: "release"
bool(true)
  db.system.name: "redis"
  error.type: "token_gone"
  redislock.event: "lost"
  redislock.name: "orders:*"
  redislock.outcome: "token_gone"
