--TEST--
A global class RedisLock of the application's own is PHP's fatal error, which docs/install.md quotes; one in a namespace is not
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

$redis = RedisServer::start();
foreach (['', 'namespace App;'] as $namespace) {
    $result = $redis->php("$namespace class RedisLock { } echo RedisLock::class;", quiet());
    $said = trim(readable($result->out));
    // PHP has two wordings for it.
    $quoted = preg_match('/^Fatal error: (Cannot (?:re)?declare class RedisLock)\b/', $said, $message)
        && str_contains(preg_replace('/\s+/', ' ', file_get_contents(dirname(__DIR__, 2) . '/docs/install.md')), $message[1]);
    echo $quoted ? 'refused, as docs/install.md says' : $said, ", exit code $result->code\n";
}
--EXPECT--
refused, as docs/install.md says, exit code 255
App\RedisLock, exit code 0
