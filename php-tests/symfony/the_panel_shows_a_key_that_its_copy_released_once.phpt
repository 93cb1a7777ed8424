--TEST--
The profiler's panel has one row for a Key that was serialized and released by its copy in the same request
--EXTENSIONS--
ctype
dom
iconv
mbstring
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Bundle/WebProfilerBundle', 'php-symfony-web-profiler-bundle');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/profiler.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$kernel = application_with_profiler();
$locks = locks($redis);
$acquire = function (string $name) use ($locks): Key {
    $locks->createLockFromKey($key = new Key($name), 60, false)->acquire();

    return $key;
};
$release = fn (Key $key) => $locks->createLockFromKey(unserialize(serialize($key)), 60, false)->release();
$ofEarlier = $acquire('of an earlier request');
$kept = null;
$token = profile($kernel, function () use ($acquire, $release, $ofEarlier, &$kept): void {
    // Still there when the request ends; gone after its copy, and before.
    $release($kept = $acquire('kept'));
    $key = $acquire('gone after');
    usleep(2000);
    $release($key);
    unset($key);
    $sent = serialize($acquire('gone before'));
    $release(unserialize($sent));
    $release($ofEarlier);
});
echo preg_replace('/[\d.]+ (ms|s|µs)/u', 'TIME', panel_text(profiler_page($kernel, "/_profiler/$token?panel=redislock")));
--EXPECT--
4 Locks
TIME Waited
0 Held by another
0 Failed
0 Lost
Lock | Waited | Held | What became of it | When, of TIME |
kept | – | TIME | released / release | |
gone after | – | TIME | released / release | |
gone before | – | TIME | released / release | |
of an earlier request | – | – | released / release
