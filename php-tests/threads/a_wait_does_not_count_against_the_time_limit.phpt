--TEST--
A wait on a thread does not count as time of max_execution_time, which the work before and after it uses up
--EXTENSIONS--
redislock
--SKIPIF--
<?php
PHP_ZTS || die('skip only a thread-safe PHP runs several threads');
--FILE--
<?php
require __DIR__ . '/threads.inc';
$redis = RedisServer::start();
$held = new RedisLock('held', 600, $redis->address());
$held->acquire() || exit(1);
$threads = new Threads($redis, 2, <<<'PHP'
    function work(float $seconds): void { for ($end = microtime(true) + $seconds; microtime(true) < $end;); }
    set_time_limit(2);
    work(0.5);
    echo (new RedisLock('held'))->acquire(3) ? "acquired\n" : "refused\n";
    work(0.5);
    echo (new RedisLock('held'))->acquire(1) ? "acquired\n" : "refused\n";
    echo "still here\n";
    $began = microtime(true);
    register_shutdown_function(function () use ($began): void {
        $more = microtime(true) - $began;
        echo $more > 0.3 && $more < 1.9 ? "what was left\n" : "$more\n";
    });
    work(60);
    PHP);
$threads->wait();
foreach (array_count_values(preg_replace('/^.*(Maximum execution time.*exceeded).*/', '$1', array_filter($threads->lines()))) as $line => $count) {
    echo "$count $line\n";
}
--EXPECT--
2 Maximum execution time of 2 seconds exceeded
4 refused
2 still here
2 what was left
