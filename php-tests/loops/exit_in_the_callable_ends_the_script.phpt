--TEST--
exit() and a fatal error in the callable end the script as anywhere else, and release what it holds
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$all = ['exit(4);' => 4, FATAL_ERROR => 255, 'ini_set("memory_limit", "4M"); str_repeat("x", 100_000_000);' => 255];
// Under valgrind PHP has no memory manager of its own, and no limit.
$all = getenv('USE_ZEND_ALLOC') === '0' ? array_slice($all, 0, 2) : $all;
foreach ($all as $ends => $code) {
    foreach (['acquire(60)', 'run(fn () => print("called"), 60)'] as $waits) {
        foreach (['', 'Loop::go(function () {'] as $fiber) {
            $result = $redis->php(with_loop("
                \$held = new RedisLock('key', 600);
                \$held->acquire() || print('not acquired');
                register_shutdown_function(fn () => print((new RedisLock('other'))->acquire() ? 'shut down' : 'taken'));
                RedisLock::waitUsing(function () { $ends });
                $fiber (new RedisLock('key', 600))->$waits; echo 'went on';" . ($fiber ? '}); Loop::run();' : '')), ['display_errors' => '0']);
            $clean = eventually(PATIENCE, fn (): bool => $redis->clients() === [] && $redis->call('EXISTS', 'key', 'other') === 0);
            echo $result->code === $code && $result->out === 'shut down' && $clean ? '' : "$ends $waits $fiber: code $result->code, $result->out\n";
        }
    }
}
echo "done\n";
--EXPECT--
done
