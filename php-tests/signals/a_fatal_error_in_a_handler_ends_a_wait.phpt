--TEST--
A fatal error in a handler ends the script within the wait as anywhere else: its message, shutdown functions, nothing held
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/../automatic-release/ending.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 600, $redis->address());
$holder->acquire() || exit(1);
$errors = ['trigger_error("stop", E_USER_ERROR);', 'str_repeat("x", 50_000_000);', 'throw new Exception("uncaught");'];
$waits = ['$lock->acquire(20) || exit(1)', '(new Fiber(fn () => $lock->run(fn () => null, 20)))->start()'];
foreach ([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]] as [$error, $wait]) {
    $script = $redis->background(with_key(<<<PHP
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, function () { $errors[$error] });
        \$other = new RedisLock('other', 600);
        \$other->acquire() || exit(1);
        // The server can still be asked, and waited for.
        register_shutdown_function(fn () => var_dump((new RedisLock('free'))->acquire(0.1), \$other->isHeld()));
        \$lock = new RedisLock(KEY, 600);
        $waits[$wait];
        echo "not reached";
        PHP), ['memory_limit' => '16M', 'extension' => 'pcntl'] + quiet());
    until_blocked($redis);
    $script->kill('TERM');
    echo preg_replace('/of \d+ bytes exhausted/', 'exhausted', readable($script->wait()->out));
    show_what_is_left($redis, test_key());
}
--EXPECT--
Fatal error: stop
bool(true)
bool(true)
left: nothing
Fatal error: stop
bool(true)
bool(true)
left: nothing
Fatal error: Allowed memory size exhausted
bool(true)
bool(true)
left: nothing
Fatal error: Allowed memory size exhausted
bool(true)
bool(true)
left: nothing
Fatal error: Uncaught Exception: uncaught
bool(true)
bool(true)
left: nothing
Fatal error: Uncaught Exception: uncaught
bool(true)
bool(true)
left: nothing
