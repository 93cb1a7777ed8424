<?php
// Owns which figures are drawn: four panels, in each RedisLock, the floor, and the peers that have the figure.
// Does not draw (bars.php).

declare(strict_types=1);

final class Plot
{
    private const WIDTH = 880;
    /** Space for the line about the machine. */
    private const FOOT = 34;

    public function __construct(private readonly Suite $suite, private readonly string $machine)
    {
    }

    public function svg(): string
    {
        [$panels, $top, $height] = ['', 0, 0];
        foreach ($this->bars() as $number => $bars) {
            if ($number % 2 === 0) {
                $top += $height;
                $height = 0;
            }
            $panels .= $bars->draw($number % 2 * self::WIDTH / 2, $top, self::WIDTH / 2);
            $height = max($height, $bars->height());
        }
        $bottom = $top + $height + self::FOOT;
        $machine = Bars::text(strtr($this->machine, [' us' => ' µs']));
        // The longest line of all, with the build in it.
        $foot = sprintf('<text class="note" style="font-size: 10.5px" x="24" y="%d">%s</text>', $bottom - 14, $machine);

        $svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">';

        return sprintf($svg, self::WIDTH, $bottom)
            . "\n<title>RedisLock beside its peers</title>\n<style>" . Bars::STYLE . "</style>\n"
            . sprintf('<rect class="page" width="%d" height="%d"/>', self::WIDTH, $bottom) . "\n$panels$foot\n</svg>\n";
    }

    /** @return list<Bars> those of which something was measured */
    private function bars(): array
    {
        // Where the kernel has nothing to choose, so that two runs show the same.
        $layout = Layout::OneCore;
        [$cycle, $request] = [Cycles::title($layout, 'TCP') . ' p50', Requests::title($layout) . ' inside reused'];
        [$handoff, $rate] = ['burst64 handoff', 'steady rate'];
        $waiting = $this->suite->waiting;
        $panels = [
            new Bars('Cycle', "acquire and release, $layout->value, TCP; µs, less is better", $this->values($cycle)),
            new Bars('Request', "php-fpm, $layout->value: reuse, acquire, release; µs, less is better", $this->values($request)),
            new Bars('Handoff', '64 want one lock: from a release to the next acquire; µs, less is better', self::waiting($waiting, $handoff)),
            new Bars('Throughput', '64 want one lock again and again; acquires a second, more is better', self::waiting($waiting, $rate)),
        ];

        return array_values(array_filter($panels, fn (Bars $bars): bool => $bars->values !== []));
    }

    /** @return array<string, float> medians by heading */
    private function values(string $figure): array
    {
        $values = array_map(fn (string $name): array => $this->suite->figures->of($name, $figure), $this->suite->columns);

        return array_map(median(...), array_filter($values));
    }

    /** @return array<string, float> likewise */
    private static function waiting(WaitingSuite $suite, string $figure): array
    {
        $values = array_map(fn (string $name): array => $suite->figures->of($name, $figure), WaitingSuite::CONTENDERS);

        return array_map(median(...), array_filter($values));
    }
}
