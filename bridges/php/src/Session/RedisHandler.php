<?php
// Owns sessions in Redis by phpredis's names, and their write in one step with the look at the lock.
// Does not lock: LockedHandler around it does.

declare(strict_types=1);

namespace RedisLock\Session;

/**
 * Keeps sessions where phpredis's own handler keeps them, and writes them only while the lock is held: one script compares and writes.
 *
 *     session_set_save_handler(new LockedHandler(new RedisHandler($redis)));
 *
 * $redis is connected to the server that has the locks, and to its database. Its OPT_PREFIX and OPT_SERIALIZER are not used.
 */
final class RedisHandler implements \SessionHandlerInterface, \SessionIdInterface, \SessionUpdateTimestampHandlerInterface
{
    /** KEYS: session, lock. ARGV: the lock's token, seconds, data. 1: written; 0: the lock is another's or nobody's. */
    private const WRITE = "if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
        redis.call('SETEX', KEYS[1], ARGV[2], ARGV[3])
        return 1";

    /** @param string $prefix of the session's key; LockedHandler's is the same */
    public function __construct(private readonly \Redis $redis, private readonly string $prefix = 'PHPREDIS_SESSION:')
    {
    }

    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function read(string $id): string
    {
        return (string) $this->ask('GET', $this->prefix . $id);
    }

    public function write(string $id, string $data): bool
    {
        return (bool) $this->ask('SETEX', $this->prefix . $id, ini_get('session.gc_maxlifetime'), $data);
    }

    /** Writes if the key $lock has $token, else returns false. */
    public function writeLocked(string $id, string $data, string $lock, string $token): bool
    {
        return $this->ask('EVAL', self::WRITE, 2, $this->prefix . $id, $lock, $token, ini_get('session.gc_maxlifetime'), $data) === 1;
    }

    public function updateTimestamp(string $id, string $data): bool
    {
        return $this->write($id, $data);
    }

    public function destroy(string $id): bool
    {
        $this->ask('DEL', $this->prefix . $id);

        return true;
    }

    public function close(): bool
    {
        return true;
    }

    /** Redis removes what is out of date. */
    public function gc(int $max_lifetime): int
    {
        return 0;
    }

    /** PHP 8.6 warns where it is missing. */
    public function create_sid(): string
    {
        return bin2hex(random_bytes(16));
    }

    public function validateId(string $id): bool
    {
        return (bool) $this->ask('EXISTS', $this->prefix . $id);
    }

    private function ask(string|int ...$words): mixed
    {
        $this->redis->clearLastError();
        $reply = $this->redis->rawCommand(...$words);
        $error = $this->redis->getLastError();

        return $error === null ? $reply : throw new \RedisException($error);
    }
}
