--TEST--
The address `server` of a store may name the file of its password
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start();
$secret = tempnam(sys_get_temp_dir(), 'secret');
file_put_contents($secret, "s3cret\n");
$redis->call('ACL', 'SETUSER', 'shop', 'on', '>s3cret', '~*', '&*', '+@all');
$address = str_replace('//', '//shop@', $redis->address()) . "?password_file=$secret";
$app = new LaravelApp($redis, [], ['stores.filed' => ['driver' => 'redislock', 'connection' => 'default', 'server' => $address]]);
$app->run("echo json_encode(Cache::store('filed')->lock('job', 5)->get(fn () => array_column(RedisLock::diagnose('$address'), 'user'))), \"\\n\";");
unlink($secret);
--EXPECT--
["shop"]
