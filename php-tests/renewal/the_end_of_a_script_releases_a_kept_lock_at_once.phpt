--TEST--
However a script ends, a lock that is kept is released at once, and the thread holds nothing up
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../automatic-release/ending.inc';
$redis = RedisServer::start();

$ends = [
    'by returning' => '',
    'by exit' => 'exit(3);',
    'by exit in a shutdown function' => 'register_shutdown_function(fn () => exit(4));',
    'by an exception' => 'throw new Exception();',
    'by a fatal error' => 'trigger_error("no way on", E_USER_ERROR);',
    'by a time limit' => 'set_time_limit(1); while (true);',
    'by a memory limit' => 'ini_set("memory_limit", "8M"); str_repeat("x", 1 << 24);',
];
foreach ($ends as $how => $end) {
    $ini = quiet() + ['display_errors' => '0'];
    $keeper = keeper($redis, test_key(), 600, $end, $ini);
    $start = hrtime(true);
    $keeper->say();
    $result = $keeper->wait();
    $seconds = (hrtime(true) - $start) / 1e9;
    echo "$how: exit code $result->code, ", $seconds < 10 ? 'quick' : "$seconds s", ", locks left: {$redis->call('DBSIZE')}\n";
}
--EXPECT--
by returning: exit code 0, quick, locks left: 0
by exit: exit code 3, quick, locks left: 0
by exit in a shutdown function: exit code 4, quick, locks left: 0
by an exception: exit code 255, quick, locks left: 0
by a fatal error: exit code 255, quick, locks left: 0
by a time limit: exit code 255, quick, locks left: 0
by a memory limit: exit code 255, quick, locks left: 0
