<?php
// Owns one request of the soak: a few acts, and one of the ways in which a request can end, with locks in its hands.
// Does not own the acts (acts.php), nor what its end has to print (soak.php).
// Called by soak.php in php-fpm, after `$servers = [...];`.

declare(strict_types=1);

require_once __DIR__ . '/acts.php';

$acts = new Acts($servers);
for ($act = mt_rand(1, 8); $act > 0; $act--) {
    $acts->one();
    usleep(mt_rand(0, $pause));
}
$acts->hold();
// What max_execution_time is about is PHP's own work: few, for each is a second of it.
$ends = ['return' => 200, 'exit' => 60, 'exception' => 60, 'memory' => 60, 'exit in run' => 19, 'time' => 1];
$end = Acts::oneOf($ends);
echo "end by $end: ";
match ($end) {
    'return' => null,
    'exit' => exit(),
    'exception' => throw new DomainException('thrown at the end'),
    'memory' => ini_set('memory_limit', '8M') && str_repeat('x', 9 << 20),
    'exit in run' => $acts->runs(fn () => exit()),
    'time' => set_time_limit(1) && (function () { for (;;); })(),
};
