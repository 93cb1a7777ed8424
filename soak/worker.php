<?php
// Owns one long script of the soak: act after act, a rest while the file `rest` is there, until the file `stop` is there; and
// at the end what it has done.
// Does not own the acts (acts.php).
// Called by soak.php: php worker.php '{"seed": 7, "servers": [...], "pause": 20000, "rest": "/tmp/...", "stop": "/tmp/..."}'.

declare(strict_types=1);

require __DIR__ . '/acts.php';
require __DIR__ . '/settle.php';

$order = json_decode($argv[1], flags: JSON_THROW_ON_ERROR);
mt_srand($order->seed);
$acts = new Acts($order->servers);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => $acts->waits ? throw new Interrupted() : null);
// Its size is known only when the whole of PHP has been used once.
$done = [];
while (!file_exists($order->stop)) {
    $act = $acts->one();
    $done[$act] = ($done[$act] ?? 0) + 1;
    usleep(mt_rand(0, $order->pause));
    // PHP remembers what is there, and not what is not.
    clearstatcache();
    if (file_exists($order->rest)) {
        $acts->letGo();
        settle($order->servers);
        echo 'rests: ', file_get_contents($order->rest), "\n";
        for (; file_exists($order->rest); clearstatcache()) {
            usleep(10_000);
        }
    }
}
unset($acts);
echo json_encode(['acts' => $done, 'leases' => RedisLock::stats()['acquired']], JSON_THROW_ON_ERROR), "\n";
