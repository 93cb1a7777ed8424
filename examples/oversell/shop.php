<?php
// Owns the shop: a stock and its sales in an SQLite file, and the naive way to sell that needs a lock.
// Knows nothing of locks.
// Called by seller.php, which sells, and by round.php, which opens the shop and counts afterwards.

declare(strict_types=1);

final class Shop
{
    public const STOCK = 100;

    private PDO $db;

    public function __construct(string $file)
    {
        $this->db = new PDO("sqlite:$file");
        // Nobody needs the file after a power loss, and without waiting for the disk the demo is short.
        $this->db->exec('PRAGMA synchronous = OFF');
    }

    public static function open(string $file): self
    {
        $shop = new self($file);
        $shop->db->exec('PRAGMA journal_mode = WAL');
        $shop->db->exec('CREATE TABLE stock (pieces INTEGER)');
        $shop->db->exec('CREATE TABLE sales (id INTEGER PRIMARY KEY, seller INTEGER, stock_read INTEGER)');
        $shop->db->prepare('INSERT INTO stock VALUES (?)')->execute([self::STOCK]);

        return $shop;
    }

    /** Sells one piece. False: sold out. Right only if nobody else sells between the look and the write. */
    public function sell(int $seller): bool
    {
        $stock = $this->stock();
        if ($stock <= 0) {
            return false;
        }
        $this->takeTheMoney();
        $this->write($seller, $stock);

        return true;
    }

    public function stock(): int
    {
        return (int) $this->db->query('SELECT pieces FROM stock')->fetchColumn();
    }

    /** @return array<int, int> pieces sold, by seller */
    public function sales(): array
    {
        return $this->db->query('SELECT seller, count(*) FROM sales GROUP BY seller')->fetchAll(PDO::FETCH_KEY_PAIR);
    }

    /** Counts the sales that wrote over a stock other than the one they had read, and so undid another's sale. */
    public function lostUpdates(): int
    {
        $previous = 'lag(stock_read - 1, 1, ' . self::STOCK . ') OVER (ORDER BY id)';

        return (int) $this->db
            ->query("SELECT count(*) FROM (SELECT stock_read, $previous AS stock_then FROM sales) WHERE stock_read <> stock_then")
            ->fetchColumn();
    }

    private function takeTheMoney(): void
    {
        usleep(random_int(2_000, 6_000));
    }

    /** Both in one transaction, so that sales are listed in the order in which the stock was written. */
    private function write(int $seller, int $stock): void
    {
        $this->db->exec('BEGIN IMMEDIATE');
        $this->db->prepare('UPDATE stock SET pieces = ?')->execute([$stock - 1]);
        $this->db->prepare('INSERT INTO sales (seller, stock_read) VALUES (?, ?)')->execute([$seller, $stock]);
        $this->db->exec('COMMIT');
    }
}
