--TEST--
What the details page prints for the lock plugins of webman and ThinkPHP makes the store, with values by position and by name
--EXTENSIONS--
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';
require __DIR__ . '/../docs/page.inc';

use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$printed = array_filter(code_blocks(page('bridges/symfony/DETAILS.md'), 'php'), fn (CodeBlock $block) => str_contains($block->code, "'default_config'"));
foreach ($printed as $block) {
    $config = eval(str_replace('redis://127.0.0.1:6379', $redis->address(), $block->code));
    [$name, $stores] = array_values($config);
    ['class' => $class, 'construct' => $arguments] = $stores[$name];
    // As the containers of webman and of ThinkPHP make objects.
    foreach ([new $class(...array_values($arguments)), new $class(...$arguments)] as $store) {
        $lock = (new LockFactory($store))->createLock($config['default_config']['prefix'] . test_key(), null);
        var_dump($lock->acquire(), $redis->call('TTL', 'lock_' . test_key()));
        $lock->release();
    }
}
--EXPECT--
bool(true)
int(300)
bool(true)
int(300)
bool(true)
int(300)
bool(true)
int(300)
