<?php
// Owns asking Redis what has become of a lock while nobody waits for the answer: a child asks, and tells by a socket.
// Does not decide what follows from the answer (run).

declare(strict_types=1);

namespace Redislock\Command;

final class Question
{
    private const IS_HELD = "held\n";
    private const RUN_OUT = 'the ttl of the lock has run out, and ';

    /** For a quorum whose nodes all hang, in seconds: the answer is but a message. */
    private const PATIENCE = 15.0;

    /** @var resource */
    private $answer;
    private int $child;
    private string $read = '';

    /** @param string|list<string>|null $server */
    public function __construct(\RedisLock $lock, string $key, string|array|null $server)
    {
        $token = $lock->token();
        [$this->answer, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $this->child = pcntl_fork();
        if ($this->child === 0) {
            fwrite($theirs, self::ask(new \RedisLock($key, server: $server, token: $token), $key, $server) ?? self::IS_HELD);
            // Not exit: what PHP does at its end is the parent's affair.
            posix_kill(getmypid(), SIGKILL);
        }
        fclose($theirs);
        stream_set_blocking($this->answer, false);
    }

    /** Whether the answer is there. */
    public function isAnswered(): bool
    {
        $this->read .= stream_get_contents($this->answer);

        return feof($this->answer);
    }

    /** Why the lock cannot be trusted any more; null when Redis says that it is held all the same. Waits for the answer. */
    public function reason(): ?string
    {
        $end = hrtime(true) / 1e9 + self::PATIENCE;
        while (!$this->isAnswered() && ($left = $end - hrtime(true) / 1e9) > 0) {
            [$read, $none] = [[$this->answer], null];
            // Quiet: a signal ends it early.
            @stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1) * 1e6));
        }
        if ($this->child > 0) {
            posix_kill($this->child, SIGKILL);
            pcntl_waitpid($this->child, $status);
        }

        return match ($this->read) {
            self::IS_HELD => null,
            '' => self::RUN_OUT . 'Redis could not be asked about it',
            default => $this->read,
        };
    }

    /**
     * The same, asked by this process.
     *
     * @param string|list<string>|null $server
     */
    public static function ask(\RedisLock $lock, string $key, string|array|null $server): ?string
    {
        try {
            if ($lock->isHeld()) {
                return null;
            }
            $reason = 'lock ' . Terminal::quoted($lock->key()) . ' was lost: its ttl ran out or it was removed';
        } catch (\Throwable $failure) {
            return self::RUN_OUT . preg_replace('/; ask again$/', '', $failure->getMessage());
        }
        try {
            $label = \RedisLock::describe($key, $server)['label'] ?? null;
        } catch (\RedisLockException) {
            // A user that may hold locks need not be one that may look at them.
            $label = null;
        }

        return $label === null ? $reason : "$reason, and " . Terminal::quoted($label) . ' holds it now';
    }
}
