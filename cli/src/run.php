<?php
// Owns `redislock run`: a command under a lock, a flock(1) for many machines.
// Does not own which lock that is (WantedLock), its renewal (RedisLock, by a thread of its own), nor how signals come (Signals).

declare(strict_types=1);

namespace Redislock\Command;

final class Run
{
    public const OPTIONS = [
        'key' => Arguments::VALUES, 'ttl' => Arguments::VALUE, 'wait' => Arguments::VALUE, 'permits' => Arguments::VALUE,
        'at-least' => Arguments::VALUE, 'done-for' => Arguments::VALUE, 'fence' => Arguments::FLAG, 'conflict-exit-code' => Arguments::VALUE, 'quiet' => Arguments::FLAG,
        'on-lost' => Arguments::VALUE, 'kill-after' => Arguments::VALUE, 'label' => Arguments::VALUE,
    ];
    private const REACTIONS = ['warn', 'term', 'kill'];
    /** The least and the most time between two looks at what is left of the lock, in seconds. They are local, and cost nothing. */
    private const LOOK = [0.02, 0.25];
    /** Ends as a shell that is to run $0, and runs nothing. */
    private const FINDS = 'file=$(command -v "$0") || exit 127; case $file in */*) [ -x "$file" ] && [ ! -d "$file" ] || exit 126 ;; esac';

    private WantedLock $wanted;
    private \RedisLock $lock;
    /** How long the command counts as done when it has succeeded; 0: not at all. */
    private float $doneFor;
    private string $reaction;
    private Grace $grace;
    private bool $isLost = false;
    private bool $isEnding = false;
    private Descendants $descendants;
    private ?Inspection $inspection = null;
    /** What was known of the lock when it was no longer renewed. */
    private string $state = '';
    /** How the command has ended. */
    private ?array $end = null;

    public function __invoke(Arguments $arguments): int
    {
        $keys = $arguments->keys();
        $command = $arguments->command();
        $this->reaction = $arguments->value('on-lost') ?? 'warn';
        in_array($this->reaction, self::REACTIONS, true) || throw new UsageError('--on-lost must be one of ' . implode(', ', self::REACTIONS));
        $this->reaction === 'warn' || $this->lookForProcesses();
        $patience = $arguments->seconds('kill-after', null);
        ($patience ?? 0.0) >= 0 || throw new UsageError('--kill-after must be 0 seconds or more');
        $conflict = $arguments->whole('conflict-exit-code', ExitCode::HELD, 0, 255);
        $wait = $arguments->seconds('wait', 0.0);
        $this->doneFor = $arguments->seconds('done-for', 0.0);
        $this->doneFor >= 0 || throw new UsageError('--done-for must be 0 seconds or more');
        $this->doneFor == 0 || (count($keys) === 1 && ($arguments->whole('permits', 1, 1, 64) === 1)) || throw new UsageError('--done-for is for one KEY, without --permits');
        $this->doneFor == 0 || method_exists(\RedisLock::class, 'isDone') || throw new OutdatedError('--done-for');
        $this->grace = new Grace($this->makeLock($keys, $arguments), $this->reaction, $patience);
        $signals = new Signals(SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM);
        if ($exitCode = $this->find($command)) {
            return $exitCode;
        }
        $begin = function () use ($signals, $arguments, $command): int {
            $signals->relay();
            $this->tellCommand($arguments->has('fence'));

            return $this->hold($command, $signals);
        };
        if ($this->doneFor > 0) {
            return $this->once($begin, $wait, $arguments->has('quiet'), $conflict);
        }
        if (!$this->lock->acquire($wait)) {
            $arguments->has('quiet') || Application::complain($this->wanted->refusal($wait) . '; the command was not run');

            return $conflict;
        }

        return $begin();
    }

    /**
     * Unless it is done. The command's end releases the lock, with the marker if it has succeeded, so that run() finds it released.
     *
     * @param \Closure(): int $begin
     */
    private function once(\Closure $begin, float $wait, bool $isQuiet, int $conflict): int
    {
        $code = null;
        try {
            return $this->lock->run(function () use ($begin, &$code): int {
                $code = $begin();

                // What failed is not to be marked, also where its release got no reply.
                return $code === ExitCode::OK ? $code : throw new \RuntimeException();
            }, $wait, doneFor: $this->doneFor);
        } catch (\RedisLockDoneException $done) {
            $isQuiet || Application::complain(sprintf('the work of %s is done, for another %d s; the command was not run', $this->wanted->name($this->lock), ceil($done->remaining)));

            return ExitCode::OK;
        } catch (\RedisLockNotAcquiredException) {
            $isQuiet || Application::complain($this->wanted->refusal($wait) . '; the command was not run');

            return $conflict;
        } catch (\RuntimeException $failure) {
            return $code ?? throw $failure;
        }
    }

