--TEST--
What get() took without a reply is released before the next acquire, also where phpredis packs values; by an owner that was read it stays
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

foreach (['$lock->isLocked()', '$lock->owner()'] as $before) {
    foreach ([0, 1] as $serializer) {
        $redis = RedisServer::start();
        $app = new LaravelApp($redis, ['options.serializer' => $serializer, 'default.read_timeout' => 0.5]);
        $worker = $app->background(<<<PHP
            \$lock = Cache::lock('foo', 60);
            Cache::lock('other', 1)->get();
            $before;
            echo "ready\n";
            fgets(STDIN);
            try {
                \$lock->get();
            } catch (RedisLockConnectionException \$silent) {
                echo "asked\n";
            }
            fgets(STDIN);
            Cache::lock('another', 1)->get();
            var_dump(\$lock->get());
            PHP);
        $worker->waitForLine('ready');
        $redis->suspend();
        $worker->say();
        $worker->waitForLine('asked');
        $redis->resume();
        eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'laravel_database_laravel_cache:foo') === 1);
        $worker->say();
        $result = $worker->wait();
        echo substr(strrchr(trim($result->out), "\n"), 1), $result->err, "\n";
    }
}
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
