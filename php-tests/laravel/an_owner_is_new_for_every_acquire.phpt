--TEST--
An owner is new for every acquire unless it was given, and may be told before; where phpredis packs values it stays
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

foreach ([0, 1] as $serializer) {
    $app = new LaravelApp(RedisServer::start(), ['options.serializer' => $serializer]);
    $app->run(<<<'PHP'
        $lock = Cache::lock('foo', 60);
        $told = $lock->owner();
        $lock->get();
        $first = $lock->owner();
        $lock->release();
        $lock->get();
        echo json_encode([$told === $first, $first === $lock->owner(), strlen($first), substr($first, 0, 3)]), ' ';
        echo json_encode([Cache::restoreLock('foo', $lock->owner())->release(), $lock->release()]), "\n";
        $given = Cache::lock('foo', 60, "any \0 \xff bytes");
        $given->get();
        $given->release();
        $given->get();
        echo json_encode([$given->owner() === "any \0 \xff bytes", $given->isOwnedByCurrentProcess(), $given->release()]), "\n";
        PHP);
}
--EXPECT--
[true,false,35,"rl_"] [true,false]
[true,true,true]
[true,true,35,"rl_"] [true,false]
[true,true,true]
