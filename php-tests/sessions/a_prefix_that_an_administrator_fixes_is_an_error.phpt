--TEST--
Where php_admin_value fixes redislock.prefix the session is not started, and the exception says what to change; php_value is left out
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$pool = ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()];
$fpm = Fpm::start(['fixed' => $pool + ['php_admin_value[redislock.prefix]' => 'shop:'], 'free' => $pool + ['php_value[redislock.prefix]' => 'shop:']]);
$script = $fpm->script(session_page($redis->folder) . <<<'PHP'
    try {
        var_dump(session_start());
        echo implode(' ', PlainFiles::$calls), ', ', (new RedisLock('shop:'))->key(), "\n";
    } catch (LogicException $wrong) {
        echo $wrong->getMessage(), "\n", implode(' ', PlainFiles::$calls);
    }
    PHP);
echo $fpm->ask($script, 'fixed')->body(), $fpm->ask($script, 'free')->body(), $fpm->troubles();
--EXPECT--
redislock.prefix cannot be set by a script here (php_admin_value): set it by php_value, or leave it empty
bool(true)
read, shop:shop:
