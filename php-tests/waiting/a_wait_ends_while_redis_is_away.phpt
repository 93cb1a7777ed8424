--TEST--
A wait whose Redis goes away ends at its time, with the reason why there was no reply
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$redis->call('SET', $key, 'rl_another');
$waiter = process($redis, $key, <<<'PHP'
    $start = hrtime(true);
    try {
        var_dump($lock->acquire(1.5));
    } catch (RedisLockConnectionException $away) {
        echo preg_match('/: connection refused;/', $away->getMessage()), "\n";
    }
    echo (hrtime(true) - $start) / 1e9, "\n";
    PHP);
until_blocked($redis);
$redis->stop();
[$refused, $seconds] = explode("\n", $waiter->wait()->out);
echo "$refused\n";
within(1.5, (float) $seconds, 2.5, 'at the end of its wait');
--EXPECT--
1
at the end of its wait: yes
