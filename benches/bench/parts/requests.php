<?php
// Owns whole requests in php-fpm: connect or reuse a connection, acquire, release; by the request's own clock and by its client's.
// Does not own php-fpm and its protocol (php-tests/fpm).

declare(strict_types=1);

final class Requests extends Part
{
    private const REUSED = 'reused';
    private const FRESH = 'new';

    public function pieces(): array
    {
        $pieces = [];
        foreach (Layout::possible() as $layout) {
            $title = self::title($layout);
            $pieces[$title] = fn () => $this->measure($title, $layout);
        }

        return $pieces;
    }

    public function rows(): array
    {
        $rows = [];
        foreach (Layout::possible() as $layout) {
            $title = self::title($layout);
            $rows[$title] = [
                new Row('connection reused', "$title inside reused", ' us', 0, isListed: true),
                new Row('  p99', "$title p99 reused", ' us', 0),
                new Row('  to phpredis pconnect', "$title inside reused to phpredis", 'x', 2, atMost: 0.8, sentence: "$title: connection reused, to phpredis pconnect"),
                new Row('  whole request', "$title whole reused", ' us', 0),
                new Row('new connection', "$title inside new", ' us', 0, isListed: true),
                new Row('  whole request', "$title whole new", ' us', 0),
            ];
        }

        return $rows;
    }

    public static function title(Layout $layout): string
    {
        return "php-fpm, $layout->value, TCP";
    }

    private function measure(string $title, Layout $layout): void
    {
        $layout->placeServer($this->server);
        // The process that waits for the answers is one more client.
        Layout::place(getmypid(), $layout->clientCores());
        $pools = $this->pools();
        $fpms = $this->start($pools, $layout);
        $scripts = array_map(fn (array $pool): string => $fpms[$pool[2]]->script($this->code($pool[0], $pool[1])), $pools);
        for ($number = 0; $number <= $this->counts->rounds; $number++) {
            $this->progress->show("$title, round $number of {$this->counts->rounds}");
            $this->watch->round($this->figures, function () use ($title, $fpms, $scripts, $pools, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($pools), $number) as $pool) {
                    [$name, $kind, $build] = $pools[$pool];
                    $round[$name][$kind] = $this->requests($fpms[$build], $scripts[$pool], $pool);
                }
                // The first one warms up.
                if ($number > 0) {
                    $this->add($title, $round);
                }
            });
        }
        array_map(fn (Fpm $fpm) => $fpm->stop(), $fpms);
        Layout::place(getmypid(), Layout::Unpinned->clientCores());
    }

    /** @return array<string, array{string, string, string}> contender, kind of connection, and build, by the name of the pool that is theirs alone */
    private function pools(): array
    {
        $pools = [];
        foreach ($this->names as $name) {
            // RedisLock's connections outlive every request: there is no way to have it connect anew.
            foreach (str_starts_with($name, 'redislock') ? [self::REUSED] : [self::REUSED, self::FRESH] as $kind) {
                [$contender, $build] = Beside::split($name);
                $pools["$contender-$kind" . ($build === null ? '' : '-before')] = [$name, $kind, (string) $build];
            }
        }

        return $pools;
    }

    /**
     * @param array<string, array{string, string, string}> $pools
     * @return array<string, Fpm> by the file of the build that it has loaded; '' for the one that is loaded here
     */
    private function start(array $pools, Layout $layout): array
    {
        $fpms = [];
        foreach (array_unique(array_column($pools, 2)) as $build) {
            $its = array_filter($pools, fn (array $pool): bool => $pool[2] === $build);
            $directives = array_fill_keys(array_keys($its), ['pm.max_children' => '1']);
            $fpms[$build] = Fpm::start($directives, self::options($build), ['taskset', '-c', $layout->clientCores()]);
        }

        return $fpms;
    }

    /** @return list<string> */
    private static function options(string $build): array
    {
        $options = Php::options(withOpcache: true, redislock: $build === '' ? null : $build);

        return [...array_slice($options, 1), '-d', 'include_path=' . get_include_path()];
    }

    private function code(string $name, string $kind): string
    {
        $harness = dirname(__DIR__, 2) . '/harness';
        $files = ["$harness/address.php", "$harness/contender.php", "$harness/phpredis_waiter.php", dirname(__DIR__) . '/contenders.php'];
        $code = implode('', array_map(fn (string $file): string => 'require ' . var_export($file, true) . ';', $files));
        $contender = Beside::split($name)[0];
        $address = var_export((string) $this->server->tcp, true);
        $isPersistent = var_export($kind === self::REUSED, true);

        return $code . "\$class = contender('$contender'); \$class::absence(); \$address = Address::of($address);"
            . "\$began = hrtime(true); \$client = new \$class(\$address, $isPersistent); \$client->cycle('bench:request');"
            . 'echo hrtime(true) - $began;';
    }

    /** @return array{inside: list<int>, whole: list<int>} nanoseconds */
    private function requests(Fpm $fpm, string $script, string $pool): array
    {
        $times = [];
        for ($request = 0; $request < $this->counts->requests; $request++) {
            $asked = hrtime(true);
            $answer = $fpm->ask($script, $pool)->body();
            $times['whole'][] = hrtime(true) - $asked;
            if (!preg_match('/^\d+$/', $answer)) {
                throw new RuntimeException("php-fpm, pool $pool, answered: $answer");
            }
            $times['inside'][] = (int) $answer;
        }

        return $times;
    }

    /** @param array<string, array<string, array{inside: list<int>, whole: list<int>}>> $round by contender and kind */
    private function add(string $title, array $round): void
    {
        $phpredis = isset($round['phpredis']) ? median($round['phpredis'][self::REUSED]['inside']) : null;
        foreach ($round as $name => $kinds) {
            foreach ($kinds as $kind => $times) {
                $this->figures->add($name, $title, [
                    "inside $kind" => median($times['inside']) / 1e3,
                    "p99 $kind" => percentile($times['inside'], 99) / 1e3,
                    "whole $kind" => median($times['whole']) / 1e3,
                    "inside $kind to phpredis" => $phpredis === null ? [] : median($times['inside']) / $phpredis,
                ]);
            }
        }
    }
}
