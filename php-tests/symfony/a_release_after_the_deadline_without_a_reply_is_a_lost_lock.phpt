--TEST--
A release whose reply does not come and whose deadline has passed is an exception, and its token is not used again; a lock that was lost before needs no release
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--INI--
redislock.io_timeout=0.4
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$short = locks($redis)->createLock(test_key(), 0.3, false);
$short->acquire() || exit(1);
$first = $redis->call('GET', test_key());
$redis->suspend();
chain($short->release(...));
$redis->resume();
// By another token, for that release may still be on its way.
var_dump($short->acquire(), $redis->call('GET', test_key()) !== $first);

$lost = locks($redis)->createLock(test_key('-lost'), 60, false);
$lost->acquire() || exit(1);
$redis->call('DEL', test_key('-lost'));
var_dump($lost->isAcquired());
$redis->suspend();
chain($lost->release(...));
$redis->resume();
--EXPECTREGEX--
LockReleasingException: could not release lock .*
  LockExpiredException: The "a_release_after_the_deadline_without_a_reply_is_a_lost_lock-PID" lock did not last until its release\.
    RedisLockConnectionException: could not release lock .*
bool\(true\)
bool\(true\)
bool\(false\)
nothing was thrown
