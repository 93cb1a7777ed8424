--TEST--
Every PHP block of the README runs as printed; those that need a framework are correct PHP
--EXTENSIONS--
pcntl
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/page.inc';

$server = RedisServer::start();
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
foreach (code_blocks(page('README.md'), 'php') as $block) {
    $needs = str_starts_with($block->comment, 'needs ');
    // What a block stores it stores in this test's own folder.
    $run = $server->php($block->code, ['sys_temp_dir' => $folder, 'error_reporting' => '-1'], $needs ? ['-l'] : []);
    $complaint = preg_match('/^(PHP )?(Warning|Notice|Deprecated|Fatal error|Parse error): .*/m', $run->out . $run->err, $found);
    if ($run->code !== 0 || $run->err !== '' || $complaint) {
        echo "this block ended with code $run->code:\n$block->code$run->out$run->err\n";
    }
    // The output of examples is their own tests' affair.
    echo match (true) {
        $needs => "$block->comment: correct\n",
        $block->comment !== '' => "$block->comment: runs\n",
        default => "prints: " . strtr(trim($run->out), "\n", ' ') . "\n",
    };
}
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
prints: not locked
examples/basic.php: runs
examples/order-lock.php: runs
examples/cache-refresh.php: runs
examples/long-job.php: runs
prints: 
examples/graceful-worker.php: runs
examples/bounded-wait.php: runs
examples/auto-renew.php: runs
prints: 
needs Laravel: correct
needs Laravel: examples/laravel-job.php: correct
needs Laravel: correct
needs Laravel: correct
needs Laravel: correct
needs Laravel: correct
needs Symfony: correct
needs Symfony: correct
prints: bool(true) bool(true)
prints: 
prints: 
