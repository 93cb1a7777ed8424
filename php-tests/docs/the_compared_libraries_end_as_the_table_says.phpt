--TEST--
At the end of a process the libraries of docs/COMPARE.md leave their lock or release it, as its table says
--SKIPIF--
<?php
require __DIR__ . '/compared.inc';
skip_without_compared_libraries();
--FILE--
<?php
require __DIR__ . '/compared.inc';

$ends = [
    'exception' => 'throw new Exception();',
    'exit' => 'exit;',
    'memory limit' => 'ini_set("memory_limit", "20M"); str_repeat("x", 1 << 26);',
    'time limit' => 'set_time_limit(1); while (true);',
    'kill -9' => 'exec("kill -9 " . getmypid());',
];
foreach (ComparedLibrary::RUN as $name) {
    $library = new ComparedLibrary($name);
    foreach ($ends as $end => $work) {
        $library->redis->call('FLUSHALL');
        $library->start('Exclusive work', $work)->wait();
        // Symfony's `exit` was seen once, on a busy machine, a moment later than the process's end.
        $left[$end] = eventually(0.5, fn (): bool => $library->keys() === 0) ? 'released' : 'left';
    }
    echo "$name: ", json_encode($left), "\n";
}
--EXPECT--
phpredis: {"exception":"released","exit":"left","memory limit":"left","time limit":"left","kill -9":"left"}
Laravel: {"exception":"released","exit":"left","memory limit":"left","time limit":"left","kill -9":"left"}
Symfony: {"exception":"released","exit":"released","memory limit":"left","time limit":"left","kill -9":"left"}
RedisLock: {"exception":"released","exit":"released","memory limit":"released","time limit":"released","kill -9":"left"}
