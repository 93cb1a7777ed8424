<?php
// Owns what the parts have in common in which many processes want locks that cover more than one key, or have several holders.
// Does not know what those locks cover (waiting/scope.php), nor how a contender waits.

declare(strict_types=1);

abstract class Contended extends Part
{
    /** @var array<string, class-string<Waiter>> who takes part, by the name of its column; ours is the first, the floor the second */
    protected const CONTENDERS = [];
    /** What the locks are called. */
    protected const LOCKS = '';

    public function absences(): array
    {
        $absences = [];
        foreach (array_filter($this->lacks()) as $name => $packages) {
            $absences[(static::CONTENDERS[$name])::title() . "'s " . static::LOCKS] = $packages;
        }

        return $absences;
    }

    /** @return array<string, class-string<Waiter>> those that are here, by the name of their column */
    protected function present(): array
    {
        return array_diff_key(static::CONTENDERS, array_filter($this->lacks()));
    }

    /** Many processes of one contender after the other want such locks again and again. */
    protected function contest(string $title, Scope $scope): void
    {
        Layout::Unpinned->placeServer($this->server);
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->watch->round($this->figures, function () use ($title, $scope, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($this->present()), $number) as $name) {
                    $this->progress->show("$title, round $number of {$this->counts->contests}: $name");
                    $round[$name] = (new Steady($this->server, $scope, $this->counts->window))->measure(static::CONTENDERS[$name]);
                }
                $this->addContest($title, $round);
            });
        }
    }

    /** @param array<string, array<string, float>> $round values by contender */
    private function addContest(string $title, array $round): void
    {
        foreach ($round as $name => $values) {
            // Those of this part alone.
            $round[$name]['holds, overlaps'] = $values['overlaps'];
            unset($round[$name]['overlaps']);
            if (isset($round[Floor::NAME])) {
                $round[$name]['fairness below floor'] = $round[Floor::NAME]['fairness'] - $values['fairness'];
            }
        }
        $this->addRound($title, $round, ['rate', 'p99', 'longest']);
    }

    /** @return array<string, string|null> Debian packages, by the name of the column */
    private function lacks(): array
    {
        return array_map(fn (string $contender): ?string => $contender::absence(), static::CONTENDERS);
    }
}
