<?php
// Owns what the end of a request costs whose locks are all still held: time for each of them, and whether any is left.
// Does not compare it with peers, whose locks are left to their ttl; only with another build of RedisLock (--beside).

declare(strict_types=1);

final class RequestEnds extends Part
{
    private const TITLE = 'end of a request, unpinned, TCP';
    /** Seconds for the largest request; what it takes must grow as the number of its locks does. */
    private const LONGEST = 1.5;
    private const CODE = <<<'PHP'
        [, $count, $server] = $argv;
        for ($locks = [], $n = 0; $n < $count; $n++) {
            $locks[] = $lock = new RedisLock("held:$n", 600, $server);
            $lock->acquire() || exit(1);
        }
        register_shutdown_function(function (): void {
            echo hrtime(true);
        });
        PHP;

    public function pieces(): array
    {
        return [self::TITLE => $this->measure(...)];
    }

    public function rows(): array
    {
        $rows = [];
        foreach ($this->counts->held as $held) {
            $rows[] = new Row(number_format($held) . ' held, each', self::TITLE . " each of $held", ' us', 1);
        }
        $sentence = self::TITLE . ': ' . number_format($held) . ' held, all of them released';
        $rows[] = new Row('  all of them', self::TITLE . " all of $held", ' s', 2, atMost: self::LONGEST, sentence: $sentence);
        $rows[] = new Row('locks left in Redis', self::TITLE . ' left', '', 0, 'sum', atMost: 0);

        return [self::TITLE => $rows];
    }

    private function measure(): void
    {
        Layout::Unpinned->placeServer($this->server);
        for ($number = 1; $number <= $this->counts->ends; $number++) {
            $this->progress->show(self::TITLE . ", round $number of {$this->counts->ends}");
            $this->watch->round($this->figures, function () use ($number): void {
                foreach (self::inTurn(preg_grep('/^redislock(@|$)/', $this->names), $number) as $name) {
                    $values = [];
                    foreach ($this->counts->held as $held) {
                        $seconds = $this->end($held, Beside::split($name)[1]);
                        $values += ["each of $held" => $seconds * 1e6 / $held, "all of $held" => $seconds];
                    }
                    $left = $this->server->connection->ask('EVAL', "return #redis.call('KEYS', 'held:*')", '0');
                    $this->figures->add($name, self::TITLE, $values + ['left' => (float) $left]);
                }
            });
        }
    }

    /** @return float how many seconds a process takes from the last of its script to its end */
    private function end(int $held, ?string $build): float
    {
        $arguments = ['-r', self::CODE, '--', (string) $held, $this->server->tcp->ofRedisLock()];
        $process = proc_open([PHP_BINARY, ...Php::options(redislock: $build), ...$arguments], [1 => ['pipe', 'w']], $pipes);
        $began = stream_get_contents($pipes[1]);
        $status = proc_close($process);
        $ended = hrtime(true);
        $status === 0 && ctype_digit($began) || throw new RuntimeException("a request did not end well (status $status): $began");

        return ($ended - (int) $began) / 1e9;
    }
}
