--TEST--
redislock.label is read when a lock is made; ini_set() changes it for later locks, and refuses nonsense
--INI--
redislock.label=web
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$label = fn (RedisLock $lock): string => strrchr($lock->token(), '@') ?: 'none';
$first = new RedisLock('first');
var_dump(ini_set('redislock.label', 'job %p'));
$second = new RedisLock('second');
foreach (['100%', '%x', str_repeat('a', 129), "a\nb", "\e[31m", 'café'] as $nonsense) {
    var_dump(ini_set('redislock.label', $nonsense));
}
$third = new RedisLock('third');
ini_set('redislock.label', '');
echo $label($first), ' ', str_replace((string) getmypid(), 'PID', $label($second) . ' ' . $label($third)), ' ', $label(new RedisLock('fourth')), "\n";
--EXPECT--
string(3) "web"
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
@web @job PID @job PID none
