--TEST--
A list of servers has three different addresses or more; anything else is refused without showing a password
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$lists = [
    'empty' => [],
    'one' => ['redis://a'],
    'two' => ['redis://a', 'redis://b'],
    'keys' => ['one' => 'redis://a', 'two' => 'redis://b', 'three' => 'redis://c'],
    'twice' => ['redis://a', 'redis://:secret@b/1', 'redis://b:6379'],
    'a number' => ['redis://a', 6379, 'redis://b'],
    'null' => ['redis://a', 'redis://b', null],
    'a list' => [['redis://a'], 'redis://b', 'redis://c'],
    'no address' => ['redis://a', 'redis://:secret@b:x', 'redis://c'],
    'other bytes' => ['redis://a', 'redis://b', "redis://\xff"],
    'no scheme' => ['redis://a', 'redis://b', 'secret'],
];
foreach ($lists as $name => $list) {
    echo "$name: ", throws(fn () => new RedisLock('key', server: $list)), "\n";
}
$three = ['redis://a', 'redis://b', 'unix:///c'];
echo 'fence: ', throws(fn () => new RedisLock('key', server: $three, fence: true)), "\n";
echo 'replicas: ', throws(fn () => new RedisLock('key', server: $three, replicas: 1)), "\n";
echo throws(fn () => new RedisLock('key', server: $three, autoRenew: true)), "\n";
$text = 'redis://c';
$references = ['redis://a', 'redis://b', &$text];
echo throws(fn () => new RedisLock('key', server: $references)), "\n";
--EXPECT--
empty: ValueError: RedisLock::__construct(): Argument #3 ($server) must be one address or a list of at least 3, 0 given
one: ValueError: RedisLock::__construct(): Argument #3 ($server) must be one address or a list of at least 3, 1 given
two: ValueError: RedisLock::__construct(): Argument #3 ($server) must be one address or a list of at least 3, 2 given
keys: ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list: keys 0, 1, 2 and so on
twice: ValueError: RedisLock::__construct(): Argument #3 ($server) must not name a server twice: numbers 2 and 3 are the same
a number: TypeError: RedisLock::__construct(): Argument #3 ($server) must be a list of strings, but number 2 is not one
null: TypeError: RedisLock::__construct(): Argument #3 ($server) must be a list of strings, but number 3 is not one
a list: TypeError: RedisLock::__construct(): Argument #3 ($server) must be a list of strings, but number 1 is not one
no address: ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list of addresses, and number 2 must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
other bytes: ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list of addresses, and number 3 must be text: percent-encode other bytes in the password only
no scheme: ValueError: RedisLock::__construct(): Argument #3 ($server) must be a list of addresses, and number 3 must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
fence: ValueError: RedisLock::__construct(): Argument #8 ($fence) must be false with a list of servers, which have no number in common
replicas: ValueError: RedisLock::__construct(): Argument #9 ($replicas) must be 0 with a list of servers, which are no replicas of each other
nothing was thrown
nothing was thrown
