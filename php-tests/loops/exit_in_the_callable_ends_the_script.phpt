--TEST--
exit() and a fatal error in the callable end the script as anywhere else, and release what it holds
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

foreach (['exit(4);' => 4, FATAL_ERROR => 255, 'ini_set("memory_limit", "4M"); str_repeat("x", 100_000_000);' => 255] as $ends => $code) {
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
?>
--EXPECT--
done
