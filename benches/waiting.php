<?php
// Measures how RedisLock waits, beside the floor, Laravel, Symfony and a loop with naps, and compares it with its budgets.
// Run it: make bench-waiting. Takes about three minutes, and needs a machine that does nothing else. Names of parts
// (WaitingSuite::PARTS) as arguments measure only those.
// Ends with 0 if RedisLock kept all budgets, 1 if not or if two held a lock at once, 2 if something is missing.

declare(strict_types=1);

foreach (['harness', 'contenders', 'waiting'] as $folder) {
    array_map(fn (string $file) => require_once $file, glob(__DIR__ . "/$folder/*.php"));
}

$parts = array_slice($argv, 1) ?: WaitingSuite::PARTS;
$missing = WaitingSuite::missing();
if ($missing !== null || array_diff($parts, WaitingSuite::PARTS) !== []) {
    $reason = $missing !== null ? "needs $missing" : 'measures ' . implode(', ', WaitingSuite::PARTS);
    fwrite(STDERR, "waiting.php $reason\n");
    exit(2);
}
$server = Server::start();
[$progress, $load] = [new Progress(), new Load($server)];
$suite = new WaitingSuite($server, $progress);
$table = $suite->table();
$table->line((new Machine($server))->layout());
$table->line();
array_map($suite->measure(...), $parts);
$progress->hide();

$table->print($suite->rows(), $suite->figures);
$table->explain(WaitingSuite::COUNTS);
$verdict = new Verdict();
$verdict->judge($suite->rows(), $suite->figures, RedisLockContender::class, WaitingSuite::FLOORS);
array_map($table->line(...), $verdict->lines());
$foreign = $load->foreign();
$table->line(sprintf(
    'That took %d s%s.',
    $progress->seconds(),
    $foreign === null ? '' : sprintf("; other work on this machine took %d %% of its cores' time", round($foreign)),
));
exit($verdict->missed === [] ? 0 : 1);
