--TEST--
Every lease has a token of its own: rl_ and 32 hex digits, all of 10,000 different
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
// From here on an acquire is one SET.
(new RedisLock('first', server: $redis->unix()))->run(fn () => null);
$commands = $redis->monitor();
for ($object = 0; $object < 10; $object++) {
    $lock = new RedisLock(test_key(), 10, $redis->unix());
    for ($lease = 0; $lease < 1000; $lease++) {
        $lock->acquire() || exit(1);
        $tokens[$lock->token()] = $lock->release();
    }
}
$sets = array_filter($commands(), fn (array $words): bool => $words[0] === 'SET');
$written = array_column($sets, 2);
var_dump(count($tokens), count(preg_grep('/^rl_[0-9a-f]{32}$/D', array_keys($tokens))), array_keys($tokens) === $written);
--EXPECT--
int(10000)
int(10000)
bool(true)
