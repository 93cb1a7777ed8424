--TEST--
A handler that throws as it reads leaves the session unlocked, though PHP calls no close() then
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
require_once __DIR__ . '/../../bridges/php/src/Session/LockedHandler.php';

ini_set('session.use_cookies', '0');
session_set_save_handler(new RedisLock\Session\LockedHandler(new class extends SessionHandler {
    public function read(string $id): string|false
    {
        throw new RuntimeException('the storage is away');
    }
}, server: $redis->address()));
session_id('abc');
try {
    session_start();
} catch (RuntimeException $failure) {
    echo $failure->getMessage(), "\n";
}
var_dump($redis->call('KEYS', 'PHPREDIS_SESSION:*'));
--EXPECT--
the storage is away
array(0) {
}
