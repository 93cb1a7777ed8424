<?php
// Owns which library has probably made what is at a key: by its type, the form of its value, and names that a framework gives.
// Does not own what redislock itself writes (docs/protocol.md), nor what follows (Explanation).

declare(strict_types=1);

namespace Redislock\Command;

final class Make
{
    /** Forms of values, and the libraries that write them: the first that fits. */
    private const VALUES = [
        '/^[A-Za-z0-9]{16}$/D' => 'Laravel: Cache::lock(), by its own driver or by redislock\'s',
        '/^s:\d+:"[A-Za-z0-9]{16}";$/D' => 'Laravel: Cache::lock(), with values that phpredis serializes',
        '/^[0-9a-f]{32}$/D' => 'redis-py: Lock, or Redlock for Node.js',
        '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/Di' => 'one that takes a UUID, such as Spring Integration, RedLock.net or Redlock for Ruby',
        '~^[A-Za-z0-9+/]{22}==$~D' => 'redsync, for Go',
        '~^[A-Za-z0-9_-]{22}$~D' => 'bsm/redislock, for Go',
        '~^[A-Za-z0-9+/]{24}$~D' => 'python-redis-lock',
        '~^[A-Za-z0-9+/]{43}=$~D' => 'Symfony: Lock before 5.2, or hand-written code with its token',
        '/^ADDED:\d{4}-/' => 'ShedLock, for Java',
        '/^\d{1,20}(\.\d+)?$/D' => 'hand-written code: a number, such as a time or a process',
    ];

    /** Types that are no string. */
    private const TYPES = [
        'zset' => 'a sorted set, as Symfony\'s RedisStore and Semaphore write it',
        'hash' => 'a hash, as Redisson\'s RLock writes it',
        'list' => 'a list, which is no lock of a library that is known here',
        'set' => 'a set, which is no lock of a library that is known here',
        'stream' => 'a stream, which is no lock',
    ];

    /** Names that frameworks give, and what such a lock is for. */
    private const KEYS = [
        'laravel_unique_job:' => 'Laravel takes it when it queues a job that must be unique (ShouldBeUnique), and keeps it until the job has been processed or uniqueFor is over: a job that is stuck, or was removed from its queue, leaves it',
        'laravel-queue-overlap:' => 'Laravel holds it while a job with the middleware WithoutOverlapping is processed',
        'framework/schedule-' => 'Laravel\'s scheduler holds it while a command withoutOverlapping() runs: 24 hours, unless it is given less',
    ];

    /** Whether RedisLock has made it, or a program that writes its tokens. */
    public static function isOurs(array $lock): bool
    {
        return Report::isAtRest($lock) || preg_match('/^r[ln]_[0-9a-f]{32}(@[\x20-\x7e]{1,128})?$/D', $lock['token'] ?? '') === 1;
    }

    /** Which library it is, as far as its form tells. */
    public static function of(array $lock): string
    {
        if (($lock['type'] ?? 'string') !== 'string') {
            return self::TYPES[$lock['type']] ?? ($lock['type'] === '' ? 'of a type that this user may not read' : 'of the type ' . Terminal::safe($lock['type']) . ', which is no lock of a library that is known here');
        }
        foreach (self::VALUES as $form => $library) {
            if (preg_match($form, $lock['token'] ?? '')) {
                return "in the form of $library";
            }
        }

        return $lock['token'] === null ? 'too long for a token, or empty, so that it is probably no lock' : 'in the form of no library that is known here';
    }

    /** What a framework takes a lock of this name for; null where the name says nothing. */
    public static function purpose(string $key): ?string
    {
        foreach (self::KEYS as $part => $purpose) {
            if (str_contains($key, $part)) {
                return $purpose;
            }
        }

        return null;
    }
}
