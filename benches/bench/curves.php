<?php
// Owns one panel of a plot: a title, and a line of points for each contender, both axes logarithmic, as it says.
// Does not know what the values mean.

declare(strict_types=1);

final class Curves
{
    public const STYLE = '.grid{stroke:#d0d7de;stroke-width:1}.grid.minor{stroke:#eaeef2}.curve{fill:none;stroke:#8c96a3;stroke-width:2}'
        . '.curve.ours{stroke:#b3261e}.curve.floor{stroke:#8c96a3;stroke-dasharray:5 4}.dot{fill:#8c96a3}.dot.ours{fill:#b3261e}'
        . '@media(prefers-color-scheme:dark){.grid{stroke:#30363d}.grid.minor{stroke:#21262d}.curve.ours{stroke:#f0594f}.dot.ours{fill:#f0594f}}';

    private const MARGIN = 24;
    /** From the panel's top to that of its field, and from the field's end to the panel's. */
    private const HEAD = 64;
    private const FOOT = 34;
    private const HEIGHT = 150;
    /** Columns for the values on the left and for the names on the right. */
    private const VALUES = 52;
    private const NAMES = 72;
    /** Between the ends of two curves, so that their names do not overlap. */
    private const LINE = 15;

    /** @param array<string, array<int, float>> $curves values by size, by name */
    public function __construct(private readonly string $title, private readonly string $note, public readonly array $curves)
    {
    }

    public function height(): int
    {
        return self::HEAD + self::HEIGHT + self::FOOT;
    }

    public function draw(float $left, float $top, float $width): string
    {
        [$sizes, $values] = [[], []];
        foreach ($this->curves as $curve) {
            $sizes = array_unique([...$sizes, ...array_keys($curve)]);
            $values = [...$values, ...array_values($curve)];
        }
        sort($sizes);
        $heading = $left + self::MARGIN;
        $x = self::scale(min($sizes), max($sizes), $heading + self::VALUES, $left + $width - self::MARGIN - self::NAMES);
        // From a power of ten to a power of ten.
        [$least, $most] = [10 ** floor(log10(min($values))), 10 ** ceil(log10(max($values)))];
        $y = self::scale($least, $most, $top + self::HEAD + self::HEIGHT, $top + self::HEAD);

        return sprintf('<text class="title" x="%d" y="%d">%s</text>', $heading, $top + 30, Bars::text($this->title)) . "\n"
            . sprintf('<text class="note" x="%d" y="%d">%s</text>', $heading, $top + 48, Bars::text("$this->note; logarithmic")) . "\n"
            . $this->axes($sizes, $least, $most, $x, $y)
            . $this->lines($x, $y, $left + $width - self::MARGIN - self::NAMES + 8, $y($least));
    }

    /** @param list<int> $sizes */
    private function axes(array $sizes, float $least, float $most, Closure $x, Closure $y): string
    {
        $svg = '';
        for ($ten = $least; $ten <= $most * 1.01; $ten *= 10) {
            // 1, 2, 5, 10: as far apart as they are on a logarithmic scale.
            foreach ($ten < $most ? [1, 2, 5] : [1] as $step) {
                $line = '<path class="%s" d="M%.1f %.1fH%.1f"/><text class="note" x="%.1f" y="%.1f" text-anchor="end">%s</text>';
                $value = $ten * $step;
                $svg .= sprintf($line, $step > 1 ? 'grid minor' : 'grid', $x(min($sizes)), $y($value), $x(max($sizes)), $x(min($sizes)) - 7, $y($value) + 4, self::short($value)) . "\n";
            }
        }
        foreach ($sizes as $size) {
            $svg .= sprintf('<text class="note" x="%.1f" y="%.1f" text-anchor="middle">%s</text>', $x($size), $y($least) + 18, self::short($size)) . "\n";
        }

        return $svg;
    }

    private function lines(Closure $x, Closure $y, float $names, float $bottom): string
    {
        [$svg, $ends] = ['', []];
        // Ours, the first, over all others.
        foreach (array_reverse($this->curves) as $name => $curve) {
            $class = Bars::classOf($name);
            $points = array_map(fn (int $size, float $value): string => sprintf('%.1f %.1f', $x($size), $y($value)), array_keys($curve), $curve);
            $dots = array_map(fn (string $at): string => vsprintf('<circle class="dot ' . $class . '" cx="%s" cy="%s" r="3"/>', explode(' ', $at)), $points);
            $svg .= "<path class=\"curve $class\" d=\"M" . implode('L', $points) . '"/>' . implode('', $dots) . "\n";
            $ends[$name] = $y(end($curve));
        }
        foreach (self::apart($ends, $bottom) as $name => $end) {
            $svg .= sprintf('<text class="%s" x="%.1f" y="%.1f">%s</text>', Bars::classOf($name), $names, $end + 4.5, Bars::text($name)) . "\n";
        }

        return $svg;
    }

    /**
     * @param array<string, float> $ends where curves end, by name
     * @return array<string, float> where their names stand: a line apart, and none below the field, where the axis has its labels
     */
    private static function apart(array $ends, float $bottom): array
    {
        asort($ends);
        $free = -INF;
        foreach ($ends as $name => $end) {
            $ends[$name] = $free = max($free, $end);
            $free += self::LINE;
        }
        foreach (array_reverse($ends) as $name => $end) {
            $ends[$name] = $bottom = min($bottom, $end);
            $bottom -= self::LINE;
        }

        return $ends;
    }

    /** @return Closure(float): float from $least at $begin to $most at $end */
    private static function scale(float $least, float $most, float $begin, float $end): Closure
    {
        $span = log($most / $least) ?: 1.0;

        return fn (float $value): float => $begin + ($end - $begin) * log($value / $least) / $span;
    }

    private static function short(float $number): string
    {
        return match (true) {
            $number >= 1e6 => number_format($number / 1e6) . 'M',
            $number >= 1e4 => number_format($number / 1e3) . 'k',
            $number < 1 => rtrim(number_format($number, 3), '0'),
            default => number_format($number),
        };
    }
}
