<?php
// Owns one panel of the plot: a title, and a bar for each value.
// Does not know what the values mean.

declare(strict_types=1);

final class Bars
{
    public const STYLE = 'text{font-family:system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;font-size:13px;fill:#24292f}'
        . '.page{fill:#fff}.title{font-size:16px;font-weight:600}.note{font-size:11.5px;fill:#57606a}.ours{font-weight:600}'
        . '.bar{fill:#b6c0cc}.bar.ours{fill:#b3261e}.bar.floor{fill:#eef1f4;stroke:#8c96a3}'
        . '.cut{stroke:#fff;stroke-width:3;fill:none}'
        . '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page{fill:#0d1117}.note{fill:#9198a1}.bar{fill:#6e7681}'
        . '.bar.ours{fill:#f0594f}.bar.floor{fill:#262c36;stroke:#9198a1}.cut{stroke:#0d1117}}';

    private const MARGIN = 24;
    /** From the panel's top to the middle of its first bar. */
    private const HEAD = 68;
    private const STEP = 26;
    private const THICKNESS = 16;
    /** Columns for the names on the left and for the values after the bars. */
    private const NAMES = 84;
    private const VALUES = 58;
    /** A value that is so many times the next one is drawn cut off: all others would have no length beside it. */
    private const FAR = 10;
    /** How long it is drawn then, as a multiple of the next one. */
    private const CUT = 1.5;

    /** @param array<string, float> $values by name */
    public function __construct(private readonly string $title, private readonly string $note, public readonly array $values)
    {
    }

    public function height(): int
    {
        return self::HEAD + self::STEP * count($this->values);
    }

    public function draw(float $left, float $width): string
    {
        $left += self::MARGIN;
        $svg = sprintf('<text class="title" x="%d" y="%d">%s</text>', $left, 30, self::text($this->title)) . "\n"
            . sprintf('<text class="note" x="%d" y="%d">%s</text>', $left, 48, self::text($this->note)) . "\n";
        $middle = self::HEAD;
        $room = $width - self::MARGIN - self::NAMES - self::VALUES;
        $full = self::full($this->values);
        foreach ($this->values as $name => $value) {
            $svg .= $this->bar($name, $value, $left, $middle, $room * ($full > 0 ? min(1, $value / $full) : 0));
            if ($value > $full) {
                $svg .= self::cut($left + self::NAMES + $room * 0.85, $middle);
            }
            $middle += self::STEP;
        }

        return $svg;
    }

    public static function text(string $text): string
    {
        return htmlspecialchars($text, ENT_XML1);
    }

    private function bar(string $name, float $value, float $left, float $middle, float $length): string
    {
        $class = match ($name) {
            'RedisLock', 'by unset' => 'ours',
            'floor' => 'floor',
            default => 'peer',
        };
        $start = $left + self::NAMES;
        // A bar that is too short to be seen would look like no value.
        $length = max(1.5, $length);
        $rectangle = '<rect class="bar %s" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="2"/>';

        return self::label($class, 'end', $start - 8, $middle, $name)
            . sprintf($rectangle, $class, $start, $middle - self::THICKNESS / 2, $length, self::THICKNESS)
            . self::label($class, 'start', $start + $length + 6, $middle, number_format($value, $value < 100 ? 1 : 0))
            . "\n";
    }

    /**
     * @param array<string, float> $values
     * @return float which value has a bar of full length
     */
    private static function full(array $values): float
    {
        rsort($values);
        $next = $values[1] ?? $values[0];

        return $values[0] > self::FAR * $next ? self::CUT * $next : $values[0];
    }

    private static function cut(float $x, float $middle): string
    {
        return sprintf('<path class="cut" d="M%.1f %.1fl6 -20m5 0l-6 20"/>', $x, $middle + 10) . "\n";
    }

    private static function label(string $class, string $anchor, float $x, float $middle, string $text): string
    {
        $label = '<text class="%s" x="%.1f" y="%.1f" text-anchor="%s">%s</text>';

        return sprintf($label, $class, $x, $middle + 4.5, $anchor, self::text($text));
    }
}
