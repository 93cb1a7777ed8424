--TEST--
A lost lock's message names the label of the holder that has it now, escaped, and nothing else of that token
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$key = test_key();
$random = str_repeat('0123456789abcdef', 2);
foreach (["rl_$random@web1:4711", "rn_$random@a\"b", "rl_$random", "rl_$random@a\nb", "secret@host", 'rl_' . strtoupper($random) . '@x'] as $token) {
    $lock = new RedisLock($key, 10, $redis->address());
    $lost = fn (callable $f): string => preg_replace('/.*removed, and (.*?);.*/', '$1', throws($f));
    $lock->acquire() || exit(1);
    $redis->call('SET', $key, $token);
    echo $lost(fn () => $lock->ensureHeld()), ' / ';
    // Known to be lost: asked once more for whose it is.
    echo $lost(fn () => $lock->ensureHeld()), ' / ';
    $redis->call('DEL', $key);
    echo $lost(fn () => $lock->run(fn () => $redis->call('SET', $key, $token))), "\n";
    $redis->call('DEL', $key);
}
?>
--EXPECT--
"web1:4711" holds it now / "web1:4711" holds it now / "web1:4711" holds it now
"a\"b" holds it now / "a\"b" holds it now / "a\"b" holds it now
another may hold it / another may hold it / another may hold it
another may hold it / another may hold it / another may hold it
another may hold it / another may hold it / another may hold it
another may hold it / another may hold it / another may hold it
