<?php
// Owns what counts as a leak, and the table in which it is shown.
// Does not measure (samples.php).
// Called by soak.php at its end.

declare(strict_types=1);

final class Judgement
{
    /** Kilobytes by which memory may grow from the first fifth of the time to the last: some pages that a rare act has touched. */
    private const OWN = 256;
    /** The same with the pages of PHP's files, which the system reads when they are used first. */
    private const WITH_FILES = 512;
    /** Of Redis's memory: its buffers for clients come and go. */
    private const OF_REDIS = 512;

    /** @var list<string> */
    private array $faults = [];

    /** Before $from nothing is judged; the times are in seconds since the beginning. */
    public function __construct(private Samples $samples, private float $from, private float $to)
    {
    }

    public function fault(string $what): void
    {
        $this->faults[] = $what;
    }

    /** Judges the workers, by what was measured all the time and in two rests, and prints a line for each. */
    public function workers(Samples $first, Samples $last): void
    {
        printf("\n%-8s", 'worker');
        foreach (Samples::OF_WORKER as $measure => $title) {
            printf(' | ' . self::format($measure), $title);
        }
        foreach ($this->samples->workers() as $name) {
            printf("\n%-8s", $name);
            foreach (Samples::OF_WORKER as $measure => $title) {
                [$before, $after] = self::isMemory($measure)
                    ? $this->samples->ends($name, $measure, $this->from, $this->to)
                    : [$first->last($name, $measure), $last->last($name, $measure)];
                printf(' | ' . self::format($measure), $before === $after ? "$before" : "$before -> $after");
                $this->compare($name, $title, $before, $after, self::tolerated($measure));
            }
        }
        echo "\n";
    }

    /** Judges what was in Redis while the workers ran; $scripts is how many the extension has. */
    public function redis(int $scripts, Samples $first, Samples $last): void
    {
        [$before, $after] = $this->samples->ends('redis', 'memory', $this->from, $this->to);
        $most = $this->samples->highest('redis', 'scripts');
        [$clientsBefore, $clientsAfter] = [$first->last('redis', 'clients'), $last->last('redis', 'clients')];
        printf("\nRedis: used memory %d kB -> %d kB; at most %d keys and %d scripts; in a rest %d clients -> %d\n",
            $before, $after, $this->samples->highest('redis', 'keys'), $most, $clientsBefore, $clientsAfter);
        $this->compare('Redis', 'kB of used memory', $before, $after, self::OF_REDIS);
        $this->compare('Redis', 'clients in a rest', $clientsBefore, $clientsAfter, null);
        if ($most > $scripts) {
            $this->fault("Redis: more scripts than the $scripts of redislock, so their texts differ from time to time");
        }
    }

    /** Prints the end; returns the exit status. */
    public function end(): int
    {
        foreach ($this->faults as $fault) {
            echo "FAULT  $fault\n";
        }
        echo $this->faults === [] ? "\nsoak: nothing was left behind\n" : sprintf("\nsoak: %d faults\n", count($this->faults));

        return $this->faults === [] ? 0 : 1;
    }

    /** Numbers have to be the same, as a thread that is gone is no better than one more; memory may not grow. */
    private function compare(string $name, string $title, int $before, int $after, ?int $tolerated): void
    {
        if ($tolerated === null ? $after !== $before : $after - $before > $tolerated) {
            $this->fault("$name: $title: $before, then $after");
        }
    }

    /** How much more, or null where it has to be the same. */
    private static function tolerated(string $measure): ?int
    {
        return match ($measure) {
            'dirty' => self::OWN,
            'rss' => self::WITH_FILES,
            default => null,
        };
    }

    private static function isMemory(string $measure): bool
    {
        return in_array($measure, ['rss', 'dirty'], true);
    }

    private static function format(string $measure): string
    {
        return self::isMemory($measure) ? '%16s' : '%8s';
    }
}
