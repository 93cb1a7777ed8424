<?php
// Owns locks of several keys: the cycle that no other process disturbs, and many processes that each want some keys of a few.
// Does not know how each contender takes all keys or none.

declare(strict_types=1);

require_once __DIR__ . '/contended.php';

final class Several extends Contended
{
    protected const CONTENDERS = ['redislock' => RedisLockContender::class, Floor::NAME => BlpopSeveralContender::class];
    protected const LOCKS = 'several keys';
    /** Keys of a cycle. */
    private const AT_ONCE = 10;
    /** The files of those whose cycles are measured, by the name of their column. */
    private const CYCLERS = ['redislock' => 'redislock', Floor::NAME => 'blpop-several'];
    private const LAYOUTS = [Layout::OneCore, Layout::TwoCores];
    private const CONTEST = Steady::PROCESSES . ' processes, ' . Scope::AT_ONCE . ' of ' . Scope::KEYS . ' keys, unpinned, TCP';

    public function pieces(): array
    {
        $pieces = [];
        foreach ($this->layouts() as $layout) {
            $pieces[self::title($layout)] = fn () => $this->measure($layout);
        }

        return $pieces + [self::CONTEST => fn () => $this->contest(self::CONTEST, Scope::SeveralKeys)];
    }

    public function rows(): array
    {
        $rows = [];
        foreach ($this->layouts() as $layout) {
            $title = self::title($layout);
            $what = self::AT_ONCE . " free keys at once, $layout->value";
            $rows[$title] = [
                new Row('p50', "$title p50", ' us', 1, sentence: "$what: a cycle, median"),
                new Row('p50 to floor', "$title p50 to floor", 'x', 2, atMost: $layout === Layout::OneCore ? 1.05 : null, sentence: "$what: to the floor's cycle"),
                new Row('p50 to one key', "$title p50 to one", 'x', 2, sentence: "$what: to a cycle of one key"),
            ];
        }
        $figure = fn (string $what): string => self::CONTEST . " $what";
        $some = Scope::AT_ONCE . ' of ' . Scope::KEYS . ' keys';
        $rows[self::CONTEST] = [
            new Row(
                'acquires per second', $figure('rate'), '', 0, isMoreBetter: true,
                sentence: Steady::PROCESSES . " processes want $some, chosen anew: acquisitions a second",
            ),
            new Row('rate to floor', $figure('rate to floor'), 'x', 2, atLeast: 0.95, sentence: "$some: that rate, to the floor's"),
            new Row('least / most served', $figure('fairness'), '', 2, isMoreBetter: true, sentence: "$some: the least to the most served process"),
            new Row('served below floor', $figure('fairness below floor'), '', 2, atMost: 0.05, sentence: "$some: that quotient, below the floor's by"),
            new Row('wait p50', $figure('p50'), ' ms', 1),
            new Row('wait p99', $figure('p99'), ' ms', 0, sentence: "$some: 99 of 100 waits took at most"),
            new Row('longest wait', $figure('longest'), ' ms', 0, sentence: "$some: the longest wait"),
            new Row('longest to floor', $figure('longest to floor'), 'x', 2, atMost: 1.1, sentence: "$some: the longest wait, to the floor's"),
            new Row('round trips per acquire', $figure('requests'), '', 1),
            new Row('overlaps on a key', $figure('holds, overlaps'), '', 0, 'sum', atMost: 0, sentence: "$some: holds that overlapped another of the same key"),
        ];

        return $rows;
    }

    /** @return list<Layout> */
    private function layouts(): array
    {
        return array_filter(self::LAYOUTS, fn (Layout $layout): bool => in_array($layout, Layout::possible(), true));
    }

    private static function title(Layout $layout): string
    {
        return self::AT_ONCE . " keys at once, $layout->value, TCP";
    }

    /** Each contender beside itself with one key, and RedisLock beside the floor. */
    private function measure(Layout $layout): void
    {
        $layout->placeServer($this->server);
        $clients = [];
        foreach (array_intersect_key(self::CYCLERS, $this->present()) as $name => $file) {
            foreach ([$name => self::AT_ONCE, self::one($name) => 1] as $client => $atOnce) {
                $clients[$client] = Client::of($file, $this->server->tcp, $layout->clientCores(), count($clients), $atOnce);
                $clients[$client]->cycles($this->counts->cycles);
            }
        }
        $title = self::title($layout);
        for ($number = 1; $number <= $this->counts->rounds; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($title, $clients, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($clients), $number) as $name) {
                    $round[$name] = ['p50' => median($clients[$name]->cycles($this->counts->cycles)['times']) / 1e3];
                }
                foreach (array_intersect_key($round, self::CYCLERS) as $name => $values) {
                    $round[$name]['p50 to one'] = $values['p50'] / $round[self::one($name)]['p50'];
                }
                $this->addRound($title, array_intersect_key($round, self::CYCLERS), ['p50']);
            });
        }
    }

    /** A contender's client that takes one key. */
    private static function one(string $name): string
    {
        return "$name, one key";
    }
}
