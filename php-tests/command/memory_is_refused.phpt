--TEST--
The command refuses memory:, which would exclude nothing, wherever it is named, and runs nothing
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
tell(redislock($redis, ['run', 'job', '--server', 'memory:', '--', 'echo', 'was run']));
tell(redislock($redis, ['list'], [], ['REDISLOCK_SERVER' => 'MEMORY:']));
tell(redislock($redis, ['show', 'job'], ['redislock.server' => 'memory:']));
tell(redislock($redis, ['run', 'job', '--', 'echo', 'was run']));
--EXPECT--
redislock: memory: excludes no other process, and so does nothing for this command: name a Redis by --server, REDISLOCK_SERVER or redislock.server
redislock: see redislock run --help
-> 64
redislock: memory: excludes no other process, and so does nothing for this command: name a Redis by --server, REDISLOCK_SERVER or redislock.server
redislock: see redislock list --help
-> 64
redislock: memory: excludes no other process, and so does nothing for this command: name a Redis by --server, REDISLOCK_SERVER or redislock.server
redislock: see redislock show --help
-> 64
was run
-> 0
