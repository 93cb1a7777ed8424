--TEST--
A wait is a span, from its beginning to its end, in the trace that was current at the beginning of the request; an acquire without a wait has none
--INI--
redislock.events=100
redislock.label=web-3
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/opentelemetry.inc';

use OpenTelemetry\Context\Context;
use RedisLock\OpenTelemetry\LockTelemetry;

$redis = RedisServer::start();
$lock = fn (string $key, float $ttl = 60): RedisLock => new RedisLock($key, $ttl, $redis->address(), autoRelease: false);
$telemetry = new LockTelemetry();
$request = (new Context('the span of the request'))->activate();
$telemetry->begin();
$began = microtime(true);
// The second waits until the ttl of the first is over.
var_dump($lock('orders:42', 0.5 * STRETCH)->acquire(), $lock('orders:42')->acquire(20), $lock('stock')->acquire());
$request->detach();
$telemetry->record(RedisLock::events());

[$span] = $spans = TelemetryInMemory::get()->spans;
$waited = $span->seconds();
var_dump(count($spans), $span->began > $began * 1e9, $span->ended < microtime(true) * 1e9, $waited > 0.05);
var_dump(abs(TelemetryInMemory::get()->histograms['redislock.wait.duration']->values[0][0] - $waited) < 1e-5);
$span->show();
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
acquire orders:*, in the span of the request, kind 1, Unset
  db.operation.name: "acquire"
  db.system.name: "redis"
  redislock.event: "acquired"
  redislock.key: "orders:42"
  redislock.keys: 1
  redislock.label: "web-3"
  redislock.name: "orders:*"
  redislock.outcome: "waited"
