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
    /** The code of an exception that tells what Redis replied. */
    public const REFUSED = 1;

    /**
     * KEYS: session, lock. ARGV: the lock's token, seconds, data, 1 if the session has to be there. 1: written; 0: the lock is another's or
     * nobody's; -1: the session is gone.
     */
    private const WRITE = "if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
        if ARGV[4] == '1' then return redis.call('SET', KEYS[1], ARGV[3], 'EX', ARGV[2], 'XX') and 1 or -1 end
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

    public function read(#[\SensitiveParameter] string $id): string
    {
        return (string) $this->ask('GET', $this->prefix . $id);
    }

    public function write(#[\SensitiveParameter] string $id, #[\SensitiveParameter] string $data): bool
    {
        return (bool) $this->ask('SETEX', $this->prefix . $id, ini_get('session.gc_maxlifetime'), $data);
    }

    /**
     * Writes if the key $lock has $token and, with $mustExist, the session is there.
     *
     * @return bool|null false: the key has not; null: the session is gone
     *
     * @throws \RedisException No reply came; or, with the code REFUSED, Redis refused, and nothing is written.
     */
    public function writeLocked(
        #[\SensitiveParameter] string $id,
        #[\SensitiveParameter] string $data,
        #[\SensitiveParameter] string $lock,
        #[\SensitiveParameter] string $token,
        bool $mustExist = false,
    ): ?bool {
        $seconds = ini_get('session.gc_maxlifetime');
        $reply = $this->ask('EVAL', self::WRITE, 2, $this->prefix . $id, $lock, $token, $seconds, $data, (int) $mustExist);

        return $reply === -1 ? null : $reply === 1;
    }

    public function updateTimestamp(#[\SensitiveParameter] string $id, #[\SensitiveParameter] string $data): bool
    {
        return $this->write($id, $data);
    }

    public function destroy(#[\SensitiveParameter] string $id): bool
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

    public function validateId(#[\SensitiveParameter] string $id): bool
    {
        return (bool) $this->ask('EXISTS', $this->prefix . $id);
    }

    private function ask(#[\SensitiveParameter] string|int ...$words): mixed
    {
        $this->redis->clearLastError();
        $failure = null;
        try {
            $reply = $this->redis->rawCommand(...$words);
        } catch (\RedisException $failure) {
            // phpredis throws what some errors say. The trace of that shows what it was given.
        }
        $refused = $this->redis->getLastError();
        if ($refused !== null || $failure !== null) {
            throw new \RedisException($refused ?? $failure->getMessage(), $refused === null ? 0 : self::REFUSED);
        }

        return $reply;
    }
}
