--TEST--
The exceptions are children of RedisLockException, which is a RuntimeException; none is final or abstract
--FILE--
<?php
foreach (['', 'NotAcquired', 'Lost', 'Connection', 'Server'] as $name) {
    $class = new ReflectionClass("RedisLock{$name}Exception");
    echo $class->name, ' < ', implode(' < ', class_parents($class->name)), "\n";
    if ($class->isFinal() || !$class->isInstantiable()) {
        echo "  cannot be extended or made\n";
    }
    foreach ($class->getProperties() as $property) {
        if (str_starts_with($property->class, 'RedisLock')) {
            echo "  public {$property->getType()} \${$property->name} = ", json_encode($property->getDefaultValue()), "\n";
        }
    }
}
--EXPECT--
RedisLockException < RuntimeException < Exception
RedisLockNotAcquiredException < RedisLockException < RuntimeException < Exception
RedisLockLostException < RedisLockException < RuntimeException < Exception
  public mixed $result = null
RedisLockConnectionException < RedisLockException < RuntimeException < Exception
RedisLockServerException < RedisLockException < RuntimeException < Exception
