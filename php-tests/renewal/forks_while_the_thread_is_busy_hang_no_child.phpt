--TEST--
200 forks while the thread extends all the time: every child can lock, look and end, and the parent's locks stand
--EXTENSIONS--
pcntl
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../fork/child.inc';
$redis = RedisServer::start();

// So many that the thread is in the middle of an extend at most forks. Not every machine keeps all of them: what is lost
// is taken again. The long one is to be there at the end.
$take = fn (RedisLock $lock): string => throws(fn () => state($lock) === 'held' || $lock->acquire());
$long = new RedisLock(test_key('-long'), 5, $redis->address(), autoRenew: true);
var_dump($long->acquire());
$ends = [];
for ($fork = 0; $fork < 200; $fork++) {
    for ($number = 0; $number < 10; $number++) {
        $busy[$number] ??= new RedisLock(test_key("-$number"), 0.02, $redis->address(), autoRenew: true);
        $take($busy[$number]);
    }
    $end = in_child(function () use ($busy, $redis, $fork, $take): void {
        $own = new RedisLock(test_key('-own'), 5, $redis->address(), autoRenew: $fork % 2 === 0);
        $asked = [$own->acquire(), $own->isHeld(), array_map(state(...), $busy), $busy[0]->isLocked(), RedisLock::stats()];
        if ($fork % 3 === 0) {
            $own->release();
        }
        $take($busy[1]);
        $busy[1]->release();
    });
    $ends[$end] = ($ends[$end] ?? 0) + 1;
}
echo json_encode($ends), "\n";
var_dump($long->release(), $redis->call('EXISTS', test_key('-own')));
--EXPECT--
bool(true)
{"exit code 0":200}
bool(true)
int(0)
