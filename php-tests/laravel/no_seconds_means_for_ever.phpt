--TEST--
A lock without seconds never expires, and any process with its owner releases it
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$result = $app->php('Cache::lock("a")->get(); Cache::lock("b", 0)->get(); $lock = Cache::lock("c"); $lock->block(1); echo $lock->owner();');
foreach ($redis->call('KEYS', '*') as $key) {
    echo 'pttl ', $redis->call('PTTL', $key), "\n";
}
$app->run("var_dump(Cache::restoreLock('c', '$result->out')->release());");
echo count($redis->call('KEYS', '*')), " are left\n";
--EXPECT--
pttl -1
pttl -1
pttl -1
bool(true)
2 are left
