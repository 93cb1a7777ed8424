--TEST--
memory: with anything after it, in a list of servers or with replicas is a ValueError
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (['memory', 'memory://', 'memory:s3cret@', 'memory:?io_timeout=1', 'memory:2', ['memory:', 'memory:', 'memory:'], ['redis://a', 'redis://b', 'memory:']] as $server) {
    echo throws(fn () => new RedisLock('key', server: $server)), "\n";
}
echo throws(fn () => new RedisLock('key', server: 'memory:', replicas: 1)), "\n";
echo throws(fn () => new RedisLock('key', server: 'memory:', replicas: 0, fence: true)), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #3 ($server) must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
ValueError: RedisLock::__construct(): Argument #3 ($server) must be memory: and nothing more: this process's memory has no host, password, database or option
ValueError: RedisLock::__construct(): Argument #3 ($server) must be memory: and nothing more: this process's memory has no host, password, database or option
ValueError: RedisLock::__construct(): Argument #3 ($server) must be memory: and nothing more: this process's memory has no host, password, database or option
ValueError: RedisLock::__construct(): Argument #3 ($server) must be memory: and nothing more: this process's memory has no host, password, database or option
ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list of single servers, but number 1 is not one
ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list of single servers, but number 3 is not one
ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 with memory:, which has no replicas
nothing was thrown
