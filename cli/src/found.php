<?php
// Owns asking RedisLock for locks, with keys, names and tokens as they are in Redis: it returns what is no UTF-8 to be read, and exactly
// in base64.
// Does not own what is known of a lock (RedisLock::describe()), how it is shown (Report).

declare(strict_types=1);

namespace Redislock\Command;

final class Found
{
    public static function describe(string $key, string|array|null $server): ?array
    {
        $lock = \RedisLock::describe($key, $server);

        return $lock === null ? null : self::exactly($lock);
    }

    /** @return list<array> as RedisLock::locks() */
    public static function locks(string $pattern, string|array|null $server, bool $all, int $limit): array
    {
        return array_map(self::exactly(...), \RedisLock::locks($pattern, $server, $all, $limit));
    }

    /** @return array as RedisLock::scan() */
    public static function scan(string $pattern, string|array|null $server, float $seconds, array $bounds): array
    {
        $found = \RedisLock::scan($pattern, $server, false, ...$bounds, seconds: $seconds);

        return ['locks' => array_map(self::exactly(...), $found['locks'])] + $found;
    }

    private static function exactly(array $lock): array
    {
        foreach (['key', 'name', 'token', 'pattern'] as $name) {
            if (isset($lock["{$name}_base64"])) {
                $lock[$name] = base64_decode($lock["{$name}_base64"]);
                unset($lock["{$name}_base64"]);
            }
        }
        if (isset($lock['holders'])) {
            $lock['holders'] = array_map(self::exactly(...), $lock['holders']);
        }

        return $lock;
    }
}
