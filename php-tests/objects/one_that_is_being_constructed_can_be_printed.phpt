--TEST--
A lock whose constructor reads its arguments can be printed, as by a handler of a deprecation that logs where it came from
--FILE--
<?php
set_error_handler(function (int $level, string $text): bool {
    echo $text, "\n";
    var_dump(debug_backtrace()[1]['object']);
    return true;
});
$permits = 2.5;
$lock = new RedisLock('orders', permits: $permits);
var_dump($lock->key());
--EXPECTF--
Implicit conversion from float 2.5 to int loses precision
object(RedisLock)#%d (0) {
}
string(6) "orders"
