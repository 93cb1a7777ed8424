--TEST--
PHP code that a constructor calls cannot construct the same object: LogicException, and the lease stands
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

final class Name
{
    public function __construct(private RedisServer $redis)
    {
    }

    public function __toString(): string
    {
        $lock = debug_backtrace()[1]['object'];
        $lock->__construct('inner', 10, $this->redis->address());
        $lock->acquire() || exit(1);
        $GLOBALS['inner'] = $lock;

        return 'outer';
    }
}
$redis = RedisServer::start();
echo throws(fn () => new RedisLock(new Name($redis), 10, $redis->address())), "\n";
var_dump($inner->key(), $inner->isHeld(), $redis->call('KEYS', '*'));
--EXPECT--
LogicException: RedisLock::__construct() was called already for this object
string(5) "inner"
bool(true)
array(1) {
  [0]=>
  string(5) "inner"
}
