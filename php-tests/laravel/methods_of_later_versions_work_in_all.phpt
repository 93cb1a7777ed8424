--TEST--
The methods that later versions of Laravel gave a lock work in every version: isLocked, isOwnedBy, refresh
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$app->run(<<<'PHP'
    [$lock, $other] = [Cache::lock('foo', 60), Cache::lock('foo', 60)];
    echo 'free: ', json_encode([$lock->isLocked(), $lock->isOwnedByCurrentProcess(), $lock->isOwnedBy(null), $lock->refresh()]), "\n";
    $lock->get();
    echo 'held: ', json_encode([$lock->isLocked(), $lock->isOwnedByCurrentProcess(), $lock->isOwnedBy($lock->owner()), $lock->isOwnedBy(null)]), "\n";
    echo 'seen by another: ', json_encode([$other->isLocked(), $other->isOwnedByCurrentProcess(), $other->isOwnedBy($lock->owner()), $other->refresh()]), "\n";
    $ttl = fn () => Redis::connection('default')->ttl('laravel_cache' . (version_compare(app()->version(), '11', '<') ? ':' : '') . 'foo');
    echo 'refreshed: ', json_encode([$lock->refresh(600), $ttl() > 590, $lock->refresh(), $ttl() > 590, $lock->refresh(0), $ttl()]), "\n";
    echo 'restored: ', json_encode([Cache::restoreLock('foo', $lock->owner())->isOwnedByCurrentProcess(), Cache::restoreLock('foo', 'x')->refresh(5)]), "\n";
    echo 'connection: ', $lock->getConnectionName(), "\n";
    PHP);
--EXPECT--
free: [false,false,true,false]
held: [true,true,true,false]
seen by another: [true,false,true,false]
refreshed: [true,true,true,true,true,-1]
restored: [true,false]
connection: default
