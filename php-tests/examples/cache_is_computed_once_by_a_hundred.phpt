--TEST--
A hundred requests that find no entry at all compute it once, and each has it
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
unlink($file = cache_file(0));
$argv = var_export([example_file('cache-refresh.php'), $file], true);
// Each writes all that it says at once, so that no two lines are mixed.
$hundred = $redis->background("
    for (\$request = 0; \$request < 100; \$request++) {
        if (pcntl_fork() === 0) {
            \$argv = $argv;
            ob_start();
            require \$argv[0];
            exit;
        }
    }
    while (pcntl_wait(\$status) > 0) {
        \$status === 0 || exit(1);
    }", ['extension' => ['pcntl']]);
$result = $hundred->wait();
$lines = array_count_values(explode("\n", trim($result->out)));
echo $lines['asked the bank'], ' asked, ', $lines[file_get_contents($file)], " have it\n$result->err", "status $result->code, left: {$redis->call('EXISTS', 'refresh:exchange-rates')}\n";
--EXPECT--
1 asked, 100 have it
status 0, left: 0
