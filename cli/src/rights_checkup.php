<?php
// Owns what `redislock doctor` says of the commands that a server lets this user run, from RedisLock::diagnose()'s trials of them.
// Does not try anything (the extension does), nor know what else a server says (ServerCheckup).

declare(strict_types=1);

namespace Redislock\Command;

final class RightsCheckup
{
    /** What is wrong without them. */
    private const NEEDED = [
        'eval' => 'locks are refused',
        'set' => 'locks are refused',
        'get' => 'locks are refused',
        'pttl' => 'locks are refused',
        'del' => 'locks are taken and cannot be released',
        'pexpire' => 'locks cannot be extended',
        'persist' => 'locks cannot be extended',
        'exists' => 'a release wakes no waiter',
        'llen' => 'a release wakes no waiter',
        'rpush' => 'a release wakes no waiter',
    ];
    private const OF_A_CLUSTER = ['cluster|slots' => 'locks are refused', 'asking' => 'locks are refused'];
    /** What is missing without them. */
    private const USEFUL = [
        'evalsha' => 'each script is sent with its text',
        'blpop' => 'waiters try again every 100 ms',
        'time' => 'fences count on from the last',
        'wait' => 'replicas: is refused',
        'mget' => 'several keys are read one by one',
        'scan' => 'locks cannot be listed',
        'getrange' => 'locks cannot be listed',
        'type' => 'the type of other locks is not shown',
        'zrange' => 'with TYPE they let forceRelease() remove locks of Symfony\'s own and of Redisson',
        'hscan' => 'with TYPE they let forceRelease() remove locks of Symfony\'s own and of Redisson',
        'client|setinfo' => 'no name in CLIENT LIST',
        'client|tracking' => 'waiters behind holders that do not signal try again every 100 ms',
    ];

    private array $refusals;
    private string $user;

    /** @param string|null $key the key that was tried; null: one of our own, which this user need not be able to touch */
    public function __construct(private Findings $findings, array $node, private ?string $key, private bool $isCluster)
    {
        $this->refusals = $node['refusals'];
        $this->user = $node['user'];
    }

    public function run(): void
    {
        $missing = array_filter(self::NEEDED + ($this->isCluster ? self::OF_A_CLUSTER : []), $this->isMissing(...), ARRAY_FILTER_USE_KEY);
        // What it writes could not be removed again, so that it was not tried; one line is to be enough.
        $untried = array_key_exists('rpush', $this->refusals) ? [] : ['rpush'];
        if ($missing !== []) {
            $besides = match (true) {
                $untried === [] => '',
                // Without either no reply tells of keys, and the server takes no rule for keys that it does not need.
                $this->isForbidden('get') && $this->isForbidden('set') => '; RPUSH and which keys it may touch were not tried: run this again then',
                default => '; RPUSH was not tried',
            };
            $this->findings->error('rights', "{$this->who()} may not run " . self::each($missing) . $besides, $this->grant(array_keys($missing), $untried));
        }
        $useful = array_filter(self::USEFUL, $this->isForbidden(...), ARRAY_FILTER_USE_KEY);
        if ($useful !== []) {
            $this->findings->note('rights', "{$this->who()} may not run " . self::each($useful), $this->grant(array_keys($useful)));
        }
        $this->keys($missing === [] && $untried !== [] ? ' +rpush' : '');
        if ($missing === [] && $useful === []) {
            $this->findings->ok('rights', "{$this->who()} may run every command that locks need" . ($untried === [] ? '' : '; RPUSH was not tried'));
        }
    }

    /** @param string $besides what is granted along with the keys, because it could not be tried on them */
    private function keys(string $besides): void
    {
        $key = '"' . ($this->key ?? 'redislock-doctor') . '"';
        $pattern = $this->key === null ? 'PATTERN' : self::pattern($this->key);
        if ($this->isOutside('get') || $this->isOutside('set')) {
            $this->key === null
                ? $this->findings->warning('keys', "{$this->who()} may not touch the key $key, and Redis does not say which keys it may: whether one can be locked was not tried", 'give one of the keys that your program locks: redislock doctor KEY')
                : $this->findings->error('keys', "{$this->who()} may not touch the key $key: it cannot be locked", "ACL SETUSER $this->user ~$pattern$besides");
        } elseif ($this->isOutside('keys beside the lock') || $this->isOutside('permits of the lock') || $this->isOutside('llen') && array_key_exists('keys beside the lock', $this->refusals)) {
            $this->findings->error('keys', "{$this->who()} may touch the key $key but not all keys beside it, which begin with it: it cannot be locked, or not be released", "ACL SETUSER $this->user ~$pattern$besides");
        }
    }

    /** Whether the user may not run it, or the server does not have it. */
    private function isMissing(string $name): bool
    {
        return $this->isForbidden($name) || preg_match('/^ERR unknown (sub)?command/i', (string) ($this->refusals[$name] ?? '')) === 1;
    }

    private function isForbidden(string $name): bool
    {
        $refusal = (string) ($this->refusals[$name] ?? '');

        return str_starts_with($refusal, 'NOPERM') && str_contains($refusal, ' run ');
    }

    /** Whether the user may run it, and not on this key. */
    private function isOutside(string $name): bool
    {
        return str_starts_with((string) ($this->refusals[$name] ?? ''), 'NOPERM') && !$this->isForbidden($name);
    }

    private function who(): string
    {
        return "user \"$this->user\"";
    }

    /**
     * Names commands that lead to the same together.
     *
     * @param array<string, string> $leads
     */
    private static function each(array $leads): string
    {
        return implode(', ', array_map(fn (string $to): string => self::list(array_keys($leads, $to, true)) . " ($to)", array_unique($leads)));
    }

    private static function list(array $names): string
    {
        return implode(', ', array_map(fn (string $name): string => strtoupper(strtr($name, '|', ' ')), $names));
    }

    /** @param list<string> $untried granted along with them */
    private function grant(array $names, array $untried = []): string
    {
        $renamed = array_filter($names, fn (string $name): bool => !$this->isForbidden($name) && isset($this->refusals[$name]));
        if (count($renamed) === count($names)) {
            return 'the server does not have it, or by another name (rename-command in redis.conf): locks need the commands as they are called';
        }

        return "ACL SETUSER $this->user +" . implode(' +', [...$names, ...$untried]);
    }

    /** What covers a key and those beside it, with the prefix. */
    private static function pattern(string $key): string
    {
        return Needs::setting('redislock.prefix') . "$key*";
    }
}
