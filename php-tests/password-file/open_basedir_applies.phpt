--TEST--
Files of passwords must be within open_basedir, those of sentinels as well
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';
ini_set('open_basedir', __DIR__ . '/..');
foreach (['redis://h?password_file=/etc/passwd', 'redis-cluster://h?password_file=/etc/passwd', 'redis-sentinel://h/m?sentinel_password_file=/etc/passwd', 'redis://h?password_file=' . rawurlencode(__FILE__)] as $address) {
    echo throws(fn () => new RedisLock('k', server: $address)), "\n";
}
--EXPECT--
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
nothing was thrown
