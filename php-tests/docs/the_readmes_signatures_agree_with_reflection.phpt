--TEST--
The README's signatures are those of the class: names, parameters, types, defaults, what is static
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/page.inc';

$codes = array_map(fn (CodeBlock $block): string => $block->code, code_blocks(page('README.md'), 'php'));
eval(implode(preg_grep('/^interface Signatures\b/', $codes)));
$signatures = function (string $class): array {
    $parameter = fn (ReflectionParameter $p): string => "{$p->getType()} $$p->name"
        . ($p->isOptional() ? ' = ' . var_export($p->getDefaultValue(), true) : '');
    $line = fn (ReflectionMethod $m): string => ($m->isStatic() ? 'static ' : '') . "$m->name("
        . implode(', ', array_map($parameter, $m->getParameters())) . "): {$m->getReturnType()}";
    $lines = array_map($line, (new ReflectionClass($class))->getMethods(ReflectionMethod::IS_PUBLIC));
    sort($lines);

    return $lines;
};
var_dump(same('in the class', $signatures('RedisLock'), 'in the README', $signatures('Signatures')));
echo count($signatures('Signatures')) > 15 ? "all read\n" : "too few\n";
?>
--EXPECT--
bool(true)
all read
