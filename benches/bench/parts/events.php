<?php
// Owns what it costs a cycle that events are kept (redislock.events), where the end of one is release(), and where it is unset().
// Does not take them out: the oldest make room, as in a worker that nobody looks at.

declare(strict_types=1);

final class Events extends Part
{
    private const KEPT = 1000;
    /** The files of those whose cycles are measured. */
    private const ENDS = ['release' => 'redislock', 'unset' => 'redislock-unset'];

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
            foreach (array_keys(self::ENDS) as $end) {
                $rows[$title][] = new Row("$end, p50", "$title $end", ' us', 1);
                // One that moves from core to core, or shares them, is no measure of two hundredths.
                $rows[$title][] = new Row("$end, p50 to none kept", "$title $end to off", 'x', 3, atMost: $layout === Layout::OneCore ? 1.02 : null);
            }
        }

        return $rows;
    }

    private static function title(Layout $layout): string
    {
        return 'cycle with ' . self::KEPT . " events kept, $layout->value, TCP";
    }

    private function measure(Layout $layout): void
    {
        $title = self::title($layout);
        $layout->placeServer($this->server);
        $clients = [];
        foreach (self::ENDS as $end => $name) {
            foreach (["$end off" => 0, $end => self::KEPT] as $which => $kept) {
                $clients[$which] = Client::of($name, $this->server->tcp, $layout->clientCores(), count($clients), settings: ["redislock.events=$kept"]);
                $clients[$which]->cycles($this->counts->cycles);
            }
        }
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($title, $clients, $number): void {
                $median = [];
                foreach (self::inTurn(array_keys($clients), $number) as $which) {
                    $median[$which] = median($clients[$which]->cycles($this->counts->cycles)['times']) / 1e3;
                }
                foreach (array_keys(self::ENDS) as $end) {
                    $this->figures->add('redislock', $title, [$end => $median[$end], "$end to off" => $median[$end] / $median["$end off"]]);
                }
            });
        }
    }
}
