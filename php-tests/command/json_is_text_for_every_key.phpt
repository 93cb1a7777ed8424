--TEST--
--json is ASCII, whatever a key holds, and tells bytes that are no text exactly, in base64
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', "C1 \u{9b}2J, bidi \u{202e}x", 'rl_0123456789abcdef0123456789abcdef@web1');
$redis->call('SET', "\xff\\", "\xfe\xff\xfe\xff\xfe\xff\xfe\xff");
$redis->call('SET', '\xff\\\\', 'other');
foreach ([[], ['--show-token']] as $words) {
    $out = redislock($redis, ['list', '--all', '--json', ...$words])->out;
    echo preg_match('/[^\x20-\x7e\n]/', $out), "\n";
    foreach (json_decode($out, true) as $lock) {
        echo json_encode(array_intersect_key($lock, array_flip(['key', 'key_base64', 'name_base64', 'token', 'token_base64']))), "\n";
    }
}
echo base64_decode(json_decode(redislock($redis, ['show', "\xff\\", '--json'])->out)->key_base64) === "\xff\\" ? 'exact' : 'not exact', "\n";
--EXPECT--
0
{"key":"C1 \u009b2J, bidi \u202ex","token":"rl_0123\u2026@web1"}
{"key":"\\xff\\\\","token":"o\u2026"}
{"key":"\\xff\\\\","token":"\\xfe\\xff\\xe2\\x80\\xa6","key_base64":"\/1w=","name_base64":"\/1w="}
0
{"key":"C1 \u009b2J, bidi \u202ex","token":"rl_0123456789abcdef0123456789abcdef@web1"}
{"key":"\\xff\\\\","token":"other"}
{"key":"\\xff\\\\","token":"\\xfe\\xff\\xfe\\xff\\xfe\\xff\\xfe\\xff","key_base64":"\/1w=","name_base64":"\/1w=","token_base64":"\/v\/+\/\/7\/\/v8="}
exact
