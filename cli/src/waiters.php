<?php
// Owns which clients of a server wait for locks, as far as CLIENT LIST tells: how many, and from which addresses.
// Does not send it (RedisLock::diagnose() does), nor says what follows (Explanation).

declare(strict_types=1);

namespace Redislock\Command;

final class Waiters
{
    /** What the extension calls itself in CLIENT LIST (src/connection/login.rs). */
    private const LIBRARY = 'redislock';

    /**
     * @param int|null $most how many there are at most, because a server does not tell for which key a client waits; null: not known
     * @param bool $areNamed each of them says that it is redislock's; else other programs may be among them
     * @param array<string, int> $addresses hosts, and how many clients are there, the most first
     * @param string|null $reason why it is not known
     */
    private function __construct(
        public readonly ?int $most,
        public readonly bool $areNamed = false,
        public readonly array $addresses = [],
        public readonly ?string $reason = null,
    ) {
    }

    /** @param list<array>|null $nodes as RedisLock::diagnose() returns them, with their clients; null: the extension has no such method */
    public static function among(?array $nodes): self
    {
        $lists = array_filter(array_column($nodes ?? [], 'clients'), is_string(...));
        if ($lists === []) {
            $reasons = array_map(fn (array $node): ?string => $node['error'] ?? $node['refusals']['client|list'] ?? null, $nodes ?? []);

            return new self(null, reason: array_values(array_filter($reasons))[0] ?? 'the extension that is loaded does not list clients');
        }
        $clients = array_merge(...array_map(self::clients(...), $lists));
        // Without a login a connection has no name; nor has that of a user who may not run CLIENT SETINFO, or of Redis before 7.2.
        $mayBeOurs = fn (array $client): bool => self::waits($client) && in_array($client['lib-name'] ?? '', ['', self::LIBRARY], true);
        $waiting = array_filter($clients, $mayBeOurs);
        $areNamed = count(array_keys(array_column($waiting, 'lib-name'), self::LIBRARY, true)) === count($waiting);
        $addresses = array_count_values(array_map(fn (array $client): string => preg_replace('/:\d+$/D', '', $client['addr'] ?? '?'), $waiting));
        arsort($addresses);

        return new self(count($waiting), $areNamed, $addresses);
    }

    public static function none(): self
    {
        return new self(0);
    }

    /** Where the holder does not signal. */
    public static function unseen(): self
    {
        return new self(null, reason: 'the holder does not signal, so that none is blocked');
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
