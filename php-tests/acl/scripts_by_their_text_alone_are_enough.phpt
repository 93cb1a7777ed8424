--TEST--
Where EVALSHA is forbidden or renamed away, everything works by EVAL: waiters are woken, locks are kept, and nothing is left
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$forbidding = RedisServer::start();
$forbidding->call('ACL', 'SETUSER', 'shop', 'on', '>pw', '~*', '+@all', '-evalsha');
$without = RedisServer::start('--rename-command', 'EVALSHA', '');
foreach ([[$forbidding, "redis://shop:pw@127.0.0.1:$forbidding->port"], [$without, $without->address()]] as [$redis, $address]) {
    $lock = fn (string|array $key, mixed ...$more): RedisLock => new RedisLock($key, 30, $address, ...$more);
    $all = [$lock('one'), $lock(['{k}a', '{k}b']), $lock('two', permits: 2), $lock('number', fence: true), new RedisLock('kept', 1, $address, autoRenew: true), $lock('rest', atLeast: 0.1)];
    $is = [];
    foreach ($all as $each) {
        $is[] = [$each->acquire(), $each->isHeld(), $each->extend()];
    }
    echo json_encode($is), "\n";
    $waiter = $redis->background("\$lock = new RedisLock('one', 10, '$address'); echo json_encode([\$lock->acquire(10), \$lock->release()]);");
    eventually(10, fn () => array_filter($redis->clients(), fn (array $client): bool => $client['cmd'] === 'blpop') !== []);
    $begin = hrtime(true);
    $released = $all[0]->release();
    echo json_encode($released), ' ', $waiter->wait()->out, (hrtime(true) - $begin) / 1e9 < 0.9 ? ' woken' : ' late', "\n";
    usleep(1_200_000);
    echo json_encode([$all[4]->isHeld(), RedisLock::stats()['lost']]), "\n";
    unset($each);
    $all = [];
    echo json_encode(RedisLock::stats()['forgotten']), ' ', implode(' ', array_diff($redis->call('KEYS', '*'), preg_grep('/:rl-/', $redis->call('KEYS', '*')))), "\n";
}
--EXPECT--
[[true,true,true],[true,true,true],[true,true,true],[true,true,true],[true,true,true],[true,true,true]]
true [true,true] woken
[true,0]
0 
[[true,true,true],[true,true,true],[true,true,true],[true,true,true],[true,true,true],[true,true,true]]
true [true,true] woken
[true,0]
0 
