<?php
// Owns what the extension takes of a machine besides time: its size, its load time, the memory of locks, and what grows.
// Does not compare it with peers, which are PHP code.

declare(strict_types=1);

final class Footprint extends Part
{
    private const TITLE = 'the extension itself';
    /** Cycles until everything that is made once has been made. */
    private const WARM = 10_000;

    public function pieces(): array
    {
        return [self::TITLE => function (): void {
            Layout::OneCore->placeServer($this->server);
            $this->figures->add('redislock', self::TITLE, ['size' => filesize(Php::redislock()) / 1e6]);
            $this->measureLoad();
            $this->measureObjects();
            $this->measureGrowth();
        }];
    }

    public function rows(): array
    {
        $objects = number_format($this->counts->objects);

        return [
            self::TITLE => [
                new Row('load time', self::TITLE . ' load', ' ms', 2, atMost: 0.5),
                new Row('size of the .so', self::TITLE . ' size', ' MB', 2, atMost: 3.6),
                new Row("$objects objects", self::TITLE . ' objects', ' MB', 1, atMost: 25),
                new Row("$objects held locks", self::TITLE . ' held', ' MB', 1),
                new Row('growth in ' . number_format($this->counts->growth), self::TITLE . ' growth', ' kB', 0, atMost: 100, sentence: self::TITLE . ': growth in ' . number_format($this->counts->growth) . ' cycles'),
            ],
        ];
    }

    /** What PHP takes longer, to start and end, with the extension than without; medians of many pairs. */
    private function measureLoad(): void
    {
        $without = ['taskset', '-c', Layout::OneCore->clientCores(), PHP_BINARY, '-n', '-r', '0;'];
        $with = [...array_slice($without, 0, 5), '-d', 'extension=' . Php::redislock(), ...array_slice($without, 5)];
        for ($pair = 0; $pair < $this->counts->loads; $pair++) {
            $this->progress->show("load time, $pair of {$this->counts->loads}");
            $this->figures->add('redislock', self::TITLE, ['load' => (self::time($with) - self::time($without)) / 1e6]);
        }
    }

    /** @return int nanoseconds */
    private static function time(array $command): int
    {
        $began = hrtime(true);
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w']], $pipes);
        $status = proc_close($process);
        $status === 0 || throw new RuntimeException(implode(' ', $command) . " ended with $status");

        return hrtime(true) - $began;
    }

    private function measureObjects(): void
    {
        $this->progress->show('memory of ' . number_format($this->counts->objects) . ' locks');
        $code = <<<'PHP'
            [, $count, $server] = $argv;
            $resident = function (): int {
                preg_match('/^VmRSS:\s+(\d+) kB/m', file_get_contents('/proc/self/status'), $found);
                return 1024 * $found[1];
            };
            (new RedisLock('memory', 600, $server))->acquire();
            $before = $resident();
            for ($locks = [], $n = 0; $n < $count; $n++) {
                $locks[] = new RedisLock("memory:$n", 600, $server);
            }
            $made = $resident() - $before;
            foreach ($locks as $lock) {
                $lock->acquire() || exit(1);
            }
            echo json_encode(['objects' => $made / 1e6, 'held' => ($resident() - $before) / 1e6]);
            PHP;
        $arguments = ['-r', $code, '--', (string) $this->counts->objects, $this->server->unix->ofRedisLock()];
        $process = proc_open([PHP_BINARY, ...Php::options(), ...$arguments], [1 => ['pipe', 'w']], $pipes);
        $answer = stream_get_contents($pipes[1]);
        $status = proc_close($process);
        $figures = json_decode($answer, true);
        is_array($figures) || throw new RuntimeException("the memory of locks was not measured (status $status): $answer");
        $this->figures->add('redislock', self::TITLE, $figures);
    }

    private function measureGrowth(): void
    {
        $client = Client::of('redislock', $this->server->unix, Layout::OneCore->clientCores());
        $client->cycles(self::WARM);
        // Again, for what the first answer took.
        $before = $client->cycles(self::WARM)['memory'];
        $all = number_format($this->counts->growth);
        for ($done = 0; $done < $this->counts->growth; $done += $step) {
            $this->progress->show('growth, ' . number_format($done) . " of $all cycles");
            $step = min(100_000, $this->counts->growth - $done);
            $memory = $client->cycles($step)['memory'];
        }
        $this->figures->add('redislock', self::TITLE, ['growth' => max(0, $memory - $before) / 1e3]);
    }
}
