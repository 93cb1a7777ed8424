<?php
// Measures what RedisLock costs, beside its peers and the floor, and compares it with its budgets.
// Run it: make bench. Takes about twenty minutes, and needs a machine that does nothing else. Options: bench/options.php.
// Ends with 0 if RedisLock kept all budgets, 1 if not or if one could not be judged, 2 if something is missing, 3 if the
// machine was too busy for a result.

declare(strict_types=1);

foreach (['harness', 'contenders', 'waiting', 'bench', 'bench/parts'] as $folder) {
    // The worker is a program of its own.
    $files = array_diff(glob(__DIR__ . "/$folder/*.php"), [__DIR__ . '/bench/worker.php']);
    array_map(fn (string $file) => require_once $file, $files);
}
require_once __DIR__ . '/../php-tests/fpm/pool.inc';

/** Says why there can be no result, and ends. */
function giveUp(string $reason): never
{
    fwrite(STDERR, "bench.php: $reason\n");
    exit(2);
}

/** What has to be installed first, or null. */
function missing(Options $options): ?string
{
    exec('taskset --version 2>&1', $output, $status);

    return match (true) {
        WaitingSuite::missing() !== null => WaitingSuite::missing(),
        !is_readable('/proc/self/maps') => 'Linux, and its /proc',
        $status !== 0 => 'taskset (Debian: apt-get install util-linux)',
        $options->beside?->absence() !== null => $options->beside->absence(),
        in_array('requests', $options->parts, true) && Fpm::program() === null => "php-fpm of this PHP (`make bench` brings Debian's)",
        default => null,
    };
}

try {
    $options = new Options(array_slice($argv, 1));
} catch (InvalidArgumentException $wrong) {
    giveUp($wrong->getMessage() . "\n" . Options::USAGE);
}
$missing = missing($options);
$missing === null || giveUp("needs $missing");

// Asked while this process may still use all of them.
Layout::cores();
$server = Server::start();
$progress = new Progress();
$counts = $options->isQuick ? Counts::few() : Counts::full();
$suite = new Suite($server, $progress, $counts, $options->parts, $options->noise, $options->beside);
$machine = (new Machine($server))->layout();
$report = new Report($suite, $counts, $machine, $options->beside);
$load = new Load($server);
$suite->measure();
exit($report->end($options, $progress, $load));
