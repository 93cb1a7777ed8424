<?php
// Owns `redislock run`: a command under a lock, a flock(1) for many machines.
// Does not own the lock's life (RedisLock: it is renewed by a thread of its own), signals' ways (Signals).

declare(strict_types=1);

namespace Redislock\Command;

final class Run
{
    public const OPTIONS = [
        'key' => Arguments::VALUE, 'ttl' => Arguments::VALUE, 'wait' => Arguments::VALUE, 'on-lost' => Arguments::VALUE,
        'kill-after' => Arguments::VALUE, 'conflict-exit-code' => Arguments::VALUE, 'label' => Arguments::VALUE, 'quiet' => Arguments::FLAG,
    ];
    private const REACTIONS = ['warn', 'term', 'kill'];
    /** How often the lock is looked at, in seconds, at the most and at the least: by the local clock, which costs nothing. */
    private const LOOK = [0.02, 0.25];

    private \RedisLock $lock;
    private string $key;
    /** @var string|list<string>|null */
    private string|array|null $server;
    private string $reaction;
    /** Between SIGTERM and SIGKILL, in seconds. */
    private float $patience;
    private bool $isLost = false;
    private bool $isEnding = false;
    private Descendants $descendants;
    private ?Question $question = null;
    /** How the command has ended. */
    private ?array $end = null;
    /** When SIGKILL is due. */
    private float $killAt = INF;

    public function __invoke(Arguments $arguments): int
    {
        $key = $arguments->key();
        $command = $arguments->behind() ?: throw new UsageError('a command must stand behind --');
        $this->reaction = $arguments->value('on-lost') ?? 'warn';
        in_array($this->reaction, self::REACTIONS, true) || throw new UsageError('--on-lost must be one of ' . implode(', ', self::REACTIONS));
        $this->patience = $arguments->seconds('kill-after', 10.0);
        $this->patience >= 0 || throw new UsageError('--kill-after must be 0 seconds or more');
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
        $renews || $this->reaction === 'warn' || throw new UsageError('--on-lost=term and kill need a --ttl that ends: a lock for ever is not watched');
        [$this->key, $this->server] = [$key, $arguments->server()];
        $this->lock = new \RedisLock($key, $ttl, $this->server, autoRenew: $renews);
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
                return $this->findInterpreter($file);
            }
            $isThere = $isThere || ($name !== '' && file_exists($file));
        }
        Application::complain(Terminal::quoted($name) . ($isThere ? ' cannot be executed' : ' was not found') . '; the lock was not taken');

        return $isThere ? ExitCode::CANNOT_EXECUTE : ExitCode::NOT_FOUND;
    }

    /** A script's interpreter that is not there is found out here, too; of what cannot be read the system knows more. */
    private function findInterpreter(string $file): ?int
    {
        $line = (string) @file_get_contents($file, false, null, 0, 256);
        if (!preg_match('/^#![ \t]*([^\s\0]+)/', $line, $found) || (is_file($found[1]) && is_executable($found[1]))) {
            return null;
        }
        Application::complain(Terminal::quoted($file) . ' cannot be executed: there is no interpreter ' . Terminal::quoted($found[1]) . '; the lock was not taken');

        return ExitCode::CANNOT_EXECUTE;
    }

    /** Runs the command while the lock is held, and releases the lock however it ends. */
    private function hold(array $command, Signals $signals): int
    {
        // PHP ignores it, and a command would take that over: `yes | head` would complain of its pipe.
        pcntl_signal(SIGPIPE, SIG_DFL);
        // No pipes: it has our own standard input, output and error.
        // Quiet: a child that cannot become the command would warn, as PHP.
        $process = @proc_open($command, [], $pipes);
        pcntl_signal(SIGPIPE, SIG_IGN);
        if ($process === false) {
            $this->lock->release();

            return ExitCode::CANNOT_EXECUTE;
        }
        $signals->hold();
        $this->descendants = new Descendants($this->status($process)['pid']);
        while (($status = $this->status($process))['running'] || ($this->isEnding && $this->descendants->areThere())) {
            $this->watch();
            $signal = $signals->next(min($this->slice($status['running']), max(0.0, $this->killAt - hrtime(true) / 1e9)));
            if ($signal !== null && $status['running']) {
                proc_terminate($process, $signal);
            }
        }
        $signals->letGo();
        $this->tell(waits: true);
        $this->release();

        return match (true) {
            $this->isLost && $this->reaction !== 'warn' => ExitCode::LOST,
            $status['signaled'] => ExitCode::SIGNALLED + $status['termsig'],
            default => $status['exitcode'],
        };
    }

    /**
     * PHP before 8.3 tells how the command ended only once.
     *
     * @param resource $process
     */
    private function status($process): array
    {
        return $this->end ?? (($status = proc_get_status($process))['running'] ? $status : $this->end = $status);
    }

    private function slice(bool $isRunning): float
    {
        [$least, $most] = self::LOOK;

        return match (true) {
            // Nobody tells when a descendant ends.
            !$isRunning => $least,
            $this->isLost || $this->question !== null => $most,
            default => max($least, min($most, $this->lock->remaining())),
        };
    }

    /** By the local clock alone, so that a Redis that hangs delays neither the end of the command nor a signal to it. */
    private function watch(): void
    {
        if (!$this->isLost && $this->question === null && $this->lock->remaining() <= 0.0) {
            if ($this->reaction !== 'warn') {
                $this->isLost = true;
                $this->end();
            }
            $this->question = new Question($this->lock, $this->key, $this->server);
        }
        $this->tell(waits: false);
        if (hrtime(true) / 1e9 >= $this->killAt) {
            Application::complain("the command has not ended within $this->patience s; it is sent SIGKILL");
            $this->descendants->kill();
            $this->killAt = INF;
        }
    }

    private function end(): void
    {
        $this->isEnding = true;
        if ($this->reaction === 'kill') {
            $this->descendants->kill();
        } else {
            $this->descendants->terminate();
            $this->killAt = hrtime(true) / 1e9 + $this->patience;
        }
    }

    /** Says what Redis has answered. */
    private function tell(bool $waits): void
    {
        if ($this->question === null || !($waits || $this->question->isAnswered())) {
            return;
        }
        $reason = $this->question->reason();
        $this->question = null;
        if ($waits && !$this->isLost) {
            // The command has ended, and release() tells.
            return;
        }
        if ($reason === null && !$this->isLost) {
            // A Redis that answers: our own object learns that the lock is held, and renews it again.
            $reason = Question::ask($this->lock, $this->key, $this->server);
        }
        $reaction = ['warn' => 'the command goes on', 'term' => 'it is sent SIGTERM', 'kill' => 'it is sent SIGKILL'][$this->reaction];
        if ($reason !== null || $this->isLost) {
            $this->isLost = true;
            Application::complain(($reason ?? 'the ttl of the lock has run out') . "; $reaction");
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
