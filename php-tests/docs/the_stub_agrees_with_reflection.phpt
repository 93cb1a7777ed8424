--TEST--
The stub describes exactly the classes that the extension has: names, order, types, defaults, attributes, parents
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/describe.inc';

$classes = (new ReflectionExtension('redislock'))->getClassNames();
$stub = dirname(__DIR__, 2) . '/stubs/RedisLock.php';

// Both cannot be in one process. The stub's process is asked for the same classes, and for what else it declares.
$code = 'require $argv[1]; $before = get_declared_classes(); require $argv[2];
    echo implode("\n", describe(...array_values(array_diff(get_declared_classes(), $before))));';
$command = [PHP_BINARY, '-n', '-r', $code, '--', __DIR__ . '/describe.inc', $stub];
$described = shell_exec(implode(' ', array_map(escapeshellarg(...), $command)));

var_dump(same('in the extension', describe(...$classes), 'in the stub', explode("\n", $described)));
echo count($classes), " classes\n";
--EXPECT--
bool(true)
7 classes
