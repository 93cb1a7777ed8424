<?php
// Owns the lock of a session: from the read to the close, by the key that phpredis's own session locking uses.
// Does not store sessions: the handler inside does.

declare(strict_types=1);

namespace RedisLock\Session;

use RedisLock;
use RedisLockException;

/**
 * Locks each session around another handler. Two requests of one session run one after the other, on all hosts.
 *
 *     session_set_save_handler(new LockedHandler(new SessionHandler()));
 *     session_start();
 *
 * A session that cannot be locked is not started, and what a request without its lock would write is not written: a warning says why.
 */
final class LockedHandler implements \SessionHandlerInterface, \SessionIdInterface, \SessionUpdateTimestampHandlerInterface
{
    /** phpredis's prefix where session.save_path has none. */
    private const PREFIX = 'PHPREDIS_SESSION:';
    /** The longest wait in seconds where max_execution_time sets no limit, as on the command line: PHP's default of it elsewhere. */
    private const WAIT = 30;

    private ?RedisLock $lock = null;
    private string $id = '';
    private string $path = '';

    /**
     * @param string|null $prefix of the lock's key; null: `prefix=` of session.save_path, or PHPREDIS_SESSION: without one
     * @param int|float $ttl seconds for which the session of a killed process stays locked; renewed while the request lives
     * @param int|float|null $wait the longest wait for the lock, in seconds; null: max_execution_time, or 30 where that is 0 or less
     * @param string|list<string>|null $server where the locks are, as for RedisLock; null: redislock.server
     */
    public function __construct(
        private readonly \SessionHandlerInterface $inner,
        private readonly ?string $prefix = null,
        private readonly int|float $ttl = 30,
        private readonly int|float|null $wait = null,
        #[\SensitiveParameter] private readonly string|array|null $server = null,
    ) {
    }

    public function open(string $path, string $name): bool
    {
        $this->path = $path;

        return $this->inner->open($path, $name);
    }

    /** Waits for the lock, then reads. Without the lock: a warning, and false, upon which session_start() is false. */
    public function read(string $id): string|false
    {
        // A handler that is used without PHP's session functions may read twice.
        if ($this->lock === null || $this->id !== $id) {
            $this->release();
            if (!$this->acquire($id)) {
                return false;
            }
        }

        try {
            return $this->inner->read($id);
        } catch (\Throwable $failure) {
            // PHP closes no session that was not started.
            $this->release();

            throw $failure;
        }
    }

    /** Writes while the lock is held. Lost, or Redis does not say so: a warning and false, and the session stays as it was. */
    public function write(string $id, string $data): bool
    {
        return $this->inner instanceof RedisHandler
            ? $this->writeInOneStep($this->inner, $id, $data)
            : $this->holds($id) && $this->inner->write($id, $data);
    }

    /** What session.lazy_write calls for unchanged data. A handler that knows no timestamps writes the data again. */
    public function updateTimestamp(string $id, string $data): bool
    {
        return $this->inner instanceof \SessionUpdateTimestampHandlerInterface && !$this->inner instanceof RedisHandler
            ? $this->holds($id) && $this->inner->updateTimestamp($id, $data)
            : $this->write($id, $data);
    }

    /** Removes the session, held or lost: who logs out is out. The lock stays until close(), which PHP calls next: who waits finds no data. */
    public function destroy(string $id): bool
    {
        return $this->inner->destroy($id);
    }

    public function close(): bool
    {
        try {
            return $this->inner->close();
        } finally {
            $this->release();
        }
    }

    public function gc(int $max_lifetime): int|false
    {
        return $this->inner->gc($max_lifetime);
    }

    public function validateId(string $id): bool
    {
        return !$this->inner instanceof \SessionUpdateTimestampHandlerInterface || $this->inner->validateId($id);
    }

    public function create_sid(): string
    {
        // Not session_create_id(), which would call this method.
        return $this->inner instanceof \SessionIdInterface ? $this->inner->create_sid() : bin2hex(random_bytes(16));
    }

    private function acquire(string $id): bool
    {
        $lock = $this->lockOf(($this->prefix ?? self::prefixIn($this->path)) . $id . '_LOCK');
        $wait = $this->wait ?? (max(0, (int) ini_get('max_execution_time')) ?: self::WAIT);
        try {
            if (!$lock->acquire($wait)) {
                return self::warn("the session is locked by another request, also after $wait s");
            }
        } catch (RedisLockException $failure) {
            return self::warn("the session cannot be locked: {$failure->getMessage()}");
        }
        [$this->lock, $this->id] = [$lock, $id];

        return true;
    }

    /** The lock of this very key: redislock.prefix would make another key of it, so that phpredis's holders were not seen. */
    private function lockOf(string $key): RedisLock
    {
        $prefix = (string) ini_get('redislock.prefix');
        if ($prefix === '') {
            return new RedisLock($key, $this->ttl, $this->server, autoRenew: true);
        }
        if (ini_set('redislock.prefix', '') === false) {
            throw new \LogicException('redislock.prefix cannot be set by a script here (php_admin_value): set it by php_value, or leave it empty');
        }
        try {
            return new RedisLock($key, $this->ttl, $this->server, autoRenew: true);
        } finally {
            ini_set('redislock.prefix', $prefix);
        }
    }

    private function holds(string $id): bool
    {
        return $this->underLock($id, fn (RedisLock $lock): bool => $lock->isHeld());
    }

    private function writeInOneStep(RedisHandler $inner, string $id, string $data): bool
    {
        return $this->underLock($id, fn (RedisLock $lock): bool => $inner->writeLocked($id, $data, $lock->key(), $lock->token()));
    }

    /** @param \Closure(RedisLock): bool $step false: the lock is lost */
    private function underLock(string $id, \Closure $step): bool
    {
        try {
            return $this->lock !== null && $this->id === $id && $step($this->lock)
                ?: self::warn('the lock of the session was lost: nothing is written');
        } catch (RedisLockException | \RedisException $failure) {
            return self::warn("nobody knows whether the session is still locked, nothing is written: {$failure->getMessage()}");
        }
    }

    private function release(): void
    {
        $lock = $this->lock;
        $this->lock = null;
        try {
            $lock?->release();
        } catch (RedisLockException) {
            // The lock ends with its ttl, or by the release that the extension sends again.
        }
    }

    /** The prefix of the first server in session.save_path that has one: `tcp://127.0.0.1?prefix=app:, tcp://...`. */
    private static function prefixIn(string $path): string
    {
        foreach (preg_split('/[\s,]+/', $path) as $server) {
            parse_str((string) parse_url($server, PHP_URL_QUERY), $options);
            if (is_string($options['prefix'] ?? null)) {
                return $options['prefix'];
            }
        }

        return self::PREFIX;
    }

    private static function warn(string $problem): false
    {
        trigger_error("RedisLock: $problem", E_USER_WARNING);

        return false;
    }
}
