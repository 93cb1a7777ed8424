<?php
// Owns `redislock run`: a command under a lock, a flock(1) for many machines.
// Does not own the lock's life (RedisLock: it is renewed by a thread of its own), signals' ways (Signals).
// Called by the application.

declare(strict_types=1);

namespace Redislock\Command;

final class Run
{
    public const OPTIONS = [
        'ttl' => Arguments::VALUE, 'wait' => Arguments::VALUE, 'on-lost' => Arguments::VALUE, 'kill-after' => Arguments::VALUE,
        'conflict-exit-code' => Arguments::VALUE, 'label' => Arguments::VALUE, 'quiet' => Arguments::FLAG,
    ];
    private const REACTIONS = ['warn', 'term', 'kill'];
    /** How often the lock is looked at, in seconds, at the most and at the least: by the local clock, which costs nothing. */
    private const LOOK = [0.02, 0.25];

    private \RedisLock $lock;
    private string $reaction;
    /** Between SIGTERM and SIGKILL, in seconds. */
    private float $patience;
    private bool $isLost = false;
    /** When SIGKILL is due. */
    private float $killAt = INF;

    public function __invoke(Arguments $arguments): int
    {
        $key = $arguments->word('KEY');
        $command = $arguments->behind() ?: throw new UsageError('a command must stand behind --');
        $this->reaction = $arguments->value('on-lost') ?? 'warn';
        in_array($this->reaction, self::REACTIONS, true) || throw new UsageError('--on-lost must be one of ' . implode(', ', self::REACTIONS));
        $this->patience = $arguments->seconds('kill-after', 10.0);
        $conflict = $arguments->whole('conflict-exit-code', ExitCode::HELD, 0, 255);
        $wait = $arguments->seconds('wait', 0.0);
        $this->makeLock($key, $arguments);
        $signals = new Signals(SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM);
        if ($exitCode = $this->find($command)) {
            return $exitCode;
        }
        if (!$this->acquire($wait)) {
            $held = $wait > 0 ? "was still held by another after a wait of $wait s" : 'is held by another';
            $arguments->has('quiet') || Application::complain(Terminal::quoted($key) . " $held; the command was not run");

            return $conflict;
        }
        $signals->relay();

        return $this->hold($command, $signals);
    }

    private function makeLock(string $key, Arguments $arguments): void
    {
        $label = $arguments->value('label');
        if ($label !== null && ini_set('redislock.label', $label) === false) {
            throw new UsageError('--label must be at most 128 bytes of printable ASCII, with no % but in %h, %p and %%');
        }
        $ttl = $arguments->seconds('ttl', null);
        // Nothing is to be renewed of a lock that never ends.
        $renews = !is_infinite($ttl ?? (float) (strcasecmp(ini_get('redislock.ttl'), 'INF') ? 0 : INF));
        $this->lock = new \RedisLock($key, $ttl, $arguments->server(), autoRenew: $renews);
    }

    /** A wait that is over at once when a signal comes. */
    private function acquire(float $wait): bool
    {
        try {
            return $this->lock->acquire($wait);
        } catch (\ValueError $wrong) {
            throw new UsageError('--wait ' . preg_replace('/^.*\(\$wait\) /', '', $wrong->getMessage()));
        }
    }

    /** Looks for the command before the lock is taken; the code with which a shell would end where it cannot be run. */
    private function find(array $command): ?int
    {
        $name = $command[0];
        $folders = str_contains($name, '/') ? [''] : explode(':', getenv('PATH') ?: '/usr/local/bin:/usr/bin:/bin');
        $isThere = false;
        foreach ($folders as $folder) {
            $file = str_contains($name, '/') ? $name : ($folder === '' ? '.' : $folder) . "/$name";
            if ($name !== '' && is_file($file) && is_executable($file)) {
                return null;
            }
            $isThere = $isThere || ($name !== '' && file_exists($file));
        }
        Application::complain(Terminal::quoted($name) . ($isThere ? ' cannot be executed' : ' was not found') . '; the lock was not taken');

        return $isThere ? ExitCode::CANNOT_EXECUTE : ExitCode::NOT_FOUND;
    }

    /** Runs the command while the lock is held, and gives the lock back however it ends. */
    private function hold(array $command, Signals $signals): int
    {
        // PHP ignores it, and a command would take that over: `yes | head` would complain of its pipe.
        pcntl_signal(SIGPIPE, SIG_DFL);
        // No pipes: it has our own standard input, output and error.
        $process = proc_open($command, [], $pipes);
        pcntl_signal(SIGPIPE, SIG_IGN);
        if ($process === false) {
            $this->lock->release();

            return ExitCode::CANNOT_EXECUTE;
        }
        $signals->hold();
        while (($status = proc_get_status($process))['running']) {
            $this->watch($process);
            $signal = $signals->next(min($this->slice(), max(0.0, $this->killAt - hrtime(true) / 1e9)));
            if ($signal !== null) {
                proc_terminate($process, $signal);
            }
        }
        $signals->letGo();
        $this->release();

        return match (true) {
            $this->isLost && $this->reaction !== 'warn' => ExitCode::LOST,
            $status['signaled'] => ExitCode::SIGNALLED + $status['termsig'],
            default => $status['exitcode'],
        };
    }

    private function slice(): float
    {
        [$least, $most] = self::LOOK;

        return $this->isLost ? $most : max($least, min($most, $this->lock->remaining()));
    }

    /** @param resource $process */
    private function watch($process): void
    {
        if (!$this->isLost && $this->lock->remaining() <= 0.0 && ($reason = $this->loss()) !== null) {
            $this->isLost = true;
            $reaction = ['warn' => 'the command goes on', 'term' => 'it is sent SIGTERM', 'kill' => 'it is sent SIGKILL'][$this->reaction];
            Application::complain("$reason; $reaction");
            if ($this->reaction === 'term') {
                proc_terminate($process, SIGTERM);
                $this->killAt = hrtime(true) / 1e9 + $this->patience;
            }
            $this->reaction === 'kill' && proc_terminate($process, SIGKILL);
        }
        if (hrtime(true) / 1e9 >= $this->killAt) {
            Application::complain("the command has not ended within $this->patience s; it is sent SIGKILL");
            proc_terminate($process, SIGKILL);
            $this->killAt = INF;
        }
    }

    /** Why the lock cannot be trusted any more; null when Redis says that it is ours all the same. */
    private function loss(): ?string
    {
        try {
            $this->lock->ensureHeld();

            return null;
        } catch (\RedisLockLostException $lost) {
            return preg_replace('/; stop the guarded work$/', '', $lost->getMessage());
        } catch (\RedisLockException $failure) {
            return 'the ttl of the lock has run out, and ' . preg_replace('/; ask again$/', '', $failure->getMessage());
        }
    }

    private function release(): void
    {
        try {
            if (!$this->lock->release() && !$this->isLost) {
                $this->isLost = true;
                Application::complain('lock ' . Terminal::quoted($this->lock->key()) . ' was lost before the command ended');
            }
        } catch (\RedisLockException $failure) {
            Application::complain($failure->getMessage());
        }
    }
}
