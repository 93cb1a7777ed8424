--TEST--
An entry that was refreshed between the look and the lock is not refreshed again
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$file = cache_file(100);
// The example has looked at the entry once its SET is on the way, which a stopped server does not answer yet.
$redis->suspend();
$request = example($redis, 'cache-refresh', $file);
$connected = fn (): bool => str_contains(file_get_contents('/proc/net/tcp'), sprintf('0100007F:%04X 0100007F:', $redis->port));
var_dump(eventually(PATIENCE, $connected));
rename(cache_file(0), $file);
$redis->resume();
tell($redis, $request->wait());
var_dump(str_contains($redis->call('INFO', 'commandstats'), 'cmdstat_set:calls=1,'));
--EXPECT--
bool(true)
rates of yesterday
status 0
bool(true)
