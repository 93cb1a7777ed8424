<?php
// Owns what `redislock doctor` says of the commands that a server lets this user run, from RedisLock::diagnose()'s trials of them.
// Does not try anything (the extension does), nor know what else a server says (ServerCheckup).

declare(strict_types=1);

namespace Redislock\Command;

final class RightsCheckup
{
    /** Without these no lock can be held and released; by the scripts, except the first three. */
    private const NEEDED = ['set', 'get', 'del', 'exists', 'pttl', 'pexpire', 'persist', 'llen', 'rpush'];
    private const SCRIPTS = ['eval', 'evalsha'];
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
    private const OF_A_CLUSTER = ['cluster|slots', 'asking'];
    /** Where scripts are forbidden; each of a pair does. */
    private const FALLBACKS = ['delex', 'delifeq'];
    /** What works with 1.x alone is a warning: no call can raise an E_DEPRECATED for it. */
    private const REFUSED = 'redislock 2.0 refuses every acquire()';

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
        $missing = array_values(array_filter([...self::NEEDED, ...($this->isCluster ? self::OF_A_CLUSTER : [])], $this->isMissing(...)));
        // What it writes could not be removed again, so that it was not tried; one line is to be enough.
        $untried = array_key_exists('rpush', $this->refusals) ? [] : ['rpush'];
        if ($missing !== []) {
            $besides = match (true) {
                $untried === [] => '',
                // Without either no reply tells of keys, and the server takes no rule for keys that it does not need.
                $this->isForbidden('get') && $this->isForbidden('set') => '; RPUSH and which keys it may touch were not tried: run this again then',
                default => '; RPUSH was not tried',
            };
            $this->findings->error('rights', "{$this->who()} may not run " . self::list($missing) . ": locks are refused$besides", $this->grant($missing, $untried));
        }
        // EVAL does what EVALSHA does, with the text of the script each time.
        $scripts = $this->isMissing('eval') ? array_values(array_filter(self::SCRIPTS, $this->isMissing(...))) : [];
        $scripts === [] || $this->scripts($scripts);
        $useful = array_filter(array_diff_key(self::USEFUL, array_flip($scripts)), $this->isForbidden(...), ARRAY_FILTER_USE_KEY);
        if ($useful !== []) {
            $each = fn (string $what): string => self::list(array_keys($useful, $what, true)) . " ($what)";
            $this->findings->note('rights', "{$this->who()} may not run " . implode(', ', array_map($each, array_unique($useful))), $this->grant(array_keys($useful)));
        }
        $this->keys($missing === [] && $untried !== [] ? ' +rpush' : '');
        if ($missing === [] && $scripts === [] && $useful === []) {
            $this->findings->ok('rights', "{$this->who()} may run every command that locks need" . ($untried === [] ? '' : '; RPUSH was not tried'));
        }
    }

    /** @param non-empty-list<string> $missing */
    private function scripts(array $missing): void
    {
        $compares = array_values(array_filter(self::FALLBACKS, fn (string $name): bool => !$this->isMissing($name)));
        $sets = !str_starts_with((string) ($this->refusals['set ifeq'] ?? ''), 'ERR syntax') && !$this->isMissing('set ifeq');
        $named = "{$this->who()} may not run scripts (" . self::list($missing) . ')';
        if ($compares === [] || !$sets) {
            $this->findings->error('scripts', "$named, and the server has no command that compares (DELEX, DELIFEQ, SET IFEQ): release() and extend() are refused, and locks end with their ttl; " . self::REFUSED, $this->grant(self::SCRIPTS));
        } else {
            $this->findings->warning('scripts', "$named; " . self::list($compares) . ' and SET IFEQ are used instead: waiters try again every 100 ms, fences are refused, and ' . self::REFUSED, $this->grant(self::SCRIPTS));
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
            $this->findings->warning('keys', "{$this->who()} may touch the key $key but not all keys beside it, which begin with it: waiters try again every 100 ms, fences or permits are refused, and " . self::REFUSED, "ACL SETUSER $this->user ~$pattern$besides");
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
