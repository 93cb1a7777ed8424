--TEST--
A waiting fiber that is destroyed, collected or thrown into leaves its wait: no blocked client, no key, and its finally has run
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$waits = function () use ($lock): void {
    $own = $lock('-own');
    $own->acquire() || print("not acquired\n");
    try {
        $lock()->acquire(60) || print("not acquired\n");
    } finally {
        echo 'finally ';
    }
};
$left = function (string $how) use ($redis): void {
    $gone = eventually(PATIENCE, fn (): bool => blocked($redis) === 0 && $redis->call('EXISTS', test_key('-own')) === 0);
    echo "$how: ", $gone ? "nothing is left\n" : "something is left\n";
};
$fiber = Loop::go($waits);
Loop::run(fn (): bool => blocked($redis) === 1);
Loop::forget();
$fiber = null;
$left('destroyed');

$fiber = Loop::go($waits);
$cycle = new stdClass();
[$cycle->self, $cycle->fiber] = [$cycle, $fiber];
Loop::run(fn (): bool => blocked($redis) === 1);
Loop::forget();
$fiber = $cycle = null;
gc_collect_cycles();
$left('collected');

$fiber = Loop::go($waits);
Loop::run(fn (): bool => blocked($redis) === 1);
echo throws(fn () => Loop::throwInto($fiber, new DomainException('cancelled'))), ' ';
$left('thrown into');
$holder->release();
var_dump($lock()->acquire());
--EXPECT--
finally destroyed: nothing is left
finally collected: nothing is left
finally DomainException: cancelled thrown into: nothing is left
bool(true)
