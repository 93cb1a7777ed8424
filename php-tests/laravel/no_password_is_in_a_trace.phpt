--TEST--
A refusal whose trace shows arguments shows no password
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

foreach ([['default.scheme' => 'quic'], ['default.scheme' => 'tls', 'default.context' => ['ssl' => ['capath' => '/x']]]] as $wrong) {
    $app = new LaravelApp(RedisServer::start(), $wrong + ['default.password' => 'geheim', 'default.username' => 'bob']);
    $trace = $app->php('try { Cache::lock("foo"); } catch (InvalidArgumentException $refusal) { echo $refusal; }', ['zend.exception_ignore_args' => '0']);
    echo substr_count($trace->out, 'cannot have locks'), ' refusal, ', substr_count($trace->out, 'geheim'), " passwords, ",
        str_contains($trace->out, 'Address::single(') ? 'with arguments' : 'without', "\n";
}
--EXPECT--
1 refusal, 0 passwords, with arguments
1 refusal, 0 passwords, with arguments
