<?php
// Owns the plots: one table of what each of their panels shows, and the file that a plot is.
// Does not draw a panel (bars.php).

declare(strict_types=1);

final class Plots
{
    /** The panels, two in each plot: the plot's file, a title, a note, and the figure; in each RedisLock, the floor, and the peers that have it. */
    private const PANELS = [
        // Where the kernel has nothing to choose, so that two runs show the same.
        ['cycle', 'Cycle', 'acquire and release, one core, TCP; µs, less is better', 'cycle, one core, TCP p50'],
        ['cycle', 'Request', 'php-fpm, one core: reuse, acquire, release; µs, less is better', 'php-fpm, one core, TCP inside reused'],
        ['waiting', 'Handoff', '64 want one lock: from a release to the next acquire; µs, less is better', 'burst64 handoff'],
        ['waiting', 'Throughput', '64 want one lock again and again; acquires a second, more is better', 'steady rate'],
    ];
    private const TITLES = ['cycle' => 'What a lock costs', 'waiting' => 'How a lock is waited for'];
    private const FLOORS = [
        // RedisLock can be ahead of it: it spins for a reply, which a plain read does not.
        'cycle' => 'floor: a C program that sends the same bytes over a plain blocking socket',
        'waiting' => 'floor: two scripts and BLPOP by phpredis, the least that wakes a waiter and no lock for use',
    ];
    private const UNSET = 'by unset: RedisLock, released by the end of its object, which does not wait for the reply';
    private const WIDTH = 880;
    /** Space for the line about the machine, and for each line of words. */
    private const FOOT = 34;
    private const LINE = 16;

    public function __construct(private readonly Suite $suite, private readonly string $machine)
    {
    }

    /** @return array<string, string> those of which something was measured, by the name of their file */
    public function all(): array
    {
        $drawn = [];
        foreach (array_keys(self::TITLES) as $plot) {
            $panels = [];
            foreach (array_filter(self::PANELS, fn (array $panel): bool => $panel[0] === $plot) as [, $title, $note, $figure]) {
                $panels[] = new Bars($title, $note, $this->values($figure));
            }
            $panels = array_values(array_filter($panels, fn (Bars $panel): bool => $panel->values !== []));
            if ($panels !== []) {
                $drawn["$plot.svg"] = $this->svg($plot, $panels);
            }
        }

        return $drawn;
    }

    /** @return array<string, float> medians by heading */
    private function values(string $figure): array
    {
        $values = array_map(fn (string $name): array => $this->suite->figures->of($name, $figure), $this->suite->columns)
            + array_map(fn (string $name): array => [], WaitingSuite::CONTENDERS);
        foreach (WaitingSuite::CONTENDERS as $heading => $name) {
            $values[$heading] = $values[$heading] ?: $this->suite->waiting->figures->of($name, $figure);
        }

        return array_map(median(...), array_filter($values));
    }

    /** @param list<Bars> $panels */
    private function svg(string $plot, array $panels): string
    {
        $drawn = '';
        foreach ($panels as $number => $panel) {
            $drawn .= $panel->draw($number * self::WIDTH / 2, self::WIDTH / 2);
        }
        $names = array_merge(...array_map(fn (Bars $panel): array => array_keys($panel->values), $panels));
        $words = array_intersect_key(['floor' => self::FLOORS[$plot], 'by unset' => self::UNSET], array_flip($names));
        // What is pinned is said by each panel.
        $lines = [...array_values($words), strtr($this->machine, [' us' => ' µs', ', nothing pinned' => ''])];
        $bottom = max(array_map(fn (Bars $panel): int => $panel->height(), $panels)) + self::LINE * (count($lines) - 1) + self::FOOT;
        foreach ($lines as $number => $line) {
            // The line about the machine is the longest of all, with the build in it.
            $y = $bottom - 14 - self::LINE * (count($lines) - 1 - $number);
            $drawn .= sprintf('<text class="note" style="font-size: 10.5px" x="24" y="%d">%s</text>', $y, Bars::text($line)) . "\n";
        }
        $svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">';

        return sprintf($svg, self::WIDTH, $bottom)
            . sprintf("\n<title>%s</title>\n<style>%s</style>\n", self::TITLES[$plot], Bars::STYLE)
            . sprintf('<rect class="page" width="%d" height="%d"/>', self::WIDTH, $bottom) . "\n$drawn</svg>\n";
    }
}
