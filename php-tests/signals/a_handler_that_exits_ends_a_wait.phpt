--TEST--
A handler that calls exit within a wait ends the script with its status, and nothing is held any more
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 600, $redis->address());
$holder->acquire() || exit(1);
foreach (['$lock->acquire(20) || exit(1);', '$lock->run(fn () => print("called\n"), INF);'] as $wait) {
    $script = process($redis, test_key(), <<<PHP
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => exit(3));
        register_shutdown_function(fn () => print("shutdown function\n"));
        \$destructed = new class { function __destruct() { echo "destructor\n"; } };
        \$other = new RedisLock('other', 600);
        \$other->acquire() || exit(1);
        try {
            $wait
        } finally {
            echo "not reached\n";
        }
        PHP);
    until_blocked($redis);
    $script->kill('TERM');
    $result = $script->wait();
    within(0, $result->seconds, 10, 'at once');
    echo $result->out, $result->err, "exit code $result->code\n";
    show_what_is_left($redis, test_key());
}
--EXPECT--
at once: yes
shutdown function
destructor
exit code 3
left: nothing
at once: yes
shutdown function
destructor
exit code 3
left: nothing
