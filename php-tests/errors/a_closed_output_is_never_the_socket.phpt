--TEST--
What a program prints that began with its standard streams closed, as daemons do, never goes to Redis as commands
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['tcp' => $redis->address(), 'unix' => $redis->unix()] as $how => $address) {
    $code = sprintf('
        (new RedisLock("%s", 30, "%s", autoRelease: false))->acquire() || exit(1);
        foreach ([0, 1, 2] as $stream) {
            @file_put_contents("php://fd/$stream", "SET victim$stream 1\r\n");
        }
        usleep(100_000);', $how, $address);
    $php = [PHP_BINARY, '-n', ...extension_under_test(), '-r', $code];
    proc_close(proc_open(mortal('sh', '-c', 'exec "$@" <&- >&- 2>&-', 'sh', ...$php), [], $pipes));
}
$keys = $redis->call('KEYS', '*');
sort($keys);
echo implode(' ', $keys), "\n";
--EXPECT--
tcp unix
