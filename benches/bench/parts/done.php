<?php
// Owns what a cycle costs whose release marks the work as done, beside one whose release leaves the key at rest.
// Does not own what a marker costs the server's memory.

declare(strict_types=1);

final class Done extends Part
{
    /** The files of those whose cycles are measured. */
    private const LEAVES = ['rest' => 'redislock-rest', 'marker' => 'redislock-done'];

    public function pieces(): array
    {
        $pieces = [];
        foreach (Layout::possible() as $layout) {
            $pieces[self::title($layout)] = fn () => $this->measure($layout);
        }

        return $pieces;
    }

    public function rows(): array
    {
        $rows = [];
        foreach (Layout::possible() as $layout) {
            $title = self::title($layout);
            $rows[$title] = [
                new Row('rest, p50', "$title rest", ' us', 1),
                new Row('marker, p50', "$title marker", ' us', 1),
                // One that moves from core to core, or shares them, is no measure of a few hundredths.
                new Row('marker, p50 to rest', "$title marker to rest", 'x', 3, atMost: $layout === Layout::OneCore ? 1.05 : null),
            ];
        }

        return $rows;
    }

    private static function title(Layout $layout): string
    {
        return "cycle that leaves a rest or a marker, $layout->value, TCP";
    }

    private function measure(Layout $layout): void
    {
        $title = self::title($layout);
        $layout->placeServer($this->server);
        $clients = [];
        foreach (self::LEAVES as $what => $name) {
            $clients[$what] = Client::of($name, $this->server->tcp, $layout->clientCores(), count($clients));
            $clients[$what]->cycles($this->counts->cycles);
        }
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($title, $clients, $number): void {
                $median = [];
                foreach (self::inTurn(array_keys($clients), $number) as $what) {
                    $median[$what] = median($clients[$what]->cycles($this->counts->cycles)['times']) / 1e3;
                }
                $this->figures->add('redislock', $title, $median + ['marker to rest' => $median['marker'] / $median['rest']]);
            });
        }
    }
}
