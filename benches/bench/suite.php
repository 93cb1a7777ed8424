<?php
// Owns the parts of the benchmark in their order, who takes part, and which pieces were too noisy to be results.
// Does not print.
// Called by bench.php.

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
    ];
    public const WAITING = 'waiting';

    public readonly Figures $figures;
    public readonly WaitingSuite $waiting;
    /** @var array<string, float> percents of the machine that others took, by piece, where that was too much */
    public array $noisy = [];
    /** @var array<string, string> Debian packages, by the heading of the column */
    public readonly array $absences;
    /** @var array<string, string> all columns: names by heading */
    public readonly array $columns;
    /** @var array<string, Part> */
    private readonly array $parts;

    /** @param list<string> $chosen names of PARTS, or WAITING */
    public function __construct(
        private readonly Server $server,
        private readonly Progress $progress,
        private readonly Counts $counts,
        private readonly array $chosen,
        private readonly float $noise,
    ) {
        $this->figures = new Figures();
        [$columns, $absences, $present] = [[], [], []];
        foreach (contenders(Cycler::class) as $name) {
            $title = contender($name)::title();
            $columns[$title] = $name;
            $packages = contender($name)::absence();
            $packages === null ? $present[] = $name : $absences[$title] = $packages;
        }
        $floorLacks = Floor::absence();
        $this->columns = array_merge(array_splice($columns, 0, 2), [Floor::NAME => Floor::NAME], $columns);
        $this->absences = $absences + ($floorLacks === null ? [] : [Floor::NAME => $floorLacks]);
        $floor = $floorLacks === null ? new Floor($server) : null;
        $this->parts = array_map(
            fn (string $class): Part => new $class($server, $progress, $this->figures, $present, $floor, $counts),
            array_intersect_key(self::PARTS, array_flip($chosen)),
        );
        $this->waiting = new WaitingSuite($server, $progress, counts: $counts->waiting, left: $counts->left);
    }

    public function measure(): void
    {
        foreach ($this->parts as $part) {
            array_map($this->watch(...), array_keys($part->pieces()), $part->pieces());
        }
        if ($this->hasWaiting()) {
            Layout::Unpinned->placeServer($this->server);
            foreach (WaitingSuite::PARTS as $part) {
                $this->watch("waiting, $part", fn () => $this->waiting->measure($part));
            }
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

    public function verdict(): Verdict
    {
        $verdict = new Verdict();
        $verdict->judge($this->rows(), $this->figures, 'redislock', Floor::NAME);
        if ($this->hasWaiting()) {
            $verdict->judge($this->waiting->rows(), $this->waiting->figures, RedisLockContender::class, BlpopContender::class);
        }

        return $verdict;
    }

    /** Measures a piece; again if others disturbed it, for a machine is seldom quiet for as long as all of this takes. */
    private function watch(string $title, Closure $piece): void
    {
        $before = [$this->figures->snapshot(), $this->waiting->figures->snapshot()];
        for ($try = 1; $try <= $this->counts->tries; $try++) {
            $this->figures->restore($before[0]);
            $this->waiting->figures->restore($before[1]);
            $load = new Load($this->server);
            $piece();
            $foreign = $load->foreign() ?? 0.0;
            if ($foreign <= $this->noise) {
                return;
            }
        }
        $this->noisy[$title] = $foreign;
    }
}
