--TEST--
The reference's table of exceptions names exactly the extension's exception classes with their parents
--FILE--
<?php
require __DIR__ . '/page.inc';

$classes = [];
foreach ((new ReflectionExtension('redislock'))->getClasses() as $class) {
    if ($class->isSubclassOf(Throwable::class)) {
        $classes[] = "$class->name extends " . $class->getParentClass()->name;
    }
}
$rows = table(section(page('docs/reference.md'), '## Errors'), 'exception');
$listed = array_map(fn (array $row): string => "$row[0] extends $row[1]", $rows);
var_dump(same('in the extension', $classes, 'in the reference', $listed));

// The table of methods writes them short.
preg_match_all('/\b(NotAcquired|Lost|Connection|Server)\b/', section(page('docs/reference.md'), '## Errors'), $short);
foreach (array_unique($short[1]) as $name) {
    echo $name, ' ', class_exists("RedisLock{$name}Exception") ? 'exists' : 'does not exist', "\n";
}
--EXPECT--
bool(true)
Lost exists
Connection exists
Server exists
NotAcquired exists
