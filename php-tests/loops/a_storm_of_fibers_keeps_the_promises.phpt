--TEST--
A storm of fibers on a few keys, with cancellations, endless waits and objects that go: never two inside, all end, nothing is left
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
Loop::install();
final class Cancelled extends Exception
{
}
foreach ([1, 2, 3] as $seed) {
    mt_srand($seed);
    $inside = $fibers = [];
    $overlaps = $sections = $left = 0;
    $work = function (string $key) use (&$inside, &$overlaps, &$sections): void {
        $inside[$key] = ($inside[$key] ?? 0) + 1;
        $overlaps += (int) ($inside[$key] > 1);
        $sections++;
        try {
            Loop::sleep(mt_rand(0, 2) / 1000);
        } finally {
            $inside[$key]--;
        }
    };
    for ($n = 0; $n < 60; $n++) {
        $left++;
        $fibers[] = Loop::go(function () use ($redis, $work, &$left): void {
            try {
                for ($round = 0; $round < 5; $round++) {
                    $key = test_key('-' . mt_rand(0, 3));
                    $lock = new RedisLock($key, 60, mt_rand(0, 1) ? $redis->address() : $redis->unix());
                    // The two addresses are one Redis.
                    match (mt_rand(0, 2)) {
                        0 => $lock->run(fn () => $work($key), 60),
                        1 => $lock->acquire(INF) && [$work($key), $lock->release()],
                        2 => $lock->acquire(60) && [$work($key), $lock = null],
                    };
                }
            } catch (Cancelled) {
            } finally {
                $left--;
            }
        });
    }
    Loop::go(function () use (&$fibers, &$left): void {
        for ($n = 0; $n < 20 && $left > 0; $n++) {
            Loop::sleep(0.01);
            $fiber = $fibers[mt_rand(0, 59)];
            if ($fiber->isSuspended()) {
                Loop::throwInto($fiber, new Cancelled());
            }
        }
    });
    Loop::run();
    echo "seed $seed: $overlaps overlaps, $left left", $sections > 100 ? '' : ", $sections sections", "\n";
}
show_what_is_left($redis);
--EXPECT--
seed 1: 0 overlaps, 0 left
seed 2: 0 overlaps, 0 left
seed 3: 0 overlaps, 0 left
left: nothing
