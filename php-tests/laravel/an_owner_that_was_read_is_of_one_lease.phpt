--TEST--
An owner that was read before get() is that of the next lease alone, however that ends
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    foreach (['it expires' => fn ($lock) => usleep(1_200_000), 'it is released' => fn ($lock) => $lock->release()] as $how => $end) {
        $lock = Cache::lock('foo', 1);
        $owner = $lock->owner();
        $taken = $lock->get();
        $same = $lock->owner() === $owner;
        $end($lock);
        echo "$how: ", json_encode([$taken, $same, $lock->get(), $lock->owner() !== $owner, Cache::restoreLock('foo', $owner)->release(), $lock->release()]), "\n";
    }
    PHP);
--EXPECT--
it expires: [true,true,true,true,false,true]
it is released: [true,true,true,true,false,true]
