--TEST--
phpinfo() shows the address without its login, in a script, by php -i and by php --ri
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['redis://bob:s3cret@10.0.0.1:7000/2', 'redis://:s3cret@redis.lan', 'unix://:s3%63ret@/run/redis.sock?db=3'] as $address) {
    $options = ['-d', "redislock.server=\"$address\""];
    $php = fn (string ...$arguments): string => (string) shell_exec(implode(' ', array_map(
        escapeshellarg(...),
        [PHP_BINARY, '-n', ...extension_under_test(), ...$options, ...$arguments],
    )));
    foreach ([$redis->php('phpinfo();', [], $options)->out, $php('-i'), $php('--ri', 'redislock')] as $shown) {
        preg_match('/^redislock\.server.*/m', $shown, $line);
        echo $line[0], preg_match('/s3(c|%63)ret/', $shown) ? ', and the password' : '', "\n";
    }
}
--EXPECT--
redislock.server => redis://10.0.0.1:7000/2 => redis://10.0.0.1:7000/2
redislock.server => redis://10.0.0.1:7000/2 => redis://10.0.0.1:7000/2
redislock.server => redis://10.0.0.1:7000/2 => redis://10.0.0.1:7000/2
redislock.server => redis://redis.lan:6379 => redis://redis.lan:6379
redislock.server => redis://redis.lan:6379 => redis://redis.lan:6379
redislock.server => redis://redis.lan:6379 => redis://redis.lan:6379
redislock.server => unix:///run/redis.sock?db=3 => unix:///run/redis.sock?db=3
redislock.server => unix:///run/redis.sock?db=3 => unix:///run/redis.sock?db=3
redislock.server => unix:///run/redis.sock?db=3 => unix:///run/redis.sock?db=3