    /**
     * @param non-empty-list<string> $keys
     * @return float its ttl
     */
    private function makeLock(array $keys, Arguments $arguments): float
    {
        if (count($keys) > 1 && str_contains(implode($keys), "\n")) {
            throw new UsageError('none of several keys may contain a line break: REDISLOCK_KEY has each on a line of its own');
        }
        $label = $arguments->value('label');
        if ($label !== null && !Needs::has('ini_set')) {
            throw new LackingError('--label needs the function ini_set of PHP, which disable_functions takes away: set redislock.label in php.ini');
        }
        if ($label !== null && ini_set('redislock.label', $label) === false) {
            throw new UsageError('--label must be at most 128 bytes of printable ASCII, with no % but in %h, %p and %%');
        }
        $ttl = $arguments->seconds('ttl', null);
        $usual = Needs::setting('redislock.ttl');
        $lasts = $ttl ?? (strcasecmp($usual, 'INF') === 0 ? INF : (float) $usual);
        // A lock that never ends needs no renewal.
        $renews = !is_infinite($lasts);
        $renews || $this->reaction === 'warn' || throw new UsageError('--on-lost=term and kill need a --ttl that ends: a lock for ever is not watched');
        $atLeast = $arguments->seconds('at-least', null);
        $parameters = ['ttl' => $ttl, 'autoRenew' => $renews, 'fence' => $arguments->has('fence')];
        $this->wanted = WantedLock::of($arguments, $keys, $parameters + ($atLeast === null ? [] : ['atLeast' => $atLeast]));
        $this->lock = $this->wanted->make();

        return $lasts;
    }

    /** Elsewhere than on Linux there is no /proc, and only the command itself is ended; here it must not be hidden. */
    private function lookForProcesses(): void
    {
        if (Needs::setting('open_basedir') !== '' && PHP_OS_FAMILY === 'Linux' && @file_get_contents('/proc/self/stat') === false) {
            throw new LackingError("--on-lost=$this->reaction needs to read /proc, to find what the command has started, and open_basedir of php.ini hides it: add /proc there");
        }
    }

    /** Says in the command's environment what it holds. What an outer redislock has said there is overwritten, all of it. */
    private function tellCommand(bool $hasFence): void
    {
        putenv('REDISLOCK_KEY=' . implode("\n", $this->wanted->keys));
        putenv('REDISLOCK_TOKEN=' . $this->lock->token());
        putenv('REDISLOCK_FENCE' . ($hasFence ? '=' . $this->lock->fence() : ''));
    }

    /** Looks for the command before the lock is taken. Returns the code with which a shell would end where it cannot be run. */
    private function find(array $command): ?int
    {
        $name = $command[0];
        $folders = str_contains($name, '/') ? [''] : explode(':', getenv('PATH') ?: '/usr/local/bin:/usr/bin:/bin');
        if (Needs::setting('open_basedir') !== '') {
            // It hides files from PHP alone, and not from the shell.
            return $this->findByShell($name);
        }
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

    private function findByShell(string $name): ?int
    {
        // Quiet: where no process can be started, that is said when the command is.
        $shell = @proc_open(['sh', '-c', self::FINDS, $name], [], $pipes);
        $code = $shell === false ? ExitCode::OK : proc_close($shell);
        if (!in_array($code, [ExitCode::CANNOT_EXECUTE, ExitCode::NOT_FOUND], true)) {
            return null;
        }
        Application::complain(Terminal::quoted($name) . ($code === ExitCode::CANNOT_EXECUTE ? ' cannot be executed' : ' was not found') . '; the lock was not taken');

        return $code;
    }

    /** Looks for a script's interpreter, too. A file that cannot be read is left to the system. */
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
        // PHP ignores it, and a command would inherit that: `yes | head` would complain of its pipe.
        pcntl_signal(SIGPIPE, SIG_DFL);
        // Called here where no process can be started, and in the child where that cannot become the command, which ends with 127.
        set_error_handler(function (int $level, string $message): bool {
            Application::complain('the command was not started: ' . preg_replace('/^proc_open\(\): /', '', $message));

            return true;
        });
        // No pipes: it has our own standard input, output and error.
        $process = proc_open($command, [], $pipes);
        restore_error_handler();
        pcntl_signal(SIGPIPE, SIG_IGN);
        if ($process === false) {
            $this->release();

            return ExitCode::CANNOT_EXECUTE;
        }
        $signals->hold();
        $this->descendants = new Descendants($this->status($process)['pid']);
        while (($status = $this->status($process))['running'] || ($this->isEnding && $this->descendants->areThere())) {
            $this->watch();
            $slice = $this->slice($status['running']);
            $this->grace->foresee($this->lock->remaining(), $slice);
            $signal = $signals->next($slice);
            if ($signal !== null && $status['running']) {
                proc_terminate($process, $signal);
            }
        }
        $signals->letGo();
        $this->tell(waits: true);
        $isDone = !$status['signaled'] && $status['exitcode'] === ExitCode::OK && !$this->isLost;
        $this->release($isDone ? $this->doneFor : 0.0);

        return match (true) {
            $this->isLost && $this->reaction !== 'warn' => ExitCode::LOST,
            $status['signaled'] => ExitCode::SIGNALLED + $status['termsig'],
            $status['exitcode'] < 0 => $this->unknown(),
            default => $status['exitcode'],
        };
    }

