--TEST--
Signals that arrive while an answer is awaited neither lose it nor fail the call; their handlers run right after
--EXTENSIONS--
pcntl
posix
redislock
--INI--
redislock.io_timeout=5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$server = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $server->address());
$lock->isLocked();                       // connected
$seen = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$seen) { $seen++; });

foreach (['acquire', 'extend', 'isHeld', 'release'] as $verb) {
    $server->suspend();
    $before = $seen;
    $parent = getmypid();
    $child = pcntl_fork();
    if ($child === 0) {
        for ($i = 0; $i < 10; $i++) {
            usleep(10_000);
            posix_kill($parent, SIGUSR1);
        }
        $server->resume();
        posix_kill(getmypid(), SIGKILL);  // no shutdown: the server is the parent's
    }
    var_dump([$verb => $lock->$verb()]);
    pcntl_waitpid($child, $status);
    var_dump($seen > $before);
}
var_dump(RedisLock::stats()['failed'], RedisLock::stats()['reconnected']);
?>
--EXPECT--
array(1) {
  ["acquire"]=>
  bool(true)
}
bool(true)
array(1) {
  ["extend"]=>
  bool(true)
}
bool(true)
array(1) {
  ["isHeld"]=>
  bool(true)
}
bool(true)
array(1) {
  ["release"]=>
  bool(true)
}
bool(true)
int(0)
int(0)
