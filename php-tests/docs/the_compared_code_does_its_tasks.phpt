--TEST--
The code of docs/COMPARE.md does its tasks in two processes at a time, for each library that is here; the page says something of each
--SKIPIF--
<?php
require __DIR__ . '/compared.inc';
skip_without_compared_libraries();
--FILE--
<?php
require __DIR__ . '/compared.inc';

const TASKS = ['Exclusive work', 'Waiting', 'Work that is longer than the ttl', 'Done once', 'Several goods'];
const SLOW = 'note("begins"); usleep(600_000); note("ends");';

foreach ([...ComparedLibrary::RUN, ...ComparedLibrary::SHOWN] as $name) {
    foreach (TASKS as $task) {
        // Of code that is nearly another's the page says only in what it differs.
        preg_match('/^\*\*[^*]*\b' . preg_quote($name, '/') . '\b[^*]*\.\*\*/m', ComparedLibrary::section($task)) || print "no word on $name for: $task\n";
    }
}
$libraries = array_map(fn (string $name) => new ComparedLibrary($name), ComparedLibrary::RUN);

// Those that are here, all at a time: another process tries when the ttl of two seconds is over, and the work is not.
$long = array_filter($libraries, fn (ComparedLibrary $library): bool => $library->can(TASKS[2]));
$first = array_map(fn (ComparedLibrary $library): Background => $library->start(TASKS[2]), $long);
array_map(fn (ComparedLibrary $library) => $library->await('step'), $long);
usleep(2_300_000);
$second = array_map(fn (ComparedLibrary $library): Background => $library->start(TASKS[2]), $long);
array_map(fn (Background $process) => $process->wait(), [...$first, ...$second]);
$kept = array_map(fn (ComparedLibrary $library): string => $library->written(), $long);

foreach ($libraries as $i => $library) {
    $both = function (string $task, array $goods = [], array $others = []) use ($library): string {
        $first = $library->start($task, SLOW, $goods);
        $library->await('begins');
        $second = $library->start($task, SLOW, $others);
        [$first, $second] = [$first->wait(), $second->wait()];
        $said = trim($first->out . $first->err . $second->out . $second->err);

        return $library->written() . ($said === '' ? '' : " ($said)");
    };
    echo "$library->name\n";
    echo '  exclusive: ', $both(TASKS[0]), "\n";
    $library->can(TASKS[1]) && print '  waiting: ' . $both(TASKS[1]) . "\n";
    isset($kept[$i]) && print "  longer than its ttl: $kept[$i]\n";
    $library->can(TASKS[3]) && print '  done once: ' . $both(TASKS[3]) . "\n";
    $library->redis->call('FLUSHALL');
    if ($library->can(TASKS[4])) {
        echo '  goods in common: ', $both(TASKS[4], ['sku:7', 'sku:1'], ['sku:9', 'sku:7']), "\n";
        // Two that go on side by side end in any order.
        echo '  none in common: ', str_replace('B ends, A ends', 'A ends, B ends', $both(TASKS[4], ['sku:7', 'sku:1'], ['sku:9'])), "\n";
    }
    echo '  keys that are left: ', $library->keys(), "\n";
}
--EXPECTF--
phpredis
  exclusive: A begins, A ends
  waiting: A begins, A ends, B begins, B ends
  longer than its ttl: A step, A step, A step
  done once: A begins, A ends
  goods in common: A begins, A ends
  none in common: A begins, B begins, A ends, B ends
  keys that are left: 0
Laravel
  exclusive: A begins, A ends
  waiting: A begins, A ends, B begins, B ends
%r(  longer than its ttl: A step, A step, A step\n)?%r  keys that are left: 0
Symfony
  exclusive: A begins, A ends
  keys that are left: 0
RedisLock
  exclusive: A begins, A ends (RedisLockNotAcquiredException)
  waiting: A begins, A ends, B begins, B ends
  longer than its ttl: A step, A step, A step
  done once: A begins, A ends (RedisLockDoneException)
  goods in common: A begins, A ends (RedisLockNotAcquiredException)
  none in common: A begins, B begins, A ends, B ends
  keys that are left: 0
