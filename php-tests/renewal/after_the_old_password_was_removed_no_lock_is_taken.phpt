--TEST--
A connected process whose password was removed meanwhile takes no lock with autoRenew, with and without a wait; its own connection goes on
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../password-file/secret.inc';

$changes = [
    [':old', fn (RedisServer $redis) => $redis->call('CONFIG', 'SET', 'requirepass', 'new')],
    ['shop:old', fn (RedisServer $redis) => $redis->call('ACL', 'SETUSER', 'shop', '>new', '<old')],
];
foreach ($changes as [$login, $change]) {
    $redis = RedisServer::start('--requirepass', 'old', '--user', 'shop', 'on', '>old', '~*', '+@all');
    $server = str_replace('//', "//$login@", $redis->address());
    $own = new RedisLock(test_key('own'), 60, $server);
    $own->acquire() || exit(1);
    echo $change($redis), "\n", $said = not_taken($redis, $server), "\n";
    // No wait makes that better.
    $begin = hrtime(true);
    var_dump(not_taken($redis, $server, 10) === $said, hrtime(true) - $begin < 10e9, $own->extend(), $own->release());
}

// What refuses passes while a wait lasts: the file has the new password a second later.
pcntl_async_signals(true);
foreach ([null, 'given'] as $token) {
    $redis = server_with('0ld');
    $server = $redis->address() . '?password_file=' . secret('0ld');
    $own = new RedisLock(test_key('own'), 60, $server);
    $own->acquire() || exit(1);
    rotate($redis, 'n3w');
    pcntl_signal(SIGALRM, fn () => secret('n3w'));
    $lock = new RedisLock(test_key('renewed'), 2, $server, token: $token, autoRenew: true);
    echo strstr(throws(fn () => $lock->acquire()), ';'), "\n";
    pcntl_alarm(1);
    var_dump($lock->acquire(20), renewed(2), $lock->release());
}
--EXPECT--
OK
RedisLockServerException: could not acquire lock "renewed": 127.0.0.1:PORT replied WRONGPASS invalid username-password pair or user is disabled; autoRenew needs a second connection; check the user and the password of the address, where a % is written %25
bool(true)
bool(true)
bool(true)
bool(true)
OK
RedisLockServerException: could not acquire lock "renewed": 127.0.0.1:PORT replied WRONGPASS invalid username-password pair or user is disabled; autoRenew needs a second connection; check the user and the password of the address, where a % is written %25
bool(true)
bool(true)
bool(true)
bool(true)
; autoRenew needs a second connection; the file and the server have different passwords, or the address another user
bool(true)
bool(true)
bool(true)
; autoRenew needs a second connection; the file and the server have different passwords, or the address another user
bool(true)
bool(true)
bool(true)
