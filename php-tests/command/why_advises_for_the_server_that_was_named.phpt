--TEST--
The command lines that redislock why advises lead to the server that was named, without its password; a lock on a quorum says why waiters poll
--FILE--
<?php
require __DIR__ . '/command.inc';

[$other, $redis, $third] = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
$hide = [(string) $other->port => 'OTHER', (string) $redis->port => 'PORT', (string) $third->port => 'THIRD'];
$held = new RedisLock('job', 600, $redis->address());
$held->acquire() || exit(1);
$why = fn (array $words): string => strtr(redislock($other, ['why', 'job', ...$words])->out, $hide);
$lines = fn (string $text): string => implode("\n", preg_grep('/^    redislock /', explode("\n", $text))) . "\n";
echo $lines($why(['--server', $redis->address()]));
$redis->call('CONFIG', 'SET', 'requirepass', 's3cret');
echo $lines($why(['--server', "redis://:s3cret@127.0.0.1:$redis->port/0"]));
$redis->call('CONFIG', 'SET', 'requirepass', '');

$members = [$redis->address(), $other->address(), $third->address()];
$held->release();
$onAll = new RedisLock('job', 600, $members);
$onAll->acquire() || exit(1);
$told = $why(array_merge(...array_map(fn (string $server): array => ['--server', $server], $members)));
echo implode("\n", preg_grep('/^(signals|waiters| {9}every)/', explode("\n", $told))), "\n", $lines($told);
// Also when its connections are older than io_timeout.
echo json_encode(json_decode($why(['--json', '--watch', '1.2', ...array_merge(...array_map(fn (string $server): array => ['--server', $server], $members))]))->waiters), "\n";
--EXPECT--
    redislock why job --watch 300s --server redis://127.0.0.1:PORT
    redislock release job --force --server redis://127.0.0.1:PORT
    redislock why job --watch 300s --server redis://...@127.0.0.1:PORT/0
    redislock release job --force --server redis://...@127.0.0.1:PORT/0
signals  no: no lock on a quorum does, so that waiters try again every 100 ms
waiters  how many is not known: the holder does not signal, so that none is blocked
    redislock why job --watch 300s --server redis://127.0.0.1:PORT --server redis://127.0.0.1:OTHER --server redis://127.0.0.1:THIRD
    redislock release job --force --server redis://127.0.0.1:PORT --server redis://127.0.0.1:OTHER --server redis://127.0.0.1:THIRD
{"at_most":null,"addresses":{}}
