<?php
// Owns `redislock release`: releasing a lock whose holder is gone, with its token or by force.
// Does not own finding out who the holder was.

declare(strict_types=1);

namespace Redislock\Command;

final class Release
{
    public const OPTIONS = ['token' => Arguments::VALUE, 'force' => Arguments::FLAG, 'permits' => Arguments::VALUE, 'all' => Arguments::FLAG, 'json' => Arguments::FLAG];

    public function __invoke(Arguments $arguments): int
    {
        $key = $arguments->word('KEY');
        $token = $arguments->value('token');
        if (($token !== null) === $arguments->has('force')) {
            throw new UsageError('either --token or --force must be given');
        }
        if ($token === '-') {
            // Not on the command line, which every user can see, and which shells keep.
            $token = rtrim((string) fgets(STDIN), "\r\n");
        }
        $wanted = WantedLock::of($arguments, [$key], ['token' => $token]);
        $token !== null || $arguments->has('all') || $this->look($key, $arguments);
        $lock = $wanted->make();
        $released = match (true) {
            $token !== null => $lock->release(),
            // Not for programs: a key that is no lock is another program's data.
            $arguments->has('all') && method_exists($lock, 'removeAnything') => (new \ReflectionMethod($lock, 'removeAnything'))->invoke($lock),
            default => $lock->forceRelease(),
        };
        if ($arguments->has('json')) {
            echo json_encode(['released' => $released]), "\n";
        } else {
            echo match (true) {
                $released => 'released ' . Terminal::quoted($key),
                $token === null => Terminal::quoted($key) . ' is free',
                default => Terminal::quoted($key) . ' is not held with this token',
            }, "\n";
        }

        return $released ? ExitCode::OK : ExitCode::NO;
    }

    /** A key may be anything; what is removed by mistake is gone. */
    private function look(string $key, Arguments $arguments): void
    {
        $found = Found::describe($key, $arguments->server());
        $type = $found['type'] ?? '';
        in_array($type, ['', 'string'], true) || throw new UsageError(Terminal::quoted($key) . ' is a ' . Terminal::safe($type) . ', which no lock of RedisLock is; --all removes it all the same');
        $permits = $found === null ? null : Report::permits($found);
        if ($permits !== null && $arguments->value('permits') === null) {
            $all = $permits['of'] ?? 'N';
            throw new UsageError(Terminal::quoted($key) . " has permits, and more than one process may hold it; --permits=$all releases all of them, --permits=1 the first");
        }
    }
}
