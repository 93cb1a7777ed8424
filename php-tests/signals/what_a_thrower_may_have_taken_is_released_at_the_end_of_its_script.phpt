--TEST--
A handler throws while a reply is on its way, and the script ends: what the server took meanwhile is released at the end
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';

$redis = RedisServer::start();
$worker = $redis->background('
    pcntl_async_signals(true);
    pcntl_signal(SIGTERM, fn () => throw new DomainException("stop"));
    $lock = new RedisLock("key", 600);
    // Connected, and the script is known.
    $lock->acquire(1) && $lock->release();
    echo "ready\n";
    fgets(STDIN);
    try {
        $lock->acquire(INF) || exit(1);
    } catch (DomainException $stop) {
        echo $stop->getMessage(), "\n";
    }
    fgets(STDIN);', ['extension' => 'pcntl', 'redislock.io_timeout' => 10]);
$worker->waitForLine('ready');
$redis->suspend();
$worker->say();
usleep(300_000);
$worker->kill('TERM');
$worker->waitForLine('stop');
$redis->resume();
// Slow, and not dead: it has run the question after all, which nobody waits for any more.
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'key') === 1));
$worker->say();
var_dump($worker->wait()->code, $redis->call('EXISTS', 'key'));
--EXPECT--
bool(true)
int(0)
int(0)
