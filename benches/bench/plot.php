<?php
// Owns one plot: panels two by two, what its words mean, and the line about the machine.
// Does not own what is drawn (plots.php), nor how (bars.php, curves.php).

declare(strict_types=1);

final class Plot
{
    private const WIDTH = 880;
    /** Space for the line about the machine, and for each line of words. */
    private const FOOT = 34;
    private const LINE = 16;

    /**
     * @param list<Bars|Curves> $panels
     * @param list<string> $words what names in it mean that are no product's, a line each
     */
    public function __construct(private readonly string $title, private readonly array $panels, private readonly array $words, private readonly string $machine)
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
        $bottom = $top + $height + self::LINE * count($this->words) + self::FOOT;
        // What is pinned is said by each panel.
        $lines = [...$this->words, strtr($this->machine, [' us' => ' µs', ', nothing pinned' => ''])];
        $foot = '';
        foreach ($lines as $number => $line) {
            $y = $bottom - 14 - self::LINE * (count($lines) - 1 - $number);
            // The line about the machine is the longest of all, with the build in it.
            $foot .= sprintf('<text class="note" style="font-size: 10.5px" x="24" y="%d">%s</text>', $y, Bars::text($line)) . "\n";
        }
        $foot = rtrim($foot);

        $svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">';

        return sprintf($svg, self::WIDTH, $bottom)
            . sprintf("\n<title>%s</title>\n<style>%s</style>\n", Bars::text($this->title), Bars::STYLE . Curves::STYLE)
            . sprintf('<rect class="page" width="%d" height="%d"/>', self::WIDTH, $bottom) . "\n$panels$foot\n</svg>\n";
    }
}
