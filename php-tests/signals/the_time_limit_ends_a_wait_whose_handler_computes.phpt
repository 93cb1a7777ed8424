--TEST--
A handler that uses up max_execution_time ends the wait with PHP's own fatal error
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
PHP_OS_FAMILY === 'Linux' || die('skip max_execution_time counts the time by the clock here');
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/../automatic-release/ending.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 900, $redis->address());
$holder->acquire() || exit(1);
$script = process($redis, test_key(), <<<'PHP'
    pcntl_async_signals(true);
    // PHP keeps all signals back while a handler runs, so it must end by itself: then the limit is noticed.
    pcntl_signal(SIGTERM, function () {
        $computed = fn (): float => getrusage()['ru_utime.tv_sec'] + getrusage()['ru_utime.tv_usec'] / 1e6;
        // Twice the limit: its timer counts the kernel's ticks, of which a busy virtual machine misses some: 1.1 s were not
        // enough once (Linux 6.18, 2026-11-23).
        for ($end = $computed() + 2; $computed() < $end;);
        echo "computed\n";
    });
    register_shutdown_function(fn () => print("shutdown function\n"));
    $other = new RedisLock('other', 900);
    $other->acquire() || exit(1);
    set_time_limit(1);
    $lock->acquire(600) || exit(1);
    echo "not reached\n";
    PHP);
until_blocked($redis);
$script->kill('TERM');
// Two seconds of a processor's time may be half a minute where it has much else to do; run-tests.php gives a test a minute.
$result = $script->wait(50);
echo readable($result->out), "exit code $result->code\n";
within(0, $result->seconds, 50, 'long before the end of its wait');
show_what_is_left($redis, test_key());
--EXPECT--
computed
Fatal error: Maximum execution time of 1 second exceeded
shutdown function
exit code 255
long before the end of its wait: yes
left: nothing
