<?php
// Three workers go through the same orders: each order is worked on by one at a time and shipped once, and no worker
// waits for another while there is an order that no worker works on.
// Run it: php examples/order-workers.php    (redislock must be in php.ini: the workers are processes of their own)
//
// Replaces one lock around the whole list, which leaves one worker at work; and "is it open? then lock and ship", which
// ships twice what was shipped between the two.

declare(strict_types=1);

const WORKERS = 3;
const ORDERS = 12;

function isOpen(string $folder, int $order): bool
{
    return file_get_contents("$folder/$order") === 'open';
}

function ship(string $folder, int $order, int $worker): void
{
    usleep(50_000);
    file_put_contents("$folder/$order", "shipped by worker $worker");
    echo "worker $worker shipped order $order\n";
}

/** Ships what is open and free. Returns how many orders are open still: others work on them, or have just ended. */
function round_trip(string $folder, int $worker): int
{
    $open = array_filter(range(1, ORDERS), fn (int $order): bool => isOpen($folder, $order));
    shuffle($open);
    $left = 0;
    foreach ($open as $order) {
        // A lock of its own for each order. In a variable: at the next order it is released.
        $lock = new RedisLock("order:$order", ttl: 5);
        if (!$lock->acquire()) {
            $left++;
            continue;
        }
        // Looked at again, under the lock: it may have been shipped after the look above.
        if (isOpen($folder, $order)) {
            ship($folder, $order, $worker);
        }
        $lock->release();
    }

    return $left;
}

if (isset($argv[2])) {
    try {
        while (round_trip($argv[1], (int) $argv[2]) > 0) {
            usleep(10_000);
        }
        exit(0);
    } catch (RedisLockException $failure) {
        fwrite(STDERR, "worker $argv[2]: {$failure->getMessage()}\n");
        exit(2);
    }
}

$folder = sys_get_temp_dir() . '/orders-' . bin2hex(random_bytes(5));
mkdir($folder);
foreach (range(1, ORDERS) as $order) {
    file_put_contents("$folder/$order", 'open');
}
$workers = array_map(fn (int $worker) => proc_open([PHP_BINARY, __FILE__, $folder, (string) $worker], [], $pipes), range(1, WORKERS));
$status = max(array_map(proc_close(...), $workers));
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
exit($status);
