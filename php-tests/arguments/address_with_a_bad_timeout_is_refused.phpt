--TEST--
A timeout of an address outside 0.001 to 3600 seconds, or given twice, is a ValueError that names it, for every kind of address
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$addresses = ['redis://h?io_timeout=0', 'redis://h/2?connect_timeout=3601', 'unix:///s?db=1&io_timeout=1s', 'redis-sentinel://h/m?io_timeout=',
    'redis-cluster://h?connect_timeout', 'redis://h?io_timeout=1&io_timeout=1', 'redis://h?io_timeout=%31%2E5', 'redis-cluster://h,i?io_timeout=3&connect_timeout=0.001'];
foreach ($addresses as $server) {
    echo "$server\n  ", str_replace('RedisLock::__construct(): Argument #3 ($server)', '', throws(fn () => new RedisLock('key', server: $server))), "\n";
}
echo throws(fn () => new RedisLock('key', server: ['redis://a', 'redis://b?io_timeout=x', 'redis://c'])), "\n";
--EXPECT--
redis://h?io_timeout=0
  ValueError:  must have 0.001 to 3600 seconds in the option io_timeout: redis://host?io_timeout=2.5
redis://h/2?connect_timeout=3601
  ValueError:  must have 0.001 to 3600 seconds in the option connect_timeout: redis://host?connect_timeout=2.5
unix:///s?db=1&io_timeout=1s
  ValueError:  must have 0.001 to 3600 seconds in the option io_timeout: redis://host?io_timeout=2.5
redis-sentinel://h/m?io_timeout=
  ValueError:  must have 0.001 to 3600 seconds in the option io_timeout: redis://host?io_timeout=2.5
redis-cluster://h?connect_timeout
  ValueError:  must have 0.001 to 3600 seconds in the option connect_timeout: redis://host?connect_timeout=2.5
redis://h?io_timeout=1&io_timeout=1
  ValueError:  must not have the option io_timeout twice
redis://h?io_timeout=%31%2E5
  nothing was thrown
redis-cluster://h,i?io_timeout=3&connect_timeout=0.001
  nothing was thrown
ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list of addresses, and number 2 must have 0.001 to 3600 seconds in the option io_timeout: redis://host?io_timeout=2.5
