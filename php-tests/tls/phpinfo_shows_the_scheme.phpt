--TEST--
phpinfo() shows an address over TLS by scheme, host and database, without login and options
--INI--
redislock.server="rediss://bob:s3cret@redis.lan/2?cafile=/etc/ssl/my%20ca.pem&verify_peer=0"
--FILE--
<?php
ob_start();
(new ReflectionExtension('redislock'))->info();
echo preg_match('/^redislock\.server => (\S+)/m', ob_get_clean(), $shown) ? $shown[1] : 'nothing', "\n";
--EXPECT--
rediss://redis.lan:6379/2
