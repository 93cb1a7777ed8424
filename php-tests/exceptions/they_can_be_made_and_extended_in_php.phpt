--TEST--
PHP code can make, extend, throw and catch the exceptions like its own
--FILE--
<?php
class OrderLocked extends RedisLockNotAcquiredException
{
    public function __construct(public readonly int $order)
    {
        parent::__construct("order $order is being changed", 423, new RedisLockServerException('why'));
    }
}
try {
    throw new OrderLocked(42);
} catch (RedisLockException $caught) {
    echo $caught::class, ": {$caught->getMessage()}, code {$caught->getCode()}, order {$caught->order}, line {$caught->getLine()}\n";
    echo $caught->getPrevious()::class, ': ', $caught->getPrevious()->getMessage(), "\n";
}
foreach (['', 'NotAcquired', 'Lost', 'Connection', 'Server'] as $name) {
    $class = "RedisLock{$name}Exception";
    $plain = new $class();
    $full = new $class('text', 7, $plain);
    var_dump([$plain->getMessage(), $plain->getCode(), $full->getMessage(), $full->getCode(), $full->getPrevious() === $plain, basename($full->getFile())]
        === ['', 0, 'text', 7, true, basename(__FILE__)]);
}
$lost = new RedisLockLostException('text');
$lost->result = ['done' => true];
echo json_encode($lost->result), "\n";
--EXPECT--
OrderLocked: order 42 is being changed, code 423, order 42, line 10
RedisLockServerException: why
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
{"done":true}
