<?php
// An order with several goods: all of them are locked at once, or none, and it is sold whole or not at all.
// Run it in two terminals at once: php examples/order-with-several-goods.php sku:1 sku:7
//                                  php examples/order-with-several-goods.php sku:7 sku:1
//
// Replaces one lock after the other, where two orders with the same goods each hold what the other waits for, and one lock
// around the whole stock, where every order waits for every other.

declare(strict_types=1);

/** How many pieces are left. The stock is a file for each of the goods here; yours is the database. */
function stock(string $sku, ?int $left = null): int
{
    $file = sys_get_temp_dir() . '/stock-' . rawurlencode($sku);
    if ($left !== null) {
        file_put_contents($file, (string) $left);
    }

    return is_file($file) ? (int) file_get_contents($file) : 10;
}

/** Takes a piece of each off the stock. False: one of them is sold out, and nothing was taken. */
function sell(array $goods): bool
{
    $stock = array_combine($goods, array_map(stock(...), $goods));
    usleep(100_000);
    if (min($stock) < 1) {
        return false;
    }
    foreach ($stock as $sku => $left) {
        stock($sku, $left - 1);
    }

    return true;
}

$goods = array_slice($argv, 1) ?: ['sku:1', 'sku:7'];

// The order of the keys means nothing: none of them is held while another is waited for.
$lock = new RedisLock($goods, ttl: 10);

try {
    $sold = $lock->run(fn (): bool => sell($goods), wait: 5);
} catch (RedisLockNotAcquiredException) {
    echo "not sold: some of the goods were busy for 5 seconds\n";
    exit(1);
} catch (RedisLockLostException $lost) {
    // As soon as one of the keys is lost, all of it counts as lost: another order may have read the same stock.
    fwrite(STDERR, "check the stock: {$lost->getMessage()}\n");
    exit(2);
} catch (RedisLockException $failure) {
    fwrite(STDERR, "not sold: {$failure->getMessage()}\n");
    exit(2);
}
echo $sold ? 'sold ' : 'sold out: ', implode(' and ', $goods), "\n";
