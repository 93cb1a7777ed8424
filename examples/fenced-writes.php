<?php
// A write that carries its fence: a holder that was paused for longer than its ttl overwrites nothing of the next one's.
// Run it: php examples/fenced-writes.php    It pauses a holder at the worst moment. Needs pcntl, posix and pdo_sqlite.
//
// Replaces the hope that a lock alone is enough: between the last look at it and the write a process can be stopped (by
// swapping, a snapshot, kill -STOP), and when it goes on it does not know.

declare(strict_types=1);

foreach (['pcntl', 'posix', 'pdo_sqlite'] as $extension) {
    if (!extension_loaded($extension)) {
        fwrite(STDERR, "fenced-writes.php needs PHP's extension $extension\n");
        exit(2);
    }
}

/** A table whose rows know the fence of their last write. */
function reports(string $file): PDO
{
    $db = new PDO("sqlite:$file");
    $db->exec('CREATE TABLE IF NOT EXISTS reports (id INTEGER PRIMARY KEY, body TEXT, fence INTEGER NOT NULL)');
    $db->exec("INSERT OR IGNORE INTO reports VALUES (7, 'empty', 0)");

    return $db;
}

/** False: a later holder has written, and nothing was changed. The table decides that, not the process that writes. */
function write(PDO $db, string $body, int $fence): bool
{
    // <= instead of < where one holder writes the row more than once.
    $update = $db->prepare('UPDATE reports SET body = ?, fence = ? WHERE id = 7 AND fence < ?');
    $update->execute([$body, $fence, $fence]);

    return $update->rowCount() === 1;
}

/** Writes a report under the lock; $pause is what no program can rule out. */
function report(PDO $db, string $who, callable $pause): void
{
    $lock = new RedisLock('report:7', ttl: 1, fence: true);
    try {
        if (!$lock->acquire(5)) {
            echo "$who: another is writing\n";
            exit(1);
        }
        // Kept from here: of a lock that is known to be lost fence() is null.
        $fence = $lock->fence();
        $body = "written by $who";
        $lock->ensureHeld();
    } catch (RedisLockException $failure) {
        fwrite(STDERR, "$who: {$failure->getMessage()}\n");
        exit(2);
    }
    $pause();
    echo "$who: ", write($db, $body, $fence) ? 'written' : 'refused, a later holder has written', "\n";
}

$file = $argv[1] ?? sys_get_temp_dir() . '/reports.sqlite';

$paused = pcntl_fork();
if ($paused === 0) {
    report(reports($file), 'the first holder', fn () => posix_kill(getmypid(), SIGSTOP));
    exit;
}
// Returns when the first holder stands still, after its last check and before its write.
pcntl_waitpid($paused, $status, WUNTRACED);
pcntl_wifstopped($status) || exit(pcntl_wexitstatus($status));
try {
    // Gets the lock when the first holder's ttl has run out.
    report(reports($file), 'the second holder', fn () => null);
} finally {
    posix_kill($paused, SIGCONT);
    pcntl_waitpid($paused, $status);
}
echo 'in the table: ', reports($file)->query('SELECT body FROM reports WHERE id = 7')->fetchColumn(), "\n";
