--TEST--
Laravel's own lock and ours exclude each other and release each other's, with every serializer and compression of phpredis
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    /** What went wrong while $one holds the lock that $two wants. */
    function faults(string $one, string $two): array
    {
        [$held, $wanted] = [Cache::store($one)->lock('foo', 60), Cache::store($two)->lock('foo', 60)];
        $owner = $held->owner();
        $raw = Redis::connection('default')->client()->rawCommand(...);

        return array_keys(array_filter([
            'the first does not get it' => !$held->get(),
            'the second gets it, too' => $wanted->get() || $wanted->release(),
            'the owner changed' => $owner !== $held->owner(),
            'the value is another' => ($value = $raw('GET', 'laravel_database_' . Cache::getStore()->getPrefix() . 'foo')) !== Redis::connection('default')->client()->_pack($owner),
            'the second does not see whose it is' => !(fn () => $this->getCurrentOwner() === $owner)->call($wanted),
            'another owner releases it' => Cache::store($two)->restoreLock('foo', 'x')->release(),
            'the second cannot restore it' => !Cache::store($two)->restoreLock('foo', $owner)->release(),
            'it is not free behind that' => !$wanted->get(fn () => true),
        ]));
    }
    $ways = ['nothing' => []];
    foreach ((new ReflectionClass(\Redis::class))->getConstants() as $name => $value) {
        if (preg_match('/^(SERIALIZER|COMPRESSION)_(?!NONE|ZSTD_)/', $name, $kind)) {
            $ways[strtolower($name)] = [strtolower($kind[1]) => $value];
        }
    }
    $ways['both'] = ['serializer' => \Redis::SERIALIZER_PHP, 'compression' => \Redis::COMPRESSION_LZF];
    foreach ($ways as $way => $options) {
        config(['database.redis.options' => ['prefix' => 'laravel_database_'] + $options]);
        app()->forgetInstance('redis');
        Redis::clearResolvedInstances();
        Cache::forgetDriver(['redis', 'laravel']);
        foreach (['redis' => 'laravel', 'laravel' => 'redis', 'redis ' => 'redis'] as $one => $two) {
            foreach (faults(trim($one), $two) as $fault) {
                echo "$way, the first is $one: $fault\n";
            }
        }
        // Laravel 13's own fails here where the serializer is PHP's or igbinary.
        $lock = Cache::lock('foo', 10);
        $lock->get() && $lock->refresh(100) && Redis::connection('default')->ttl(Cache::getStore()->getPrefix() . 'foo') > 90 || print "$way: refresh fails\n";
        $lock->isOwnedBy($lock->owner()) && $lock->isOwnedByCurrentProcess() && !$lock->isOwnedBy('x') || print "$way: isOwnedBy is wrong\n";
        Redis::connection('default')->client()->flushAll();
    }
    echo count($ways) >= 5 ? 'all ways were tried' : 'too few: ' . implode(', ', array_keys($ways)), "\n";
    PHP);
--EXPECT--
all ways were tried
