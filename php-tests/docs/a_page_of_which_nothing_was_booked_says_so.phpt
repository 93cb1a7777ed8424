--TEST--
The printed web page answers 503 where the lock came after its ttl, so that nothing was booked
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/page.inc';

$blocks = array_filter(code_blocks(page('docs/when-redis-is-down.md'), 'php'), fn (CodeBlock $block): bool => str_contains($block->code, 'bookingPage('));
// A short ttl and wait, and when both are over the reply.
$code = str_replace(['ttl: 10', 'wait: 2'], ['ttl: 0.1', 'wait: 0.1'], reset($blocks)->code, $changed);
$redis = RedisServer::start();
$redis->suspend();
$page = $redis->background("fwrite(STDOUT, \"begins\\n\"); $code echo http_response_code();", ['redislock.io_timeout' => 60, 'error_log' => '/dev/null']);
$page->waitForLine('begins');
sleep(2);
$redis->resume();
var_dump($changed);
echo $page->wait()->out;
--EXPECT--
int(2)
begins
please try again in a moment
503
