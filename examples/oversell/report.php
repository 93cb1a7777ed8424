<?php
// Owns how the demo looks: what each round is about, its picture and figures, the table and the verdict.
// Measures and judges nothing (timeline.php, outcome.php).
// Called by oversell.php.

declare(strict_types=1);

final class Report
{
    /** Columns beside the picture: before it the seller's name, after it what that seller sold. */
    private const NAME = 13;
    private const SOLD = 11;

    public function __construct(private readonly Terminal $terminal)
    {
    }

    public function introduction(): void
    {
        $this->terminal->print();
        $this->text(sprintf(
            '%d PHP processes sell a stock of %d. To sell is: read the stock, take the money (2 to 6 ms), write stock - 1. '
            . 'Right only if nobody else is inside, between reading and writing, at the same time.',
            Round::SELLERS,
            Shop::STOCK,
        ));
    }

    public function heading(string $title, string $code, string $explanation): void
    {
        $this->terminal->print();
        $rule = str_repeat($this->terminal->rule, max(0, $this->terminal->width - strlen($title) - 3));
        $this->terminal->print(' ' . $this->terminal->paint('bold', $title) . ' ' . $this->terminal->paint('dim', $rule));
        foreach (explode("\n", $code) as $line) {
            foreach (explode("\n", wordwrap($line, $this->terminal->width - 7, "\n    ")) as $part) {
                $this->terminal->print('   ' . $this->terminal->paint('code', $part));
            }
        }
        $this->text($explanation);
        $this->terminal->print();
    }

    /** Draws who was inside when, and tells who sold what. */
    public function outcome(Outcome $outcome): void
    {
        $columns = $this->terminal->width - self::NAME - self::SOLD;
        $inside = $outcome->timeline->inside($columns);
        for ($seller = 1; $seller <= Round::SELLERS; $seller++) {
            $cells = '';
            foreach ($outcome->timeline->row($seller, $columns) as $column => $isInside) {
                $cells .= $isInside ? ($inside[$column] > 1 ? 'X' : '=') : ' ';
            }
            $this->row("seller $seller", $this->blocks($cells), $outcome->sales[$seller] ?? 0);
        }
        $this->row('inside', $this->counts(strtr(implode('', $inside), '0', ' ')), $outcome->sold());
        $this->legend($columns, $outcome->timeline->seconds());
        $this->figures($outcome);
        foreach ($outcome->troubles as $trouble) {
            $this->text($trouble, 'red');
        }
    }

    /** @param array<string, Outcome> $outcomes by the title of their round */
    public function table(array $outcomes): void
    {
        $this->terminal->print();
        $heading = sprintf(' %-31s%6s%10s%14s%7s%8s', '', 'sold', 'oversold', 'lost updates', 'stock', 'time');
        $isWide = strlen($heading) <= $this->terminal->width;
        if ($isWide) {
            $this->terminal->print($this->terminal->paint('bold', $heading));
        }
        foreach ($outcomes as $title => $outcome) {
            if ($isWide) {
                $numbers = $this->judged($outcome, ['%6d', '%10d', '%14d', '%7d']);
                $this->terminal->print(sprintf(' %-31s%s%6.1f s', $title, implode('', $numbers), $outcome->timeline->seconds()));
            } else {
                $this->text($title, 'bold');
                $this->figures($outcome);
            }
        }
        $this->text('A lost update is a sale that wrote over what another had written after the look at the stock.');
    }

    /** @param list<string> $faults of the round with RedisLock */
    public function verdict(array $faults): void
    {
        $this->terminal->print();
        if ($faults === []) {
            $this->text('RedisLock was exact: each piece sold once, never two sellers inside together.', 'green');
        } else {
            $this->text('RedisLock was NOT exact: ' . implode('; ', $faults) . '.', 'red');
        }
        $this->terminal->print();
    }

    private function row(string $name, string $picture, int $sold): void
    {
        $this->terminal->print(str_pad("   $name", self::NAME) . $picture . sprintf(' %4d sold', $sold));
    }

    /** Paints = (alone inside) and X (not alone), which stays an X: not everybody tells red from green. */
    private function blocks(string $cells): string
    {
        if (!$this->terminal->hasColours) {
            return $cells;
        }

        return preg_replace_callback('/=+|X+/', fn (array $run): string => $run[0][0] === '='
            ? $this->terminal->paint('green', str_repeat($this->terminal->block, strlen($run[0])))
            : $this->terminal->paint('red', $run[0]), $cells);
    }

    private function counts(string $cells): string
    {
        $paint = fn (array $run): string => $this->terminal->paint($run[0][0] === '1' ? 'green' : 'red', $run[0]);

        return preg_replace_callback('/1+|[2-9]+/', $paint, $cells);
    }

    private function legend(int $columns, float $seconds): void
    {
        $shown = min($columns * Timeline::COLUMN / 1e6, ceil($seconds * 1e3));
        $this->flow([
            $this->terminal->paint('dim', sprintf('the first %d of %d ms', $shown, ceil($seconds * 1e3))),
            $this->blocks('==') . ' alone inside',
            $this->blocks('XX') . ' not alone',
        ], self::NAME, '   ');
        $this->terminal->print();
    }

    private function figures(Outcome $outcome): void
    {
        $numbers = $this->judged($outcome, ['sold %d', 'oversold %d', 'lost updates %d', 'stock %d']);
        $seconds = $outcome->timeline->seconds();
        $together = $outcome->timeline->secondsTogether();
        // Only never is 0 %.
        $share = $together > 0 ? max(1, round(100 * $together / $seconds)) : 0;
        $this->flow([...$numbers, sprintf('not alone %d %% of %.1f s', $share, $seconds)], 1, '  ');
    }

    /** Prints parts beside each other, and goes on in the next line before one that the terminal has no room for. */
    private function flow(array $parts, int $indent, string $gap): void
    {
        [$line, $length] = ['', 0];
        foreach ($parts as $part) {
            $width = $this->terminal->columns($part);
            if ($line !== '' && $indent + $length + strlen($gap) + $width > $this->terminal->width) {
                $this->terminal->print(str_repeat(' ', $indent) . $line);
                [$line, $length] = ['', 0];
            }
            $line .= ($line === '' ? '' : $gap) . $part;
            $length += ($length === 0 ? 0 : strlen($gap)) + $width;
        }
        $this->terminal->print(str_repeat(' ', $indent) . $line);
    }

    /** @return list<string> what was sold, oversold and lost, and the stock left, each in its format; in red where it is wrong */
    private function judged(Outcome $outcome, array $formats): array
    {
        $right = $outcome->faults() === [] ? 'green' : 'plain';

        return array_map(
            fn (string $format, int $number, int $wanted): string
                => $this->terminal->paint($number === $wanted ? $right : 'red', sprintf($format, $number)),
            $formats,
            [$outcome->sold(), $outcome->oversold(), $outcome->lostUpdates, $outcome->stock],
            [Shop::STOCK, 0, 0, 0],
        );
    }

    private function text(string $text, string $style = 'plain'): void
    {
        foreach (explode("\n", wordwrap($text, $this->terminal->width - 2)) as $line) {
            $this->terminal->print(' ' . $this->terminal->paint($style, $line));
        }
    }
}
