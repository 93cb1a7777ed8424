--TEST--
A caller's variables keep their values and types when arguments are coerced
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

final class Name
{
    public function __toString(): string
    {
        return 'name';
    }
}
$redis = RedisServer::start();
$key = 42;
$ttl = '10';
$token = new Name();
$auto = 'yes';
$arguments = [&$key, &$ttl, $redis->address(), &$token, &$auto];
$lock = new RedisLock(...$arguments);
echo $lock->key(), ' ', $lock->token(), "\n";
$lock->acquire() || exit(1);
call_user_func_array([$lock, 'extend'], ['ttl' => &$ttl]);
(new ReflectionClass('RedisLock'))->newInstanceArgs($arguments);
echo throws(fn () => new RedisLock($key, $ttl = '0')), "\n";
var_dump($key, $ttl, $token::class, $auto);
--EXPECT--
42 name
ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, 0 given
int(42)
string(2) "10"
string(4) "Name"
string(3) "yes"
