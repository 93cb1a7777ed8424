--TEST--
After PHP was restarted inside its process Reflection, defaults, sensitive parameters and settings are as after the first start
--SKIPIF--
<?php
require __DIR__ . '/restart.inc';
if (embedded_php() === null) {
    die('skip there is no library with this PHP inside (Debian: libphp8.2-embed)');
}
--FILE--
<?php
require __DIR__ . '/restart.inc';
$redis = RedisServer::start();
echo restarted($redis, 3, <<<'PHP'
    $text = (string) new ReflectionClass('RedisLock') . new ReflectionClass('RedisLockLostException');
    foreach (['__construct', 'describe', 'locks'] as $method) {
        foreach ((new ReflectionMethod('RedisLock', $method))->getParameters() as $parameter) {
            $text .= $method . $parameter->getName() . count($parameter->getAttributes(SensitiveParameter::class)) . "\n";
        }
    }
    $text .= print_r(ini_get_all('redislock'), true);
    echo substr_count($text, 'mixed '), ' mixed, ', preg_match_all('/(server|token)1$/m', $text), ' sensitive, ',
        count(ini_get_all('redislock')), " settings\n";
    file_put_contents(__DIR__ . '/' . ROUND, $text);
    ROUND > 0 && var_dump(file_get_contents(__DIR__ . '/0') === $text);
    try {
        new RedisLock('', 600, null, 'the-secret');
    } catch (ValueError $error) {
        var_dump(str_contains((string) $error, 'the-secret') || !str_contains((string) $error, 'SensitiveParameterValue'));
    }
    try {
        (new RedisLock('key', 600, 'redis://127.0.0.1:1'))->acquire() || exit(1);
    } catch (RedisLockException $error) {
        var_dump($error::class);
    }
    PHP);
--EXPECT--
3 mixed, 4 sensitive, 10 settings
bool(false)
string(28) "RedisLockConnectionException"
end of round 0: 0 threads, 0 sockets
3 mixed, 4 sensitive, 10 settings
bool(true)
bool(false)
string(28) "RedisLockConnectionException"
end of round 1: 0 threads, 0 sockets
3 mixed, 4 sensitive, 10 settings
bool(true)
bool(false)
string(28) "RedisLockConnectionException"
end of round 2: 0 threads, 0 sockets
exit code 0
