<?php
// Owns the lock of a session: from the read to the close, by the key that phpredis's own session locking uses.
// Does not store sessions: the handler inside does.

declare(strict_types=1);

namespace RedisLock\Session;

use RedisLock;
use RedisLockException;
use Swoole\Coroutine;

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

    private const LOST = 'the lock of the session was lost: nothing is written';
    private const GONE = 'another request has destroyed the session since it was read, or its lifetime ended: nothing is written';

    /**
     * @var \WeakMap<object, array{RedisLock, string, bool}> The lock, the id, and whether there was data: of PHP's session, or of each fiber or
     *     coroutine that uses this handler without PHP's session functions.
     */
    private \WeakMap $sessions;
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
        $this->sessions = new \WeakMap();
    }

    public function open(string $path, string $name): bool
    {
        $this->path = $path;

        return $this->inner->open($path, $name);
    }

    /** Waits for the lock, then reads. Without the lock: a warning, and false, upon which session_start() is false. */
    public function read(#[\SensitiveParameter] string $id): string|false
    {
        // A handler that is used without PHP's session functions may read twice.
        if ($this->lockedAs($id) === null) {
            $this->release();
            if (!$this->acquire($id)) {
                return false;
            }
        }

        try {
            $data = $this->inner->read($id);
        } catch (\Throwable $failure) {
            // PHP closes no session that was not started.
            $this->release();

            throw $failure;
        }
        $this->sessions[$this->task()][2] = (string) $data !== '';

        return $data;
    }

    /**
     * Writes while the lock is held, and not where the session is gone since it was read with data. Else, or if Redis does not say so: a warning
     * and false, and the session stays as it was.
     */
    public function write(#[\SensitiveParameter] string $id, #[\SensitiveParameter] string $data): bool
    {
        return $this->inner instanceof RedisHandler
            ? $this->writeInOneStep($this->inner, $id, $data)
            : $this->mayWrite($id) && $this->inner->write($id, $data);
    }

    /** What session.lazy_write calls for unchanged data. A handler that knows no timestamps writes the data again. */
    public function updateTimestamp(#[\SensitiveParameter] string $id, #[\SensitiveParameter] string $data): bool
    {
        return $this->inner instanceof \SessionUpdateTimestampHandlerInterface && !$this->inner instanceof RedisHandler
            ? $this->mayWrite($id) && $this->inner->updateTimestamp($id, $data)
            : $this->write($id, $data);
    }

    /** Removes the session, held or lost: who logs out is out. The lock stays until close(), which PHP calls next: who waits finds no data. */
    public function destroy(#[\SensitiveParameter] string $id): bool
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

    public function validateId(#[\SensitiveParameter] string $id): bool
    {
        return !$this->inner instanceof \SessionUpdateTimestampHandlerInterface || $this->inner->validateId($id);
    }

    public function create_sid(): string
    {
        // Not session_create_id(), which would call this method.
        return $this->inner instanceof \SessionIdInterface ? $this->inner->create_sid() : bin2hex(random_bytes(16));
    }

    private function acquire(#[\SensitiveParameter] string $id): bool
    {
        $prefix = $this->prefix ?? self::prefixIn($this->path);
        if (str_ends_with($id, '_LOCK')) {
            // Its data would be the lock of the session without it, and a client could remove its own by such a cookie.
            return self::warn("the session's id can have no lock: it must not end in \"_LOCK\"");
        }
        $wait = $this->wait ?? (max(0, (int) ini_get('max_execution_time')) ?: self::WAIT);
        try {
            $lock = $this->lockOf($prefix . $id . '_LOCK');
        } catch (\ValueError $refused) {
            // Where the program's arguments are at fault, this throws, too.
            $this->lockOf($prefix . '_LOCK');

            return self::warn("the session's id can have no lock: {$refused->getMessage()}", $id);
        }
        try {
            if (!$lock->acquire($wait)) {
                return self::warn("the session is locked by another request, also after $wait s");
            }
        } catch (RedisLockException $failure) {
            return self::warn("the session cannot be locked: {$failure->getMessage()}", $id);
        } catch (\LogicException $mistake) {
            $shortened = self::shortened($mistake->getMessage(), $id);
            throw $shortened === $mistake->getMessage() ? $mistake : new \LogicException($shortened);
        }
        $this->sessions[$this->task()] = [$lock, $id, false];

        return true;
    }

    /** The lock of this very key: redislock.prefix would make another key of it, so that phpredis's holders were not seen. */
    private function lockOf(#[\SensitiveParameter] string $key): RedisLock
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

    /** The lock under which this session was read; null: it was not, or a parent process has it. */
    private function lockedAs(#[\SensitiveParameter] string $id): ?RedisLock
    {
        [$lock, $of] = $this->sessions[$this->task()] ?? [null, ''];

        return $lock !== null && $of === $id && $lock->__debugInfo()['state'] !== 'none' ? $lock : null;
    }

    private function mayWrite(#[\SensitiveParameter] string $id): bool
    {
        try {
            if ($this->lockedAs($id)?->isHeld() !== true) {
                return self::warn(self::LOST);
            }
        } catch (RedisLockException $failure) {
            return self::warn("nobody knows whether the session is still locked, nothing is written: {$failure->getMessage()}", $id);
        }

        return !$this->mustBeThere() || (string) $this->inner->read($id) !== '' || self::warn(self::GONE);
    }

    private function writeInOneStep(RedisHandler $inner, #[\SensitiveParameter] string $id, #[\SensitiveParameter] string $data): bool
    {
        $lock = $this->lockedAs($id);
        try {
            $isWritten = $lock === null ? false : $inner->writeLocked($id, $data, $lock->key(), $lock->token(), $this->mustBeThere());
        } catch (\RedisException $failure) {
            $known = $failure->getCode() === RedisHandler::REFUSED ? 'Redis refused, nothing is written' : 'nobody knows whether the session is written';

            return self::warn("$known: {$failure->getMessage()}", $id);
        }

        return $isWritten ?: self::warn($isWritten === false ? self::LOST : self::GONE);
    }

    /** Whether the session was read with data. */
    private function mustBeThere(): bool
    {
        return $this->sessions[$this->task()][2];
    }

    private function release(): void
    {
        [$lock] = $this->sessions[$this->task()] ?? [null];
        unset($this->sessions[$this->task()]);
        try {
            $lock?->release();
        } catch (RedisLockException) {
            // The lock ends with its ttl, or by the release that the extension sends again.
        }
    }

    /** What has a session of its own: the process while PHP's session functions call, which know one, else the fiber or coroutine. */
    private function task(): object
    {
        if (session_status() === \PHP_SESSION_ACTIVE) {
            return $this;
        }

        return \Fiber::getCurrent() ?? (class_exists(Coroutine::class, false) ? Coroutine::getContext() : null) ?: $this;
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

    private static function warn(#[\SensitiveParameter] string $problem, #[\SensitiveParameter] string $id = ''): false
    {
        trigger_error('RedisLock: ' . self::shortened($problem, $id), E_USER_WARNING);

        return false;
    }

    /** Shows no more of an id than its first four characters: who has it has the session. Messages quote keys, with backslashes. */
    private static function shortened(#[\SensitiveParameter] string $message, #[\SensitiveParameter] string $id): string
    {
        return preg_replace_callback('/"(?:[^"\\\\]|\\\\.)*"/s', function (array $quoted) use ($id): string {
            $shown = strstr(stripcslashes($quoted[0]), substr($id, 0, 5), true);

            return $shown === false || strlen($id) < 5 ? $quoted[0] : $shown . substr($id, 0, 4) . '..."';
        }, $message);
    }
}
