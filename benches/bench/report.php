<?php
// Owns what is said when everything was measured: the tables, the verdict, or why there is none.
// Measures and judges nothing.

declare(strict_types=1);

final class Report
{
    private const PAGES = 'figures.md and the plots of benches/, and README.md';

    private readonly Table $table;

    public function __construct(
        private readonly Suite $suite,
        private readonly Counts $counts,
        private readonly string $machine,
        ?Beside $beside = null,
    ) {
        $this->table = new Table($suite->columns, $suite->absences, BENCH_WORDS, kept: 'kept', ratio: 0, before: $beside?->name('redislock'));
    }

    /** Prints everything, writes what the options ask for, and returns the exit status. */
    public function end(Options $options, Progress $progress, Load $load): int
    {
        $this->printTables();
        if ($options->plots !== null) {
            $this->draw($options->plots);
        }
        $foreign = $load->foreign();
        $others = $foreign === null ? '' : sprintf("; other work on this machine took %d %% of its cores' time", round($foreign));
        $verdict = $this->suite->verdict();
        array_map($this->table->line(...), $verdict->lines());
        if ($verdict->unknown !== []) {
            $this->table->line('Not judged, for a peer is missing: ' . implode('; ', $verdict->unknown) . '.');
        }
        array_map($this->table->line(...), $this->suite->comparison()?->lines() ?? []);
        $this->table->line(sprintf('That took %d s%s.', $progress->seconds(), $others));
        if ($this->suite->noisy !== []) {
            $this->refuse($options);

            return 3;
        }
        if ($options->forReadme) {
            $root = dirname(__DIR__, 2);
            (new PerformancePage($this->suite, $this->machine))->write($root . '/' . PerformancePage::FILE);
            (new ReadmeRows($this->suite))->write("$root/README.md");
            $this->draw("$root/benches");
            $this->table->line(self::PAGES . ' have these figures now: look at all of them before you commit them.');
        }

        return $verdict->missed === [] && $verdict->unknown === [] ? 0 : 1;
    }

    private function draw(string $folder): void
    {
        foreach ((new Plots($this->suite, $this->machine))->all() as $file => $svg) {
            file_put_contents("$folder/$file", $svg);
        }
    }

    private function printTables(): void
    {
        $this->table->line($this->machine);
        if ($this->suite->rows() !== []) {
            $this->table->line();
            $this->table->print($this->suite->rows(), $this->suite->figures);
            $this->table->explain($this->counts->named());
        }
        if ($this->suite->hasWaiting()) {
            $waiting = $this->suite->waiting->table();
            $waiting->print($this->suite->waiting->rows(), $this->suite->waiting->figures);
            $waiting->explain($this->counts->waiting);
        }
    }

    private function refuse(Options $options): void
    {
        $this->table->line();
        $this->table->line("NOT A RESULT: others took more than $options->noise % of this machine while these were measured:");
        foreach ($this->suite->noisy as $title => $foreign) {
            $this->table->line(sprintf('  %s: %d %%', $title, round($foreign)));
        }
        if ($options->forReadme) {
            $this->table->line(self::PAGES . ' are as they were.');
        }
        $this->table->line('Run it again when the machine does nothing else.');
    }
}
