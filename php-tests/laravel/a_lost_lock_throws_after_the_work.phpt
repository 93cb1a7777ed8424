--TEST--
Work whose lock was lost ends with a RedisLockLostException that has its result; work that released the lock itself does not
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    $lose = function () { Cache::lock('k')->forceRelease(); return 'made'; };
    $middleware = new RedisLock\Laravel\WithoutOverlapping('k');
    $ways = [
        'get' => fn () => Cache::lock('k', 60)->get($lose),
        'block' => fn () => Cache::lock('k', 60)->block(1, $lose),
        'a job' => fn () => $middleware->handle(new stdClass(), fn ($job) => Cache::lock($middleware->getLockKey($job))->forceRelease()),
        'released by itself' => fn () => ($lock = Cache::lock('k', 60))->get(fn () => $lock->release()),
        'released and taken again' => fn () => ($lock = Cache::lock('k', 60))->get(fn () => $lock->release() && $lock->get()),
        'thrown' => fn () => Cache::lock('k', 60)->get(fn () => throw new DomainException($lose())),
    ];
    foreach ($ways as $how => $way) {
        try {
            $answer = json_encode($way());
            echo "$how: $answer\n";
        } catch (RedisLockLostException $lost) {
            echo "$how: ", json_encode($lost->result), ', but ', preg_replace('/"laravel\S+(k|std.*)"/', '"k"', $lost->getMessage()), "\n";
        } catch (DomainException $thrown) {
            echo "$how: ", $thrown->getMessage(), "\n";
        }
        echo Cache::lock('k')->isLocked() ? "still locked\n" : '';
    }
    PHP);
--EXPECT--
get: "made", but lock "k" was lost: its ttl ran out or it was removed, and another may hold it; check what the guarded work did; more seconds or autoRenew() keep it for longer work
block: "made", but lock "k" was lost: its ttl ran out or it was removed, and another may hold it; check what the guarded work did; more seconds or autoRenew() keep it for longer work
a job: null, but lock "k" was lost: its ttl ran out or it was removed, and another may hold it; check what the guarded work did; more seconds or autoRenew() keep it for longer work
released by itself: true
released and taken again: true
thrown: made
