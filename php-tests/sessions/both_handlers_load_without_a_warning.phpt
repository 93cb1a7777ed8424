--TEST--
Both handlers load without a warning: PHP 8.6 has one for a handler that makes or checks no ids
--FILE--
<?php
foreach (['LockedHandler', 'RedisHandler'] as $name) {
    require dirname(__DIR__, 2) . "/bridges/php/src/Session/$name.php";
    $has = fn (string $method): bool => method_exists("RedisLock\\Session\\$name", $method);
    echo $name, ': ', implode(' ', array_filter(['create_sid', 'validateId', 'updateTimestamp'], $has)), "\n";
}
--EXPECT--
LockedHandler: create_sid validateId updateTimestamp
RedisHandler: create_sid validateId updateTimestamp
