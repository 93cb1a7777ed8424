<?php
// Owns the parts of the benchmark in their order, who takes part, and which pieces were too noisy to be results.
// Does not print.

declare(strict_types=1);

final class Suite
{
    /** By the names they have on the command line; "waiting" is the other benchmark (WaitingSuite). */
    public const PARTS = [
        'cycles' => Cycles::class,
        'crowd' => Crowd::class,
        'requests' => Requests::class,
        'scale' => Scale::class,
        'capacity' => Capacity::class,
        'footprint' => Footprint::class,
        'ends' => RequestEnds::class,
        'renewal' => Renewal::class,
        'roads' => Roads::class,
    ];
    public const WAITING = 'waiting';
    /** How often a piece's rounds are measured again at most, times as many as they are. */
    private const SPARE = 2;

    public readonly Figures $figures;
    public readonly WaitingSuite $waiting;
    /** @var array<string, float> percents of the machine that others took, by piece, where that was too much */
    public array $noisy = [];
    /** @var array<string, string> Debian packages, by the heading of the column, or by what a part calls its own contender */
    public readonly array $absences;
    /** @var array<string, string> all columns: names by heading */
    public readonly array $columns;
    private readonly Watch $watch;
    /** @var array<string, Part> */
    private readonly array $parts;

    /** @param list<string> $chosen names of PARTS, or WAITING */
    public function __construct(
        private readonly Server $server,
        private readonly Progress $progress,
        public readonly Counts $counts,
        private readonly array $chosen,
        float $noise,
        private readonly ?Beside $beside = null,
    ) {
        $this->figures = new Figures();
        $this->watch = new Watch($server, $noise);
        [$columns, $absences, $present] = [[], [], []];
        foreach (contenders(Cycler::class) as $name) {
            $title = contender($name)::title();
            $columns[$title] = $name;
            $packages = contender($name)::absence();
            $packages === null ? $present[] = $name : $absences[$title] = $packages;
        }
        if ($beside !== null) {
            $present = [...$present, $beside->name('redislock'), $beside->name('redislock-unset')];
        }
        $floorLacks = Floor::absence();
        $this->columns = array_merge(array_splice($columns, 0, 2), [Floor::NAME => Floor::NAME], $columns);
        $floor = $floorLacks === null ? new Floor($server) : null;
        $this->parts = array_map(
            fn (string $class): Part => new $class($server, $progress, $this->figures, $present, $floor, $counts, $this->watch),
            array_intersect_key(self::PARTS, array_flip($chosen)),
        );
        $ofParts = array_map(fn (Part $part): array => $part->absences(), array_values($this->parts));
        $this->absences = array_merge($absences, $floorLacks === null ? [] : [Floor::NAME => $floorLacks], ...$ofParts);
        $this->waiting = new WaitingSuite($server, $progress, counts: $counts->waiting, left: $counts->left, watch: $this->watch, beside: $beside);
    }

    /** What others disturbed is measured again when all else has been: what disturbs a machine often lasts for minutes. */
    public function measure(): void
    {
        $left = $this->pieces();
        for ($try = 1; $left !== []; $try++) {
            $this->noisy = [];
            foreach ($left as $title => $piece) {
                $this->measurePiece($title, $piece, $try === $this->counts->tries);
            }
            $left = $try === $this->counts->tries ? [] : array_intersect_key($left, $this->noisy);
        }
        $this->progress->hide();
    }

    public function hasWaiting(): bool
    {
        return in_array(self::WAITING, $this->chosen, true);
    }

    /** @return array<string, list<Row>> by heading */
    public function rows(): array
    {
        return array_merge([], ...array_values(array_map(fn (Part $part): array => $part->rows(), $this->parts)));
    }

    /** @return array<string, Row> the rows of which something was measured, by their sentence, or heading and label */
    public function measured(): array
    {
        $measured = [];
        foreach ($this->rows() as $heading => $group) {
            foreach ($group as $row) {
                $values = array_map(fn (string $name): ?float => $row->value($this->figures, $name), $this->columns);
                if (array_filter($values, is_float(...)) !== []) {
                    $measured[$row->sentence ?? $heading . ': ' . trim($row->label)] = $row;
                }
            }
        }

        return $measured;
    }

    public function verdict(): Verdict
    {
        $verdict = new Verdict();
        $verdict->judge($this->rows(), $this->figures, 'redislock', Floor::TITLES);
        if ($this->hasWaiting()) {
            $verdict->judge($this->waiting->rows(), $this->waiting->figures, RedisLockContender::class, WaitingSuite::FLOORS);
        }

        return $verdict;
    }

    /** What became worse since the other build; null where there is none. */
    public function comparison(): ?Comparison
    {
        if ($this->beside === null) {
            return null;
        }
        $comparison = new Comparison($this->beside->file);
        $comparison->compare($this->rows(), $this->figures, 'redislock', $this->beside->name('redislock'));
        $ours = RedisLockContender::class;
        $comparison->compare($this->waiting->rows(), $this->waiting->figures, $ours, $this->beside->name($ours));

        return $comparison;
    }

    /** @return array<string, Closure> by title */
    private function pieces(): array
    {
        $pieces = array_merge([], ...array_values(array_map(fn (Part $part): array => $part->pieces(), $this->parts)));
        foreach ($this->hasWaiting() ? WaitingSuite::PARTS : [] as $part) {
            $pieces["waiting, $part"] = function () use ($part): void {
                Layout::Unpinned->placeServer($this->server);
                $this->waiting->measure($part);
            };
        }

        return $pieces;
    }

    private function measurePiece(string $title, Closure $piece, bool $isLastTry): void
    {
        $before = [$this->figures->snapshot(), $this->waiting->figures->snapshot()];
        $this->watch->begin(self::SPARE * $this->counts->rounds);
        $piece();
        $foreign = $this->watch->foreign();
        if ($foreign <= $this->watch->noise) {
            return;
        }
        $this->noisy[$title] = $foreign;
        if (!$isLastTry) {
            $this->figures->restore($before[0]);
            $this->waiting->figures->restore($before[1]);
        }
    }
}
