<?php
// Owns how busy the machine was with other things while something was measured: a noisy figure is none.
// Does not say how much of that is too much.

declare(strict_types=1);

final class Load
{
    /** USER_HZ, in which /proc/stat counts on every architecture that PHP is packaged for. */
    private const TICKS = 100;

    /** @var array{busy: int, stolen: int, all: int}|null ticks of all cores until it began; null where there is no /proc */
    private readonly ?array $before;
    /** @var array{stolen: int, all: int} ticks of what is left out */
    private array $out = ['stolen' => 0, 'all' => 0];
    private readonly float $oursBefore;

    public function __construct(private readonly Server $server)
    {
        $this->before = self::ticks();
        $this->oursBefore = $this->ours();
    }

    /**
     * The share of all cores' time, in percent, that went to what is not part of the benchmark; null where unknown. Processes
     * of the benchmark that still run count as others.
     */
    public function foreign(): ?float
    {
        $now = self::ticks();
        if ($now === null || $this->before === null) {
            return null;
        }
        $busy = ($now['busy'] - $this->before['busy'] - $this->out['stolen']) / self::TICKS;
        $all = ($now['all'] - $this->before['all'] - $this->out['all']) / self::TICKS;

        return max(0.0, 100 * ($busy - $this->ours() + $this->oursBefore) / max($all, 1 / self::TICKS));
    }

    /** The share of all cores' time, in percent, that a virtual machine wanted and its host gave to others; null where unknown. */
    public function stolen(): ?float
    {
        $ticks = $this->ticksSince();

        return $ticks === null ? null : 100 * $ticks['stolen'] / max($ticks['all'], 1);
    }

    /** Counts neither the time since another one began, nor what the host took in it. */
    public function leaveOut(self $other): void
    {
        foreach ($other->ticksSince() ?? [] as $kind => $ticks) {
            $this->out[$kind] += $ticks;
        }
    }

    /** @return array{stolen: int, all: int}|null */
    private function ticksSince(): ?array
    {
        $now = self::ticks();
        if ($now === null || $this->before === null) {
            return null;
        }

        return ['stolen' => $now['stolen'] - $this->before['stolen'], 'all' => $now['all'] - $this->before['all']];
    }

    /** Seconds of CPU of this process, of those of its children that have ended, and of the server. */
    private function ours(): float
    {
        return self::seconds(getrusage()) + self::seconds(getrusage(1)) + $this->server->connection->cpu() / 1e3;
    }

    /** @return array{busy: int, stolen: int, all: int}|null */
    private static function ticks(): ?array
    {
        $stat = (string) @file_get_contents('/proc/stat', false, null, 0, 256);
        if (!preg_match('/^cpu +(\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)/', $stat, $found)) {
            return null;
        }
        [, $user, $nice, $system, $idle, $io, $irq, $soft, $stolen] = array_map('intval', $found);
        $busy = $user + $nice + $system + $irq + $soft + $stolen;

        return ['busy' => $busy, 'stolen' => $stolen, 'all' => $busy + $idle + $io];
    }

    private static function seconds(array $usage): float
    {
        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
            + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    }
}
