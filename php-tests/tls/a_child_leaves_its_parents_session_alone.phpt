--TEST--
A forked child that inherits an idle session ends nothing of it, has a session of its own, and the parent's works on
--EXTENSIONS--
pcntl
--INI--
redislock.connect_timeout=20
--FILE--
<?php
require __DIR__ . '/tls.inc';
require __DIR__ . '/../fork/child.inc';

foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = TlsServer::start('--tls-protocols', $version);
    $lock = new RedisLock(test_key(), 600, $server->address());
    var_dump($lock->acquire());
    $before = $server->sessions();

    // One that uses nothing, and one that has questions and an inherited object to destroy.
    echo in_child(fn () => null), "\n";
    echo in_child(function () use ($server, $before, &$lock): void {
        $own = new RedisLock(test_key('-own'), 600, $server->address());
        var_dump($own->acquire(), array_intersect($before, $server->sessions()) === $before);
        $lock = null;
    }), "\n";
    var_dump(eventually(PATIENCE, fn (): bool => $server->sessions() === $before));
    var_dump($lock->extend(), $lock->isHeld(), $lock->release(), $server->sessions() === $before);
}
var_dump(RedisLock::stats()['reconnected']);
--EXPECT--
bool(true)
exit code 0
bool(true)
bool(true)
exit code 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
exit code 0
bool(true)
bool(true)
exit code 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
