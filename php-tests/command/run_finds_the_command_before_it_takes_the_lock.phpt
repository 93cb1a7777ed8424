--TEST--
A command that is not there or cannot be executed is exit code 127 or 126, as in a shell, and nothing is sent to Redis
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$commands = $redis->monitor();
$file = sys_get_temp_dir() . '/' . test_key();
touch($file);
foreach (['/no/such', 'no-such-command', '', '/', $file] as $command) {
    tell(redislock($redis, ['run', 'job', '--', $command, 'argument']), [$file => 'FILE']);
}
chmod($file, 0700);
file_put_contents($file, "#!/no/such -x\n");
tell(redislock($redis, ['run', 'job', '--', $file]), [$file => 'FILE']);
var_dump(count($commands()));
file_put_contents($file, "#!/bin/sh\necho \"\$# \$1\"\n");
tell(redislock($redis, ['run', 'job', '--', basename($file), 'two  words'], [], ['PATH' => '/nowhere:' . dirname($file) . ':' . getenv('PATH')]));
unlink($file);
--EXPECT--
redislock: "/no/such" was not found; the lock was not taken
-> 127
redislock: "no-such-command" was not found; the lock was not taken
-> 127
redislock: "" was not found; the lock was not taken
-> 127
redislock: "/" cannot be executed; the lock was not taken
-> 126
redislock: "FILE" cannot be executed; the lock was not taken
-> 126
redislock: "FILE" cannot be executed: there is no interpreter "/no/such"; the lock was not taken
-> 126
int(0)
1 two  words
-> 0
