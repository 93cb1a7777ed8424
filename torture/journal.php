<?php
// Owns what one process of the torture writes down: lines of a file outside Redis, each written at once and whole.
// Does not know what the lines mean (history.rs), nor when to write them (worker.php, relay.php).
// Called by worker.php and relay.php.

declare(strict_types=1);

/** Lines of words: the time in ns (CLOCK_MONOTONIC), the process, and what it believed or was about to do. */
final class Journal
{
    /** @var resource */
    private $file;
    private int $calls = 0;
    /** @var array<string, int> what was written last, by token */
    private array $trusted = [];
    /** @var WeakMap<RedisLock, string> labels, by which tokens are found in Redis that no object is asked for */
    private WeakMap $labels;

    public function __construct(string $path)
    {
        $this->labels = new WeakMap();
        // O_APPEND and no buffer: one write() for each line, so that those of a forked child do not mix with its parent's,
        // and a process that is killed has written all that it got to.
        $this->file = fopen($path, 'a');
        stream_set_write_buffer($this->file, 0);
    }

    public function write(int $time, string ...$words): void
    {
        fwrite($this->file, "$time " . getmypid() . ' ' . implode(' ', $words) . "\n");
    }

    public function note(string ...$words): void
    {
        $this->write(hrtime(true), ...$words);
    }

    /**
     * Calls a lock: one line before and one after. The answer's word: yes, no, lost, silent (no answer from Redis),
     * error (an error from Redis), left (a signal handler threw), done (by another), failed (the work threw), odd (nothing of these, and against the contract).
     */
    public function ask(string $verb, string $key, string $token, callable $question, string ...$terms): string
    {
        $call = $this->begin($verb, $key, $token, ...$terms);
        $answer = answer($question, $why);
        $this->end($call, $answer, $why);

        return $answer;
    }

    public function begin(string $verb, string $key, string $token, string ...$terms): int
    {
        $this->note('call', (string) ++$this->calls, $verb, $key, $token === '' ? '-' : $token, ...$terms);

        return $this->calls;
    }

    public function end(int $call, string $answer, string $why = ''): void
    {
        $this->note('back', (string) $call, $answer, $why === '' ? '-' : rawurlencode($why));
    }

    /** Makes a lock that is not asked for its token, for one that has told it counts as shared. */
    public function untold(callable $make): RedisLock
    {
        $label = getmypid() . '-' . hrtime(true);
        // Older versions have no labels.
        $has = ini_set('redislock.label', $label) !== false;
        $lock = $make();
        if ($has) {
            ini_set('redislock.label', '');
            $this->labels[$lock] = $label;
        }

        return $lock;
    }

    /** The lock of a name was just acquired: what its holder believes from now on. Returns the token. */
    public function took(int $call, RedisLock $lock, string $name): string
    {
        // Before remaining() is read: what is believed is a little less than what it tells.
        $now = hrtime(true);
        $until = until($now, $lock);
        $untold = $this->found($lock);
        $token = $untold ?? $lock->token();
        $this->write($now, 'took', (string) $call, $name, $token, $until, (string) ($lock->fence() ?? 0));
        if ($untold === null) {
            $this->note('tells', $token);
        }

        return $token;
    }

    /** The token of an object is told, and shared from here on. */
    public function tells(RedisLock $lock): void
    {
        $this->note('tells', $lock->token());
    }

    /** The token that Redis has, if it is this object's for certain. */
    private function found(RedisLock $lock): ?string
    {
        $label = $this->labels[$lock] ?? null;
        try {
            $token = $label === null ? null : $lock->holder();
        } catch (RedisLockException) {
            return null;
        }

        return $token !== null && str_ends_with($token, "@$label") ? $token : null;
    }

    /** Until when the holder trusts its lease at this moment. */
    public function trusts(RedisLock $lock, string $token): void
    {
        $now = hrtime(true);
        $until = until($now, $lock);
        // A tenth of a millisecond more is nothing new.
        if ((int) $until > ($this->trusted[$token] ?? 0) + 100_000) {
            $this->trusted[$token] = (int) $until;
            $this->write($now, 'trust', $token, $until);
        }
    }
}

/** The instant in ns; 0 when the lease is not trusted. */
function until(int $now, RedisLock $lock): string
{
    $left = $lock->remaining();

    return $left > 0 ? (string) ($now + (int) ($left * 1e9)) : '0';
}

/** A signal handler's exception: it leaves whatever the process was waiting in. */
final class Interrupted extends Exception
{
}

/** What work throws that fails. */
final class Failed extends Exception
{
}

function answer(callable $question, ?string &$why): string
{
    $why = '';
    try {
        return $question() === false ? 'no' : 'yes';
    } catch (RedisLockNotAcquiredException) {
        return 'no';
    } catch (RedisLockLostException) {
        return 'lost';
    } catch (RedisLockConnectionException $failure) {
        $why = $failure->getMessage();

        return 'silent';
    } catch (RedisLockServerException $failure) {
        $why = $failure->getMessage();

        return 'error';
    } catch (Interrupted) {
        return 'left';
    } catch (RedisLockDoneException) {
        return 'done';
    } catch (Failed) {
        return 'failed';
    } catch (Throwable $failure) {
        $why = get_class($failure) . ': ' . $failure->getMessage();

        return 'odd';
    }
}
