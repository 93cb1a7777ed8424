<?php
// Owns how the result looks: the machine, the table, and what its words mean.
// Measures and judges nothing.
// Called by waiting.php.

declare(strict_types=1);

final class Table
{
    /** Columns of text. */
    private const LABEL = 25;
    private const VALUE = 10;
    private const BUDGET = 12;
    private const VERDICT = 7;
    private const PEER = 9;
    private const RATIO = 6;

    private const WORDS = <<<'TEXT'
        A hold is usleep(1000), from the return of acquire() to the call of release(). Every process has
        connected, and has taken a lock of its own once, before it comes to the barrier they start from.
        total        from the first call of acquire() to the last return of release()
        handoff      from the return of release() to that of the next holder's acquire(), 0 if it was last
        change       the same from the call of release(), thus with its round trip
        lock idle    the sum of all handoffs, as a share of the total
        round trips  requests that the server has read (INFO stats: total_reads_processed) for an acquire
                     and its release; not what scripts run, and nobody connects or leaves meanwhile
        wait         from the call of acquire() to its return
        36x          36 times RedisLock's value
        floor        phpredis with two scripts of one line, and BLPOP: what this machine takes at least
        Bursts, steady state: the contenders take turns, round by round; medians of {bursts} and {steadies} rounds, after
        one burst each that does not count. Laravel, which takes longest, sits out every second round.
        End of a wait: {waits} waits of 0.05 to 1.05 s ({loop waits} for the loop; {whole waits} of 1 s for Laravel, which goes by
        the clock's full seconds), too long or too short; nobody else asks the server meanwhile.
        Killed: {crashes} trials; expiry by PEXPIRETIME. Stopped: {stops} trials. Server CPU: INFO cpu, system and
        user, over 5 s.
        TEXT;

    /**
     * @param array<string, class-string<Contender>> $contenders by the heading of their column; ours is the first
     * @param array<string, string> $absences what has to be installed, by the heading of the column
     */
    public function __construct(private readonly array $contenders, private readonly array $absences)
    {
    }

    /** @param array<string, list<Row>> $rows by heading */
    public function print(array $rows, Figures $figures): void
    {
        $peers = array_slice(array_keys($this->contenders), 1);
        $line = str_repeat(' ', self::LABEL) . str_pad('RedisLock', self::VALUE, ' ', STR_PAD_LEFT)
            . '  ' . str_pad('budget', self::BUDGET + self::VERDICT);
        foreach ($peers as $peer) {
            $line .= str_pad($peer, self::PEER, ' ', STR_PAD_LEFT) . str_repeat(' ', self::RATIO);
        }
        $this->line($line);
        foreach ($rows as $heading => $group) {
            $measured = array_filter($group, fn (Row $row): bool => $row->value($figures, RedisLockContender::class) !== null);
            if ($measured !== []) {
                $this->line();
                $this->line($heading);
                array_map(fn (Row $row) => $this->line($this->row($row, $figures)), $measured);
            }
        }
        $this->line();
        foreach ($this->absences as $peer => $packages) {
            $this->line("$peer did not take part: on Debian, install $packages");
        }
    }

    /** @param array<string, int> $counts of rounds and trials */
    public function explain(array $counts): void
    {
        $names = array_map(fn (string $name): string => '{' . $name . '}', array_keys($counts));
        $this->line(str_replace($names, array_values($counts), self::WORDS));
        $this->line();
    }

    public function line(string $text = ''): void
    {
        echo rtrim($text), "\n";
    }

    private function row(Row $row, Figures $figures): string
    {
        $ours = $row->value($figures, RedisLockContender::class);
        $verdict = match ($row->isKept($ours)) {
            null => '',
            true => 'ok',
            false => 'MISSED',
        };
        $line = str_pad("  $row->label", self::LABEL) . str_pad($row->written($ours), self::VALUE, ' ', STR_PAD_LEFT)
            . '  ' . str_pad($row->budget(), self::BUDGET) . str_pad($verdict, self::VERDICT);
        foreach (array_slice($this->contenders, 1) as $contender) {
            $value = $row->value($figures, $contender);
            $line .= str_pad($row->written($value), self::PEER, ' ', STR_PAD_LEFT)
                . str_pad($row->ratio($value, $ours), self::RATIO, ' ', STR_PAD_LEFT);
        }

        return $line;
    }
}
