<?php
// Owns which figures are drawn, and in which plot: in each RedisLock, the floor, and the peers that have the figure.
// Does not draw (plot.php).

declare(strict_types=1);

final class Plots
{
    public function __construct(private readonly Suite $suite, private readonly string $machine)
    {
    }

    /** @return array<string, Plot> those of which something was measured, by the name of their file without ".svg" */
    public function all(): array
    {
        $titles = ['cycle' => 'What a lock costs', 'waiting' => 'How a lock is waited for', 'roads' => 'What a lock costs on other roads', 'growth' => 'What becomes more with more of it'];
        $drawn = [];
        foreach ($titles as $name => $title) {
            $panels = array_filter($this->$name(), fn (Bars|Curves $panel): bool => ($panel->values ?? $panel->curves) !== []);
            if ($panels !== []) {
                $drawn[$name] = new Plot($title, array_values($panels), self::words($name, $panels), $this->machine);
            }
        }

        return $drawn;
    }

    /**
     * @param array<Bars|Curves> $panels
     * @return list<string>
     */
    public static function words(string $plot, array $panels): array
    {
        $names = array_merge(...array_map(fn (Bars|Curves $panel): array => array_keys($panel->values ?? $panel->curves), array_values($panels)));
        // RedisLock can be ahead of it: it spins for a reply, which a plain read does not.
        $plain = 'a C program that sends the same bytes over a plain blocking socket';
        $waiting = 'two scripts and BLPOP by phpredis, the least that wakes a waiter and no lock for use';
        $floor = match ($plot) {
            'waiting' => $waiting,
            'growth' => "$plain; of waiters $waiting",
            default => $plain,
        };

        return array_values(array_intersect_key(
            ['floor' => "floor: $floor", 'by unset' => 'by unset: RedisLock, released by the end of its object, which does not wait for the reply'],
            array_flip($names),
        ));
    }

    /** @return list<Bars> */
    private function cycle(): array
    {
        // Where the kernel has nothing to choose, so that two runs show the same.
        $layout = Layout::OneCore;
        [$cycle, $request] = [Cycles::title($layout, 'TCP') . ' p50', Requests::title($layout) . ' inside reused'];

        return [
            new Bars('Cycle', "acquire and release, $layout->value, TCP; µs, less is better", $this->values($cycle)),
            new Bars('Request', "php-fpm, $layout->value: reuse, acquire, release; µs, less is better", $this->values($request)),
        ];
    }

    /** @return list<Bars> */
    private function waiting(): array
    {
        return [
            new Bars('Handoff', '64 want one lock: from a release to the next acquire; µs, less is better', $this->ofWaiting('burst64 handoff')),
            new Bars('Throughput', '64 want one lock again and again; acquires a second, more is better', $this->ofWaiting('steady rate')),
        ];
    }

    /** @return list<Bars> */
    private function roads(): array
    {
        $roads = [Road::Tls, Road::Cluster, Road::Quorum5, Road::Far];
        $panel = fn (Road $road): Bars => new Bars(ucfirst($road->value), "acquire and release, {$road->layout()->value}; µs, less is better", $this->values("{$road->title()} p50"));

        return array_map($panel, $roads);
    }

    /** @return list<Curves> */
    private function growth(): array
    {
        return [
            new Curves('Change of holder', 'from the call of a release to the next acquire, by waiters; µs', $this->curves(Growth::WAITERS . ' change of holder', $this->suite->counts->waiters)),
            new Curves('Server CPU', 'of an acquisition, by waiters of one lock; µs', $this->curves(Growth::WAITERS . ' server CPU', $this->suite->counts->waiters)),
            new Curves('Rate', 'cycles a second, by clients of one master; more is better', $this->curves(Growth::CLIENTS . ' cycles per second', $this->suite->counts->clients)),
            new Curves('Cycle', 'by keys in use, one core; µs, less is better', $this->curves(Scale::TITLE . ' p50', Scale::sizes($this->suite->counts))),
        ];
    }

    /** @return array<string, float> medians by heading */
    private function values(string $figure): array
    {
        $values = array_map(fn (string $name): array => $this->suite->figures->of($name, $figure), $this->suite->columns);

        return array_map(median(...), array_filter($values));
    }

    /** @return array<string, float> likewise */
    private function ofWaiting(string $figure): array
    {
        $values = array_map(fn (string $name): array => $this->suite->waiting->figures->of($name, $figure), WaitingSuite::CONTENDERS);

        return array_map(median(...), array_filter($values));
    }

    /**
     * @param list<int> $sizes
     * @return array<string, array<int, float>> medians by size, by heading
     */
    private function curves(string $figure, array $sizes): array
    {
        $curves = [];
        foreach ($sizes as $size) {
            foreach ($this->values("$figure of $size") as $heading => $value) {
                $curves[$heading][$size] = $value;
            }
        }

        return $curves;
    }
}
