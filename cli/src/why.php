<?php
// Owns `redislock why`: what is to be told of one lock, and by how many looks.
// Does not own the words (Explanation).

declare(strict_types=1);

namespace Redislock\Command;

final class Why
{
    public const OPTIONS = ['watch' => Arguments::VALUE, 'json' => Arguments::FLAG, 'show-token' => Arguments::FLAG];

    /** Without --watch: two looks that far apart tell whether a lock with a short ttl is renewed. */
    private const MOMENT = 0.5;
    private const LONGEST = 3600;
    /** By number: pcntl, which has the name, may be missing. */
    private const SIGHUP = 1;

    public function __invoke(Arguments $arguments): int
    {
        $key = $arguments->word('KEY');
        $server = $arguments->server();
        $seconds = $arguments->seconds('watch', self::MOMENT);
        $seconds > 0 && $seconds <= self::LONGEST || throw new UsageError('--watch must be more than 0 and at most ' . self::LONGEST . ' seconds');
        $terminal = new Terminal(STDOUT);
        $watch = new Watch(function () use ($key, $server, $terminal): ?array {
            // Watched for nobody: what was seen is told at the end.
            return $terminal->hasGone() ? throw new Stopped(self::SIGHUP) : Found::describe($key, $server);
        });
        $arguments->has('watch') ? $watch->during($seconds) : $this->glance($watch, $seconds);
        $nodes = method_exists(\RedisLock::class, 'diagnose') ? \RedisLock::diagnose($server, clients: true) : null;
        $report = new Report($terminal, $arguments->has('show-token'));
        $explanation = new Explanation($key, $watch, $nodes, $report, $arguments->has('watch'), $arguments->named(), is_array($server));
        echo $arguments->has('json') ? $report->json($explanation->forJson()) : $explanation;

        return $explanation->state === 'free' ? ExitCode::NO : ExitCode::OK;
    }

    /** Looks once, and a second time where that may tell more. */
    private function glance(Watch $watch, float $moment): void
    {
        $watch->look();
        if (Watch::holders($watch->lock) !== []) {
            usleep((int) ($moment * 1e6));
            $watch->look();
        }
    }
}
