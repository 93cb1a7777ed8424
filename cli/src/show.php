<?php
// Owns `redislock show`: who holds one lock, how long, and whether a process waits for it.
// Does not own how that is written (Report).

declare(strict_types=1);

namespace Redislock\Command;

final class Show
{
    public const OPTIONS = ['json' => Arguments::FLAG, 'show-token' => Arguments::FLAG];

    public function __invoke(Arguments $arguments): int
    {
        $key = $arguments->word('KEY');
        $lock = Found::describe($key, $arguments->server());
        $report = new Report(new Terminal(STDOUT), $arguments->has('show-token'));
        echo match (true) {
            $arguments->has('json') => $report->json($lock === null ? null : $report->forJson($lock)),
            $lock === null => Terminal::quoted($key) . " is free\n",
            default => $report->fields($lock),
        };

        return $lock === null ? ExitCode::NO : ExitCode::OK;
    }
}
