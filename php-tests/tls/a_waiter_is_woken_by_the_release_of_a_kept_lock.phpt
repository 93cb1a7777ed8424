--TEST--
A lease is renewed over TLS, and its release wakes a process that waits over TLS
--INI--
redislock.connect_timeout=20
--FILE--
<?php
require __DIR__ . '/tls.inc';

foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = TlsServer::start('--tls-protocols', $version);
    $lock = new RedisLock(test_key(), 0.5 * STRETCH, $server->address(), autoRenew: true);
    var_dump($lock->acquire());
    $waiter = $server->redis->background(sprintf(
        'var_dump((new RedisLock(%s, 5, %s))->acquire(20)); echo "taken at ", hrtime(true), "\n";',
        var_export(test_key(), true),
        var_export($server->address(), true),
    ), ['redislock.connect_timeout' => '20']);
    until_blocked($server->redis);
    usleep((int) (1_200_000 * STRETCH));
    var_dump($lock->isHeld(), RedisLock::stats()['renewed'] > 4);
    $start = now();
    var_dump($lock->release());
    sscanf($waiter->waitForLine('taken'), 'taken at %d', $taken);
    within(0, $taken / 1e9 - $start, 0.3 * STRETCH, 'woken at once');
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
woken at once: yes
bool(true)
bool(true)
bool(true)
bool(true)
woken at once: yes