    /** Another part of the system has taken the status of the command. */
    private function unknown(): int
    {
        Application::complain('the command has ended, and the system did not say how');

        return ExitCode::INTERNAL;
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
            // No signal tells when a descendant ends.
            !$isRunning => $least,
            $this->isEnding => max($least, min($most, $this->grace->untilKill($this->lock->remaining()))),
            $this->isLost || $this->inspection !== null => $most,
            default => max($least, min($most, $this->lock->remaining() - $this->grace->begin)),
        };
    }

    /** By the local clock alone, so that a Redis that hangs delays neither the end of the command nor a signal to it. */
    private function watch(): void
    {
        $left = $this->lock->remaining();
        $isTrying = $this->grace->isTrying($left);
        if (!$this->isLost && $this->inspection === null && !$isTrying && $left <= $this->grace->begin) {
            $state = $this->grace->isAhead($left) ? sprintf('%s was not renewed, %.1f s before its end', $this->wanted->name($this->lock), $left) : 'the ttl of the lock has run out';
            if ($this->reaction !== 'warn') {
                $this->isLost = true;
                $this->end($left);
            }
            $this->inspection = new Inspection($this->wanted, $this->lock, $state);
            $this->state = $state;
        }
        $this->tell(waits: false);
        if ($this->isEnding && $this->reaction === 'term' && $this->grace->untilKill($left) <= 0.0) {
            if ($this->inspection !== null) {
                // In the order in which it happens: Redis has not said more until now.
                Application::complain("$this->state; it is sent SIGTERM");
                $this->inspection->abandon();
                $this->inspection = null;
            }
            Application::complain($this->grace->isOver() ? 'the command has not ended within ' . round($this->grace->patience, 2) . ' s; it is sent SIGKILL' : 'the command has not ended before its lock; it is sent SIGKILL');
            $this->descendants->kill();
            $this->grace->stop();
        }
    }

    private function end(float $left): void
    {
        $this->isEnding = true;
        $this->grace->start($left);
        $this->reaction === 'kill' ? $this->descendants->kill() : $this->descendants->terminate();
    }

    /** Says what Redis has replied, once it has or, with $waits, as soon as it has. */
    private function tell(bool $waits): void
    {
        if ($this->inspection === null || !($waits || $this->inspection->isDone())) {
            return;
        }
        $reason = $this->inspection->reason();
        $this->inspection = null;
        if ($waits && !$this->isLost) {
            // The command has ended, and release() tells.
            return;
        }
        if ($reason === null && !$this->isLost) {
            // Redis replies again: this process's own object learns that the lock is held, and renews it again.
            $reason = Inspection::inspect($this->wanted, $this->lock, $this->state);
        }
        $reaction = ['warn' => 'the command goes on', 'term' => 'it is sent SIGTERM', 'kill' => 'it is sent SIGKILL'][$this->reaction];
        if ($reason !== null || $this->isLost) {
            $this->isLost = true;
            Application::complain(($reason ?? $this->state) . "; $reaction");
        }
    }

    private function release(float $doneFor = 0.0): void
    {
        try {
            // An older extension knows of no markers.
            if (!($doneFor > 0 ? $this->lock->release($doneFor) : $this->lock->release()) && !$this->isLost) {
                $this->isLost = true;
                Application::complain($this->wanted->name($this->lock) . ' was lost before the command ended');
            }
        } catch (\RedisLockException $failure) {
            Application::complain($failure->getMessage());
        }
    }
}
