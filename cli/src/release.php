<?php
// Owns `redislock release`: releasing a lock that its holder has left, with its token or by force.
// Does not own finding out who the holder was.

declare(strict_types=1);

namespace Redislock\Command;

final class Release
{
    public const OPTIONS = ['token' => Arguments::VALUE, 'force' => Arguments::FLAG, 'all' => Arguments::FLAG, 'json' => Arguments::FLAG];

    public function __invoke(Arguments $arguments): int
    {
        $arguments->joinBehind();
        $key = $arguments->word('KEY');
        $token = $arguments->value('token');
        if (($token !== null) === $arguments->has('force')) {
            throw new UsageError('either --token or --force must be given');
        }
        if ($token === '-') {
            // Not on the command line, which everybody sees, and shells keep.
            $token = rtrim((string) fgets(STDIN), "\r\n");
        }
        if ($token === null && !$arguments->has('all')) {
            // A key may be anything; what is removed by mistake is gone.
            $type = \RedisLock::describe($key, $arguments->server())['type'] ?? '';
            in_array($type, ['', 'string'], true) || throw new UsageError(Terminal::quoted($key) . " is a $type, which no lock of RedisLock is; --all removes it all the same");
        }
        $lock = new \RedisLock($key, server: $arguments->server(), token: $token);
        $released = $token === null ? $lock->forceRelease() : $lock->release();
        if ($arguments->has('json')) {
            echo json_encode(['released' => $released]), "\n";
        } else {
            echo match (true) {
                $released => 'released ' . Terminal::quoted($key),
                $token === null => 'nobody holds ' . Terminal::quoted($key),
                default => Terminal::quoted($key) . ' is not held with this token',
            }, "\n";
        }

        return $released ? ExitCode::OK : ExitCode::NO;
    }
}
