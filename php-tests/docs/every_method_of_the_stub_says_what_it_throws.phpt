--TEST--
The manual of every method in the stub says what it throws, in classes that exist
--FILE--
<?php
// In a process of its own: the extension may be loaded in this one.
$code = 'require $argv[1];
    foreach ((new ReflectionClass("RedisLock"))->getMethods() as $method) {
        preg_match_all("/@throws (\w+)/", (string) $method->getDocComment(), $thrown);
        foreach ($thrown[1] ?: ["no @throws"] as $class) {
            echo $class === "void" || is_a($class, Throwable::class, true) ? "" : "$method->name: $class\n";
        }
        $asks += in_array("RedisLockConnectionException", $thrown[1]);
    }
    echo "$asks methods ask Redis\n";';
$stub = dirname(__DIR__, 2) . '/stubs/RedisLock.php';
$command = [PHP_BINARY, '-n', '-r', '$asks = 0; ' . $code, '--', $stub];
passthru(implode(' ', array_map(escapeshellarg(...), $command)));
--EXPECT--
13 methods ask Redis
