--TEST--
get() of a restored lock that gets no reply leaves the lock of the process that holds by the same owner
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

foreach ([0, 1] as $serializer) {
    $redis = RedisServer::start();
    $app = new LaravelApp($redis, ['options.serializer' => $serializer, 'default.read_timeout' => 0.5]);
    $worker = $app->background(<<<'PHP'
        $holder = Cache::lock('foo', 60);
        $holder->get();
        echo "held\n";
        fgets(STDIN);
        foreach ([fn ($lock) => $lock->get(), fn ($lock) => $lock->block(1)] as $take) {
            try {
                var_dump($take(Cache::restoreLock('foo', $holder->owner())));
            } catch (RedisLockConnectionException|Illuminate\Contracts\Cache\LockTimeoutException $silent) {
                echo get_class($silent), "\n";
            }
        }
        echo "asked\n";
        fgets(STDIN);
        var_dump(Cache::lock('other', 1)->get(), Cache::lock('foo', 60)->get(), $holder->isOwnedByCurrentProcess());
        PHP);
    $worker->waitForLine('held');
    $redis->suspend();
    $worker->say();
    $worker->waitForLine('asked');
    $redis->resume();
    $worker->say();
    $result = $worker->wait();
    echo $result->out, $result->err;
}
--EXPECT--
held
RedisLockConnectionException
RedisLockConnectionException
asked
bool(true)
bool(false)
bool(true)
held
RedisLockConnectionException
RedisLockConnectionException
asked
bool(true)
bool(false)
bool(true)
