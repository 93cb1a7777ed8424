--TEST--
redislock release frees the permit of a token, or with --force all; without --permits it says what it would miss
--SKIPIF--
<?php
if (!method_exists('RedisLock', 'keys')) {
    die('skip this extension knows one key and one holder');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$locks = array_map(fn (): RedisLock => new RedisLock('api', 60, $redis->address(), permits: 3), [1, 2, 3]);
array_map(fn (RedisLock $lock): bool => $lock->acquire(), $locks);
tell(redislock($redis, ['release', 'api', '--token', $locks[1]->token()]));
tell(redislock($redis, ['release', 'api', '--token', $locks[1]->token(), '--permits', '3']));
var_dump($locks[0]->isHeld(), $locks[1]->isHeld(), $locks[2]->isHeld());
tell(redislock($redis, ['release', 'api', '--force']));
tell(redislock($redis, ['release', 'api', '--force', '--permits=3']));
var_dump($locks[0]->isHeld(), $locks[2]->isHeld());
--EXPECT--
"api" is not held with this token
-> 1
released "api"
-> 0
bool(true)
bool(false)
bool(true)
redislock: "api" has permits, and more than one process may hold it; --permits=3 releases all of them, --permits=1 the first
redislock: see redislock release --help
-> 64
released "api"
-> 0
bool(false)
bool(false)
