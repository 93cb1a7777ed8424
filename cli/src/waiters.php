<?php
// Owns which clients of a server wait for locks, as far as CLIENT LIST tells: how many, and from which addresses.
// Does not send it (RedisLock::diagnose() does), nor says what follows (Explanation).

declare(strict_types=1);

namespace Redislock\Command;

final class Waiters
{
    /** What the extension calls itself in CLIENT LIST (src/connection/client_name.rs). */
    private const LIBRARY = 'redislock';

    /**
     * @param int|null $most how many there are at most, because a server does not tell for which key a client waits; null: not known
     * @param bool $isExact all of them wait for this lock
     * @param bool $areNamed the server tells which library a client has, so that others are not counted
     * @param array<string, int> $addresses hosts, and how many clients are there, the most first
     * @param string|null $reason why it is not known
     */
    private function __construct(
        public readonly ?int $most,
        public readonly bool $isExact = false,
        public readonly bool $areNamed = false,
        public readonly array $addresses = [],
        public readonly ?string $reason = null,
    ) {
    }

    /**
     * @param list<array>|null $nodes as RedisLock::diagnose() returns them, with their clients; null: the extension has no such method
     * @param bool $isWaitedFor a process waits for the lock
     */
    public static function among(?array $nodes, bool $isWaitedFor): self
    {
        $lists = array_filter(array_column($nodes ?? [], 'clients'), is_string(...));
        if ($lists === []) {
            $reasons = array_map(fn (array $node): ?string => $node['error'] ?? $node['refusals']['client|list'] ?? null, $nodes ?? []);

            return new self(null, reason: array_values(array_filter($reasons))[0] ?? 'the extension that is loaded does not list clients');
        }
        $clients = array_merge(...array_map(self::clients(...), $lists));
        $areNamed = in_array(true, array_map(fn (array $client): bool => isset($client['lib-name']), $clients), true);
        $waiting = array_filter($clients, fn (array $client): bool => self::waits($client) && (!$areNamed || $client['lib-name'] === self::LIBRARY));
        $addresses = array_count_values(array_map(fn (array $client): string => preg_replace('/:\d+$/D', '', $client['addr'] ?? '?'), $waiting));
        arsort($addresses);
        // Where clients wait for one key on the whole server, it is this lock's: servers of Redis 7.2 and newer tell for how many.
        $keys = array_sum(array_map(fn (array $node): int => (int) ($node['info']['total_blocking_keys'] ?? 2), $nodes));

        return new self(count($waiting), $waiting === [] || $isWaitedFor && $keys === 1, $areNamed, $addresses);
    }

    /** @return list<array<string, string>> the lines of CLIENT LIST, by the names of their fields */
    private static function clients(string $list): array
    {
        return array_map(function (string $line): array {
            preg_match_all('/(?<=^| )([a-z-]+)=(\S*)/', $line, $fields);

            return array_combine($fields[1], $fields[2]);
        }, array_values(array_filter(explode("\n", $list))));
    }

    /** A waiter of a lock blocks in BLPOP; one that polls is seen at no moment. */
    private static function waits(array $client): bool
    {
        return str_contains($client['flags'] ?? '', 'b') && strtolower($client['cmd'] ?? '') === 'blpop';
    }
}
