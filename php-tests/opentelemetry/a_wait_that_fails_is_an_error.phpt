--TEST--
A wait that fails is a span with the status of an error, and has a type of error in both; its key and label are text, whatever bytes they have
--EXTENSIONS--
pcntl
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/opentelemetry.inc';

use RedisLock\OpenTelemetry\LockTelemetry;

$redis = RedisServer::start();
$key = "bytes \xff:42";
$redis->call('SET', $key, 'of another');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new RuntimeException('enough'));
pcntl_alarm(1);
echo throws(fn () => (new RedisLock($key, 60, $redis->address()))->acquire(20)), "\n";
(new LockTelemetry())->record(RedisLock::events());
TelemetryInMemory::get()->spans[0]->show();
show_attributes(TelemetryInMemory::get()->histograms['redislock.wait.duration']->values[0][1]);
--EXPECT--
RuntimeException: enough
acquire bytes �:*, in root, kind 1, Error interrupted
  db.operation.name: "acquire"
  db.system.name: "redis"
  error.type: "interrupted"
  redislock.event: "failed"
  redislock.key: "bytes \ufffd:42"
  redislock.keys: 1
  redislock.name: "bytes \ufffd:*"
  redislock.outcome: "interrupted"
  db.system.name: "redis"
  error.type: "interrupted"
  redislock.event: "failed"
  redislock.name: "bytes \ufffd:*"
  redislock.outcome: "interrupted"
