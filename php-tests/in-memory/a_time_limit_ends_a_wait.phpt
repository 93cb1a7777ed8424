--TEST--
max_execution_time, which a handler uses up, ends a wait at memory: with PHP's own fatal error
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
PHP_OS_FAMILY === 'Linux' && !PHP_ZTS || die('skip max_execution_time counts the time by the clock here');
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/../automatic-release/ending.inc';

$script = RedisServer::start()->background(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGTERM, function () {
        $computed = fn (): float => getrusage()['ru_utime.tv_sec'] + getrusage()['ru_utime.tv_usec'] / 1e6;
        // Twice the limit: its timer counts the kernel's ticks, of which a busy virtual machine misses some.
        for ($end = $computed() + 2; $computed() < $end;);
        echo "computed\n";
    });
    $holder = new RedisLock('key', 900, 'memory:');
    $holder->acquire() || exit(1);
    set_time_limit(1);
    echo "waits\n";
    (new RedisLock('key', 900, 'memory:'))->acquire(600) || exit(1);
    echo "not reached\n";
    PHP, ['extension' => 'pcntl']);
$script->waitForLine('waits');
usleep(1_500_000);
$script->kill('TERM');
$result = $script->wait(50);
echo readable($result->out), "exit code $result->code\n";
within(0, $result->seconds, 50, 'long before the end of its wait');
--EXPECT--
waits
computed
Fatal error: Maximum execution time of 1 second exceeded
exit code 255
long before the end of its wait: yes
