--TEST--
A user of exactly the key releases with the key alone, and its connection writes rn_ tokens from then on
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~my:lock ' . LOCK_COMMANDS);
$lock = new RedisLock('my:lock', 10, $address);
$commands = $redis->monitor();
for ($lease = 0; $lease < 3; $lease++) {
    $lock->acquire() || exit(1);
    $ends[] = $lease < 2 ? $lock->release() : $lock->forceRelease();
}
// MONITOR shows what ran: the first EVALSHA, with three keys, was refused before that.
foreach ($commands() as $words) {
    echo match ($words[0]) {
        'SET' => 'SET ' . substr($words[2], 0, 3) . "\n",
        'EVALSHA', 'EVAL' => "$words[0] $words[2] " . implode(' ', array_slice($words, 3, (int) $words[2])) . "\n",
        default => '',
    };
}
echo json_encode($ends), ', refused: ', $redis->call('ACL', 'LOG')[0][1], "\n";
?>
--EXPECT--
SET rl_
EVALSHA 1 my:lock
EVAL 1 my:lock
SET rn_
EVALSHA 1 my:lock
SET rn_
EVALSHA 1 my:lock
EVAL 1 my:lock
[true,true,true], refused: 1
