--TEST--
json_encode() takes events, whatever a key and its prefix are: cut, and no UTF-8 at all
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$cases = ["\xc3" => ["\xa9", "\xff\0x"], 'shop:' => ["\xff\xfe:42"]];
// Of characters of two, three and four bytes, cut at each of their bytes.
foreach (['é', '€', '🔒'] as $character) {
    foreach (range(0, 3) as $shift) {
        $cases[''][] = str_repeat('a', $shift) . str_repeat($character, 100) . str_repeat(' z', 60);
    }
}
foreach ($cases as $prefix => $names) {
    ini_set('redislock.prefix', $prefix);
    foreach ($names as $name) {
        (new RedisLock($name, 10, $redis->address()))->acquire() || exit(1);
        foreach (RedisLock::events() as $event) {
            is_string(json_encode($event)) || print 'not for JSON: ' . bin2hex($event['key']) . "\n";
            $isBeginning = strlen($event['key']) > 252 && str_starts_with($name, rtrim($event['key'], "\u{FFFD}"));
            strlen($name) > 256 && !$isBeginning && print 'not the beginning: ' . bin2hex($event['key']) . "\n";
        }
        strlen($name) > 256 || print json_encode([$event['key'], $event['name']]) . "\n";
    }
}
--EXPECT--
["\u00e9","\ufffd"]
["\ufffd\ufffd\u0000x","\ufffd\u0000x"]
["shop:\ufffd\ufffd:42","\ufffd\ufffd:*"]
