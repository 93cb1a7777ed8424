--TEST--
A release that one server has refused is sent to it again, but not if the process has forked since: a child may use its token
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/quorum.inc';
require __DIR__ . '/../fork/child.inc';
$servers = servers(3);
$third = $servers[2];

foreach ([false, true] as $forks) {
    $lock = new RedisLock(test_key(), 600, addresses($servers));
    var_dump($lock->acquire(), eventually(5, fn (): bool => copies($servers, test_key()) === 3));
    // A replica takes no writes.
    $third->call('REPLICAOF', '127.0.0.1', '1');
    var_dump($lock->release());
    echo $forks ? in_child(fn () => null) : 'no child', "\n";
    $third->call('REPLICAOF', 'NO', 'ONE');
    // The next contact.
    (new RedisLock(test_key('-other'), 600, addresses($servers)))->isLocked();
    var_dump($third->call('EXISTS', test_key()));
    $third->call('DEL', test_key());
}
--EXPECT--
bool(true)
bool(true)
bool(true)
no child
int(0)
bool(true)
bool(true)
bool(true)
exit code 0
int(1)
