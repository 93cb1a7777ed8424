--TEST--
Signals that arrive while a reply is awaited neither lose it nor fail the call; their handlers run right after
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$server = RedisServer::start();
$seen = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$seen) { $seen++; });

// A read waits in one way over TCP and in another over a unix socket.
foreach (['TCP' => $server->address(), 'unix' => $server->unix()] as $way => $address) {
    $lock = new RedisLock(test_key(), 10, $address);
    $lock->isLocked();                   // connected
    foreach (['acquire', 'extend', 'isHeld', 'release'] as $verb) {
        $server->suspend();
        $before = $seen;
        $parent = getmypid();
        $child = pcntl_fork();
        if ($child === 0) {
            // Both while the call is not to be disturbed, which are its first 10 ms, and behind that.
            for ($i = 0; $i < 40; $i++) {
                usleep(3_000);
                posix_kill($parent, SIGUSR1);
            }
            $server->resume();
            posix_kill(getmypid(), SIGKILL);  // no shutdown: the server is the parent's
        }
        $answer = $lock->$verb();
        pcntl_waitpid($child, $status);
        printf("%s: %s() says %s, %s\n", $way, $verb, var_export($answer, true), $seen > $before ? 'handled' : 'NOT HANDLED');
    }
}
var_dump(RedisLock::stats()['failed'], RedisLock::stats()['reconnected']);
--EXPECT--
TCP: acquire() says true, handled
TCP: extend() says true, handled
TCP: isHeld() says true, handled
TCP: release() says true, handled
unix: acquire() says true, handled
unix: extend() says true, handled
unix: isHeld() says true, handled
unix: release() says true, handled
int(0)
int(0)
