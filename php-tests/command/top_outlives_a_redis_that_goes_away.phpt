--TEST--
While Redis is away redislock top says so, and goes on when it is back
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->stop();
$flag = sys_get_temp_dir() . '/' . test_key();
$child = pcntl_fork();
if ($child === 0) {
    eventually(60, fn (): bool => file_exists($flag));
    $redis->restart();
    sleep(60);
    exit;
}
$shown = terminal($redis, ['top', '--interval', '0.1'], [['see', 'connection refused'], ['touch', $flag], ['see', 'locks: 0'], ['type', 'q']]);
var_dump($shown['code'], str_contains($shown['output'], 'could not look for locks "*"'));
// The server goes with it.
signal($child, 'KILL');
pcntl_waitpid($child, $status);
unlink($flag);
--EXPECT--
int(0)
bool(true)
