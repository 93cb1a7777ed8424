--TEST--
The READMEs' six lines of signatures are those of the class, and what they have the reader try prints what they say
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/page.inc';

$parameter = fn (ReflectionParameter $p): string => "{$p->getType()} \$$p->name"
    . ($p->isOptional() ? ' = ' . strtolower(var_export($p->getDefaultValue(), true)) : '');
foreach (['README.md', 'README.zh-CN.md'] as $name) {
    [$block] = code_blocks(page($name), 'text');
    $signatures = preg_replace('~ *//.*~', '', $block->code);
    preg_match_all('/^(?:static )?(\w+)\(.*?\): \S+$/ms', $signatures, $found, PREG_SET_ORDER);
    $class = array_map(function (array $line) use ($parameter): string {
        $method = new ReflectionMethod('RedisLock', $line[1]);

        return ($method->isStatic() ? 'static ' : '') . "$method->name(" . implode(', ', array_map($parameter, $method->getParameters())) . "): {$method->getReturnType()}";
    }, $found);
    var_dump(count($class), same('in the class', $class, "in $name", preg_replace('/\n */', ' ', array_column($found, 0))));
    // php and the extension are those under test.
    preg_match("/^php -d redislock.server=memory: -r '(.*?)'/ms", code_blocks(page($name), 'sh')[0]->code, $tried);
    preg_match_all('/# (true|false), (true|false)$/m', code_blocks(page($name), 'sh')[0]->code, $said, PREG_SET_ORDER);
    $shown = RedisServer::start()->php($tried[1], ['redislock.server' => 'memory:'])->out;
    preg_match_all('/bool\((\w+)\)/', $shown, $printed);
    var_dump($printed[1] === array_merge(...array_map(fn (array $pair): array => array_slice($pair, 1), $said)));
}
--EXPECT--
int(6)
bool(true)
bool(true)
int(6)
bool(true)
bool(true)
