--TEST--
Every method of the stub throws an Error that names the missing extension
--FILE--
<?php
// In a process of its own: the extension may be loaded in this one.
$code = 'require $argv[1];
    $class = new ReflectionClass("RedisLock");
    foreach ($class->getMethods() as $method) {
        $lock = $class->newInstanceWithoutConstructor();
        try {
            $method->invokeArgs($method->isStatic() ? null : $lock, array_slice(["strlen"], 0, $method->getNumberOfRequiredParameters()));
            echo "nothing was thrown by ";
        } catch (Throwable $thrown) {
            $said[get_class($thrown) . ": " . $thrown->getMessage()] ??= 0;
        }
        echo $method->name, " ";
    }
    echo "\n", implode("\n", array_keys($said)), "\n";';
$stub = dirname(__DIR__, 2) . '/stubs/RedisLock.php';
passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-r', $code, '--', $stub])));
--EXPECT--
__construct acquire run extend release isHeld ensureHeld remaining isLocked isDone holder forceRelease key keys token fence waitUsing stats events releaseAll describe locks scan diagnose __debugInfo 
Error: redislock is not loaded: php.ini needs extension=redislock.so
