--TEST--
json_encode() takes what describe(), locks() and scan() return; bytes that are no UTF-8 are U+FFFD there, and exact in base64
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
ini_set('redislock.server', $redis->address());
$at = fn (string $name, mixed ...$more): RedisLock => new RedisLock($name, 10, $redis->address(), ...$more);
$held = [];
foreach (['', "\xff:"] as $prefix) {
    ini_set('redislock.prefix', $prefix);
    array_push($held, $lock = $at("a\xfe:42"), $permit = $at('p', permits: 2), $long = $at(str_repeat('a', 1) . str_repeat('é', 200)));
    var_dump($lock->acquire(), $permit->acquire(), $long->acquire());
    $all = RedisLock::locks('*', $redis->address());
    var_dump(is_string(json_encode([$all, RedisLock::scan('*', $redis->address())])), count($all));
    $known = RedisLock::describe("a\xfe:42", $redis->address());
    echo json_encode(array_diff_key($known, ['token' => 1, 'remaining' => 1, 'holders' => 1])), "\n";
    var_dump(base64_decode($known['name_base64']) === "a\xfe:42", base64_decode($known['key_base64']) === "$prefix" . "a\xfe:42");
    $known = RedisLock::describe('p', $redis->address());
    var_dump(isset($known['name_base64']), isset($known['token_base64']), $known['name']);
}
$redis->call('SET', "\xff:raw", "\xfe\xff");
$known = RedisLock::describe('raw', $redis->address());
var_dump($known['token'], base64_decode($known['token_base64']) === "\xfe\xff", $at('raw', token: base64_decode($known['token_base64']))->release());
foreach (['', 'a', 'ab', 'abc', "\0\1\2\3"] as $more) {
    $redis->call('SET', "\xff:raw", "\xfe$more");
    echo RedisLock::describe('raw', $redis->address())['token_base64'] === base64_encode("\xfe$more") ? 'exact ' : 'not exact ';
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(3)
{"key":"a\ufffd:42","name":"a\ufffd:42","type":"string","label":null,"waiting":false,"fence":null,"resting":false,"done":false,"permits":1,"pattern":"a\ufffd:*","key_base64":"Yf46NDI=","name_base64":"Yf46NDI=","pattern_base64":"Yf46Kg=="}
bool(true)
bool(true)
bool(false)
bool(false)
string(1) "p"
bool(true)
bool(true)
bool(true)
bool(true)
int(3)
{"key":"\ufffd:a\ufffd:42","name":"a\ufffd:42","type":"string","label":null,"waiting":false,"fence":null,"resting":false,"done":false,"permits":1,"pattern":"a\ufffd:*","key_base64":"\/zph\/jo0Mg==","name_base64":"Yf46NDI=","pattern_base64":"Yf46Kg=="}
bool(true)
bool(true)
bool(false)
bool(false)
string(1) "p"
string(6) "��"
bool(true)
bool(true)
exact exact exact exact exact 
