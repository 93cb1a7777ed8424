--TEST--
var_dump() of a list shows its keys; of one key it shows what it did before
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

echo preg_replace('/\s+/', ' ', print_r(new RedisLock(['a', 'b']), true)), "\n";
echo preg_replace('/\s+/', ' ', print_r(new RedisLock(['a']), true)), "\n";
--EXPECT--
RedisLock Object ( [key] => a [keys] => Array ( [0] => a [1] => b ) [state] => none [remaining] => 0 ) 
RedisLock Object ( [key] => a [state] => none [remaining] => 0 ) 
