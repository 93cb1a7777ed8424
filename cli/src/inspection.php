<?php
// Owns inspecting a lock in Redis while this process goes on: a child inspects, and tells by a socket.
// Does not decide what follows from it (run).

declare(strict_types=1);

namespace Redislock\Command;

final class Inspection
{
    private const IS_HELD = "held\n";
    /** In seconds, for a quorum all of whose nodes hang: what comes after it would only be a message. */
    private const PATIENCE = 15.0;

    /** @var resource|null null: no child could be started */
    private $outcome = null;
    private int $child = -1;
    private string $read = '';

    /** @param string $state what this process knows of the lock by itself, such as that its ttl has run out */
    public function __construct(WantedLock $wanted, \RedisLock $lock, private string $state)
    {
        $token = $lock->token();
        // Quiet, both: where there is no process or no descriptor left, no child tells, and that is said.
        $sockets = @stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $this->child = $sockets === false ? -1 : @pcntl_fork();
        if ($this->child === 0) {
            fwrite($sockets[1], self::inspect($wanted, $wanted->adopt($token), $state) ?? self::IS_HELD);
            // Not exit: what PHP does at its end is the parent's affair.
            posix_kill(getmypid(), SIGKILL);
        }
        if ($this->child > 0) {
            $this->outcome = $sockets[0];
            stream_set_blocking($this->outcome, false);
        }
    }

    public function isDone(): bool
    {
        if ($this->outcome === null) {
            return true;
        }
        $this->read .= stream_get_contents($this->outcome);

        return feof($this->outcome);
    }

    /** Why the lock cannot be trusted any more; null when Redis says that it is held all the same. Waits until that is known. */
    public function reason(): ?string
    {
        $end = hrtime(true) / 1e9 + self::PATIENCE;
        while (!$this->isDone() && ($left = $end - hrtime(true) / 1e9) > 0) {
            [$read, $none] = [[$this->outcome], null];
            // Quiet: a signal ends it early.
            @stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1) * 1e6));
        }
        $this->abandon();

        return match ($this->read) {
            self::IS_HELD => null,
            '' => "$this->state, and Redis " . ($this->outcome === null ? 'was not asked who holds it: no process could be started' : 'did not say who holds it'),
            default => $this->read,
        };
    }

    /** Ends it, whether or not it is done. */
    public function abandon(): void
    {
        if ($this->child > 0) {
            posix_kill($this->child, SIGKILL);
            pcntl_waitpid($this->child, $status);
            $this->child = -1;
        }
    }

    /** Inspects in this process: why the lock cannot be trusted any more, null when it is held. */
    public static function inspect(WantedLock $wanted, \RedisLock $lock, string $state): ?string
    {
        $token = $lock->token();
        try {
            if ($lock->isHeld()) {
                return null;
            }
            $reason = $wanted->name($lock) . ' was lost: its ttl ran out or it was removed';
        } catch (\Throwable $failure) {
            return "$state, and " . preg_replace('/; try again$/', '', $failure->getMessage());
        }
        try {
            $label = $wanted->successor($token);
        } catch (\RedisLockException) {
            // A user that may hold locks need not be one that may look at them.
            $label = null;
        }

        return $label === null ? $reason : "$reason, and " . Terminal::quoted($label) . ' holds it now';
    }
}
