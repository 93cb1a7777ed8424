<?php
// Owns one plot: panels two by two, and the line about the machine.
// Does not own what is drawn (plots.php), nor how (bars.php, curves.php).

declare(strict_types=1);

final class Plot
{
    private const WIDTH = 880;
    /** Space for the line about the machine. */
    private const FOOT = 34;

    /** @param list<Bars|Curves> $panels */
    public function __construct(private readonly string $title, private readonly array $panels, private readonly string $machine)
    {
    }

    public function svg(): string
    {
        [$panels, $top, $height] = ['', 0, 0];
        foreach ($this->panels as $number => $panel) {
            if ($number % 2 === 0) {
                $top += $height;
                $height = 0;
            }
            $panels .= $panel->draw($number % 2 * self::WIDTH / 2, $top, self::WIDTH / 2);
            $height = max($height, $panel->height());
        }
        $bottom = $top + $height + self::FOOT;
        $machine = Bars::text(strtr($this->machine, [' us' => ' µs']));
        // The longest line of all, with the build in it.
        $foot = sprintf('<text class="note" style="font-size: 10.5px" x="24" y="%d">%s</text>', $bottom - 14, $machine);

        $svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">';

        return sprintf($svg, self::WIDTH, $bottom)
            . sprintf("\n<title>%s</title>\n<style>%s</style>\n", Bars::text($this->title), Bars::STYLE . Curves::STYLE)
            . sprintf('<rect class="page" width="%d" height="%d"/>', self::WIDTH, $bottom) . "\n$panels$foot\n</svg>\n";
    }
}
