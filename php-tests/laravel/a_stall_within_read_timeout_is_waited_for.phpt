--TEST--
A lock waits for a stalled Redis as long as the application's read_timeout says, and no longer than redislock.io_timeout without it
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start();
foreach (['not set' => [], 'read_timeout' => ['default.read_timeout' => 30]] as $what => $database) {
    $app = new LaravelApp($redis, $database);
    $process = $app->background(<<<'PHP'
        $lock = Cache::lock('k', 60);
        $lock->get();
        echo "held\n";
        fgets(STDIN);
        echo $lock->release() ? 'released' : 'not known', "\n";
        PHP, ['redislock.io_timeout' => '0.2']);
    $process->waitForLine('held');
    $redis->suspend();
    $process->say();
    usleep(1_000_000);
    $redis->resume();
    echo "$what: ", implode(', ', explode("\n", trim($process->wait()->out))), "\n";
    $redis->call('FLUSHALL');
}
--EXPECT--
not set: held, not known
read_timeout: held, released
