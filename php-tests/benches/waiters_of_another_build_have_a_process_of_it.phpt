--TEST--
The waiters of two builds of RedisLock are each forked from a process that has their build loaded, and take turns
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$before = __FILE__ . '.so';
copy(str_replace(['extension="', '"'], '', extension_under_test()[1]), $before);
$code = 'const BENCHES = ' . var_export(dirname(__DIR__, 2) . '/benches', true) . '; $beside = ' . var_export($before, true) . ';' . <<<'PHP'
    $files = [...glob(BENCHES . '/{harness,contenders,waiting}/*.php', GLOB_BRACE), BENCHES . '/bench/php.php', BENCHES . '/bench/beside.php'];
    array_map(fn (string $file) => require_once $file, $files);
    $beside = new Beside($beside);
    $server = Server::start();
    $counts = ['bursts' => 2, 'waits' => 2, 'crashes' => 1, 'stops' => 1, 'idle waiters' => 1];
    $left = array_diff(WaitingSuite::CONTENDERS, [RedisLockContender::class]);
    $suite = new WaitingSuite($server, new Progress(), counts: $counts, left: $left, beside: $beside);
    array_map($suite->measure(...), ['bursts', 'ends']);
    foreach (['burst16 total', 'burst64 total', 'wait end', 'crash noticed', 'stop next', 'overlaps'] as $figure) {
        $of = fn (string $name): int => count($suite->figures->of($name, $figure));
        echo "$figure: ", $of(RedisLockContender::class), ' and ', $of($beside->name(RedisLockContender::class)), "\n";
    }
    file_put_contents($beside->file, 'no extension');
    try {
        Beside::trial($server, $beside->name(RedisLockContender::class), 'burst', 2);
    } catch (RuntimeException $failure) {
        echo str_replace($beside->file, 'FILE', $failure->getMessage()), "\n";
    }
    PHP;
$options = ini_options(['extension' => ['pcntl', 'posix', ...phpredis()]]);
echo RedisServer::start()->background($code, [], $options)->wait(60)->out;
--CLEAN--
<?php
@unlink(str_replace('.clean.php', '.php', __FILE__) . '.so');
--EXPECT--
burst16 total: 2 and 2
burst64 total: 2 and 2
wait end: 2 and 2
crash noticed: 1 and 1
stop next: 1 and 1
overlaps: 4 and 4
burst of RedisLockContender@FILE did not end well (status 255)
