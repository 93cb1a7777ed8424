<?php
// Owns eight clients at a time, each with a lock of its own.
// Does not know how each contender locks.

declare(strict_types=1);

final class Crowd extends Part
{
    private const CLIENTS = 8;
    private const TITLE = '8 clients, unpinned, TCP';

    public function pieces(): array
    {
        return [self::TITLE => $this->measure(...)];
    }

    public function rows(): array
    {
        return [
            self::TITLE => [
                new Row('cycles per second', self::TITLE . ' rate', '', 0, isListed: true, inReadme: '8 busy clients: acquires and releases per second', isMoreBetter: true),
                new Row('p50', self::TITLE . ' p50', ' us', 1),
                new Row('p99', self::TITLE . ' p99', ' us', 1, isListed: true),
                new Row('rate to phpredis', self::TITLE . ' rate to phpredis', 'x', 2, atLeast: 1),
                new Row('rate to careful floor', self::TITLE . ' rate to ' . Floor::CAREFUL, 'x', 2, isMoreBetter: true),
                new Row('p99 to phpredis', self::TITLE . ' p99 to phpredis', 'x', 2, atMost: 1.5),
                new Row('client CPU', self::TITLE . ' cpu', ' us', 1),
            ],
        ];
    }

    private function measure(): void
    {
        $together = new Together($this->server, $this->floor, Layout::Unpinned);
        $crowds = [];
        foreach ([...$this->names, ...($this->floor === null ? [] : [Floor::NAME, Floor::CAREFUL])] as $name) {
            $this->progress->show(self::TITLE . ": warming up $name");
            $crowds[$name] = $together->clients($name, self::CLIENTS);
            Together::cycles($crowds[$name], $this->counts->cycles);
        }
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->watch->round($this->figures, function () use ($crowds, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($crowds), $number) as $name) {
                    $this->progress->show(self::TITLE . ", round $number of {$this->counts->rounds}: $name");
                    $round[$name] = Together::cycles($crowds[$name], $this->counts->cycles);
                }
                $this->addRound(self::TITLE, $round, ['rate', 'p50', 'p99']);
            });
        }
    }
}
