--TEST--
The reference's tables name exactly the class's methods and the constructor's parameters, with their types and defaults
--FILE--
<?php
require __DIR__ . '/page.inc';

$class = new ReflectionClass('RedisLock');
$typed = fn (ReflectionParameter $p): string => "{$p->getType()} \$$p->name";
$default = fn (ReflectionParameter $p): string => $p->isOptional() ? ' = ' . strtr(strtolower(var_export($p->getDefaultValue(), true)), ['inf' => 'INF']) : '';
$methods = array_map(function (ReflectionMethod $m) use ($typed, $default): string {
    // The constructor's parameters have a table of their own.
    $parameters = $m->isConstructor() ? [] : array_map(fn ($p) => $typed($p) . $default($p), $m->getParameters());
    $returns = $m->isConstructor() ? '' : ": {$m->getReturnType()}";

    return ($m->isStatic() ? 'static ' : '') . "$m->name(" . implode(', ', $parameters) . ")$returns";
}, $class->getMethods(ReflectionMethod::IS_PUBLIC));
$parameters = array_map(fn ($p) => $typed($p) . $default($p), $class->getConstructor()->getParameters());

$constructor = section(page('docs/reference.md'), '## Constructor');
$listed = array_column(table(section(page('docs/reference.md'), '## Methods'), 'method'), 0);
$named = array_map(fn (array $row) => $row[0] . ($row[1] !== '' ? " = $row[1]" : ''), table($constructor, 'parameter of the constructor'));
sort($methods);
sort($listed);
var_dump(same('in the class', $methods, 'in the reference', $listed), same('in the class', $parameters, 'in the reference', $named));

// Each is in the table of errors, or in the sentence below it about those that ask nobody.
$errors = section(page('docs/reference.md'), '## Errors');
foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
    echo $method->isConstructor() || preg_match("/`$method->name`/", $errors) ? '' : "no word on errors of $method->name\n";
}
--EXPECT--
bool(true)
bool(true)
