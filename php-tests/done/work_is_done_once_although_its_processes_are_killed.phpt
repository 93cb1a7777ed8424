--TEST--
Each of 1,000 jobs that are wanted eight times is done, and again only where its process was killed in it or before its release
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// A sanitizer has as many as it can.
define('PROCESSES', getenv('REDISLOCK_TEST_UNDER') ? 8 : 64);
const KILLS = 60;
$redis = RedisServer::start();
$work = test_key() . '-jobs';
$folder = sys_get_temp_dir() . "/$work";
mkdir($folder);
$wanted = array_merge(...array_fill(0, 8, range(1, 1000)));
shuffle($wanted);
foreach (array_chunk($wanted, intdiv(8000, PROCESSES)) as $slot => $names) {
    file_put_contents("$folder/$slot", implode("\n", $names));
}
$start = fn (int $slot): Background => $redis->background("[\$folder, \$slot] = ['$folder', $slot];" . <<<'PHP'
    $journal = fopen("$folder/journal", 'a');
    stream_set_write_buffer($journal, 0);
    $note = fn (string $what, string $name) => fwrite($journal, getmypid() . " $what $name\n");
    $names = file("$folder/$slot", FILE_IGNORE_NEW_LINES);
    // What a killed process did not get through is delivered again, as a queue does.
    for ($at = (int) @file_get_contents("$folder/$slot.at"); $at < count($names); $at++) {
        $name = $names[$at];
        try {
            (new RedisLock("job:$name", 2))->run(function () use ($note, $name): void {
                $note('begins', $name);
                usleep(mt_rand(0, 2_000));
                $note('worked', $name);
                mt_rand(0, 99) > 0 || exec('kill -KILL ' . getmypid());
            }, wait: 30, doneFor: 600);
            $note('returned', $name);
        } catch (RedisLockDoneException) {
        }
        file_put_contents("$folder/$slot.at", $at + 1);
    }
    PHP);
$crew = array_map($start, range(0, PROCESSES - 1));
for ($kills = 0; $crew !== []; usleep(mt_rand(5_000, 20_000))) {
    if ($kills++ < KILLS) {
        $crew[array_rand($crew)]->kill();
    }
    foreach (array_filter($crew, fn (Background $process): bool => !$process->isRunning()) as $slot => $ended) {
        unset($crew[$slot]);
        if ($ended->wait()->signal !== null) {
            $crew[$slot] = $start($slot);
        }
    }
}
[$returned, $worked, $again] = [[], [], []];
foreach (file("$folder/journal", FILE_IGNORE_NEW_LINES) as $line) {
    [, $what, $name] = explode(' ', $line);
    match ($what) {
        'begins' => isset($returned[$name]) ? $again[] = $name : null,
        'worked' => $worked[$name] = ($worked[$name] ?? 0) + 1,
        'returned' => $returned[$name] = true,
    };
}
echo count($worked), ' were done, ', count($again), " of them again after run() had returned\n";
var_dump(max($worked) > 1);
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
--EXPECT--
1000 were done, 0 of them again after run() had returned
bool(true)
