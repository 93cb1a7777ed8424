--TEST--
block() gets a lock soon after its release where phpredis packs values, so that a value does not say who signals
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start(), ['options.serializer' => 1]);
$held = $app->background('$lock = Cache::lock("foo", 60); $lock->get(); echo "held\n"; fgets(STDIN); $lock->release(); printf("%.6F\n", microtime(true));');
$held->waitForLine('held');
$waiter = $app->background('echo "waits\n"; $lock = Cache::lock("foo", 60); $lock->block(30); printf("%.6F\n", microtime(true));');
$waiter->waitForLine('waits');
usleep(300_000);
$held->say();
$late = (float) explode("\n", $waiter->wait()->out)[1] - (float) explode("\n", $held->wait()->out)[1];
echo $late < 0.25 ? "in time\n" : "late by $late s\n", strlen($redis->call('GET', $redis->call('KEYS', '*')[0])), " bytes\n";
--EXPECT--
in time
43 bytes
