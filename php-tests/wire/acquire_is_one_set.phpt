--TEST--
Once an acquire has gone through, acquire() sends SET key token NX with EX for whole seconds, PX for fractions and neither for INF, and nothing else
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
(new RedisLock('first', server: $redis->address()))->run(fn () => null);
$commands = $redis->monitor();
foreach ([10, 10.0, null, 1.5, 0.75, 4.35, 1.0001, 315360000, INF] as $ttl) {
    $lock = new RedisLock('my:lock', $ttl, $redis->address(), autoRelease: false);
    $lock->acquire() || exit(1);
    $ttls[$lock->token()] = $ttl;
    $redis->call('DEL', 'my:lock');
}
foreach ($commands() as $words) {
    echo var_export($ttls[$words[2]], true), ': ', str_replace($words[2], 'TOKEN', implode(' ', $words)), "\n";
}
--EXPECT--
10: SET my:lock TOKEN NX EX 10
10.0: SET my:lock TOKEN NX EX 10
NULL: SET my:lock TOKEN NX EX 30
1.5: SET my:lock TOKEN NX PX 1500
0.75: SET my:lock TOKEN NX PX 750
4.35: SET my:lock TOKEN NX PX 4350
1.0001: SET my:lock TOKEN NX PX 1001
315360000: SET my:lock TOKEN NX EX 315360000
INF: SET my:lock TOKEN NX
