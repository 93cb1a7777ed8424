<?php
// Owns signals: which ones are caught, how they end a wait, and how they are waited for.
// Does not decide what follows from one (run, top).

declare(strict_types=1);

namespace Redislock\Command;

/** A signal has come where the command only has to end. */
final class Stopped extends \Exception
{
    public function __construct(public readonly int $signal)
    {
        parent::__construct("signal $signal");
    }
}

/** The system starts no further process: of this user, of this container, or at all. */
final class NoProcessError extends \Exception
{
    public function __construct(string $reason)
    {
        parent::__construct("no process can be started: $reason");
    }
}

final class Signals
{
    /** A signal's code when the kernel sent it (SI_KERNEL of Linux). */
    private const FROM_THE_KERNEL = 0x80;
    /** What a terminal's keys send to every process in its foreground. It sends a hang-up to the first of a session alone. */
    private const OF_KEYS = [SIGINT, SIGQUIT];

    /** @var list<int> */
    private array $caught;
    /** @var list<int> signals that have come since relay() and before the first next() */
    private array $early = [];
    private bool $relays = false;

    public function __construct(int ...$signals)
    {
        // What was ignored from the beginning, as nohup has it with SIGHUP, stays so, here and in a command.
        $ignored = self::ignored($signals);
        $this->caught = array_values(array_diff($signals, $ignored));
        array_map(fn (int $signal): bool => pcntl_signal($signal, SIG_IGN), $ignored);
        pcntl_async_signals(true);
        foreach ($this->caught as $signal) {
            pcntl_signal($signal, function (int $signal, mixed $from): void {
                if (!$this->relays) {
                    throw new Stopped($signal);
                }
                self::hasReachedAll($signal, $from) || $this->early[] = $signal;
            }, restart_syscalls: false);
        }
    }

    /** From here on no signal is thrown; next() returns them. */
    public function relay(): void
    {
        $this->relays = true;
    }

    /** Has the signals wait for next(). After the start of a command, which would inherit that they are blocked. */
    public function hold(): void
    {
        pcntl_sigprocmask(SIG_BLOCK, [...$this->caught, SIGCHLD]);
    }

    public function letGo(): void
    {
        pcntl_sigprocmask(SIG_UNBLOCK, [...$this->caught, SIGCHLD]);
    }

    /** Waits for a signal to be relayed, at most so many seconds; null also when a child has ended. */
    public function next(float $seconds): ?int
    {
        if ($this->early !== []) {
            return array_shift($this->early);
        }
        // Quiet: interrupted by another signal, it warns.
        $signal = @pcntl_sigtimedwait([...$this->caught, SIGCHLD], $from, (int) $seconds, (int) (fmod($seconds, 1) * 1e9));

        return is_int($signal) && $signal > 0 && $signal !== SIGCHLD && !self::hasReachedAll($signal, $from) ? $signal : null;
    }

    /** Whether the command has had the signal by itself. A timer's or a hang-up's comes from the kernel, too. */
    private static function hasReachedAll(int $signal, mixed $from): bool
    {
        return in_array($signal, self::OF_KEYS, true) && PHP_OS_FAMILY === 'Linux' && ($from['code'] ?? 0) === self::FROM_THE_KERNEL;
    }

    /**
     * Which signals were ignored when this process was started. PHP catches them in any case, so that the system says they are
     * not ignored (PHP 8.2, /proc/self/status), and does not tell what it found: so a child tries whether it survives them.
     *
     * @param list<int> $signals
     * @return list<int>
     */
    private static function ignored(array $signals): array
    {
        $survives = function (int $signal): bool {
            // Quiet: a failure is told by what is thrown.
            $child = @pcntl_fork();
            if ($child === 0) {
                posix_kill(getmypid(), $signal);
                // Not exit: what PHP does at its end is the parent's affair.
                posix_kill(getmypid(), SIGKILL);
            }

            $child > 0 || throw new NoProcessError(posix_strerror(pcntl_get_last_error()));

            return pcntl_waitpid($child, $status) === $child && pcntl_wtermsig($status) === SIGKILL;
        };

        // A shell's job in the background ignores SIGINT and SIGQUIT together; the latter would leave a core file.
        $tried = array_diff($signals, [SIGQUIT]);
        $ignored = array_values(array_filter($tried, $survives));

        return in_array(SIGINT, $ignored, true) && in_array(SIGQUIT, $signals, true) ? [...$ignored, SIGQUIT] : $ignored;
    }
}
