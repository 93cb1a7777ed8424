<?php
// Owns inspecting a lock in Redis while this process goes on: a child inspects, and tells by a socket.
// Does not decide what follows from it (run).

declare(strict_types=1);

namespace Redislock\Command;

final class Inspection
{
    private const IS_HELD = "held\n";
    private const RUN_OUT = 'the ttl of the lock has run out, and ';

    /** In seconds, for a quorum all of whose nodes hang: what comes after it would only be a message. */
    private const PATIENCE = 15.0;

    /** @var resource */
    private $outcome;
    private int $child;
    private string $read = '';

    public function __construct(WantedLock $wanted, \RedisLock $lock)
    {
        $token = $lock->token();
        [$this->outcome, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $this->child = pcntl_fork();
        if ($this->child === 0) {
            fwrite($theirs, self::inspect($wanted, $wanted->adopt($token)) ?? self::IS_HELD);
            // Not exit: what PHP does at its end is the parent's affair.
            posix_kill(getmypid(), SIGKILL);
        }
        fclose($theirs);
        stream_set_blocking($this->outcome, false);
    }

    public function isDone(): bool
    {
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
        if ($this->child > 0) {
            posix_kill($this->child, SIGKILL);
            pcntl_waitpid($this->child, $status);
        }

        return match ($this->read) {
            self::IS_HELD => null,
            '' => self::RUN_OUT . 'Redis did not say who holds it',
            default => $this->read,
        };
    }

    /** Inspects in this process: why the lock cannot be trusted any more, null when it is held. */
    public static function inspect(WantedLock $wanted, \RedisLock $lock): ?string
    {
        $token = $lock->token();
        try {
            if ($lock->isHeld()) {
                return null;
            }
            $reason = $wanted->name($lock) . ' was lost: its ttl ran out or it was removed';
        } catch (\Throwable $failure) {
            return self::RUN_OUT . preg_replace('/; ask again$/', '', $failure->getMessage());
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
