<?php
// Owns `redislock list`: which locks there are, once.
// Does not own how they are found (RedisLock::locks(), by SCAN) and written (Report).

declare(strict_types=1);

namespace Redislock\Command;

final class ListLocks
{
    public const OPTIONS = ['all' => Arguments::FLAG, 'limit' => Arguments::VALUE, 'json' => Arguments::FLAG, 'show-token' => Arguments::FLAG];
    public const LIMIT = 1000;

    public function __invoke(Arguments $arguments): int
    {
        $limit = $arguments->whole('limit', self::LIMIT, 1, 999_999);
        // One more than is shown, to know whether there are more.
        $pattern = $arguments->word('PATTERN', '*');
        $locks = Found::locks($pattern, $arguments->server(), $arguments->has('all'), $limit + 1);
        $report = new Report(new Terminal(STDOUT), $arguments->has('show-token'));
        $hasMore = count($locks) > $limit;
        $shown = $hasMore ? array_slice($locks, 0, $limit) : $locks;
        unset($locks);
        if ($arguments->has('json')) {
            echo $report->json(array_map($report->forJson(...), $shown));
        } elseif ($shown !== []) {
            foreach ($report->table($shown) as $line) {
                echo $line, "\n";
            }
        } else {
            // Not on standard output, where a script counts lines.
            Application::complain(($arguments->has('all') ? 'no keys' : 'no locks') . ($pattern === '*' ? '' : ' that match ' . Terminal::quoted($pattern)));
        }
        if ($hasMore) {
            Application::complain("there are more than these $limit; --limit shows more of them");
        }

        return ExitCode::OK;
    }
}
