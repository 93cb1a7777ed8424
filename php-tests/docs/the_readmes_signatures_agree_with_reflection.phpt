--TEST--
The README's signatures are those of the class: names, parameters, types, defaults, what is static
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/page.inc';

[$block] = array_values(array_filter(code_blocks(page('README.md'), 'php'), fn (CodeBlock $block): bool => str_starts_with($block->code, 'interface ')));
eval($block->code);
$signatures = function (string $class): array {
    $parameter = fn (ReflectionParameter $p): string => "{$p->getType()} $$p->name"
        . ($p->isOptional() ? ' = ' . var_export($p->getDefaultValue(), true) : '');
    $lines = array_map(fn (ReflectionMethod $m): string => ($m->isStatic() ? 'static ' : '') . "$m->name("
        . implode(', ', array_map($parameter, $m->getParameters())) . "): {$m->getReturnType()}", (new ReflectionClass($class))->getMethods());
    sort($lines);

    return $lines;
};
var_dump(same('in the class', $signatures('RedisLock'), 'in the README', $signatures('Signatures')));
echo count($signatures('Signatures')) > 15 ? "all read\n" : "too few\n";
?>
--EXPECT--
bool(true)
all read
