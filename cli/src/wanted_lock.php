<?php
// Owns which lock the options of `run` and `release` describe: what RedisLock is constructed with, and what the lock is called.
// Does not own the lock's life (run, release).

declare(strict_types=1);

namespace Redislock\Command;

final class WantedLock
{
    /** The most keys that a message names. */
    private const NAMED = 3;

    /** @var non-empty-list<string> without redislock.prefix */
    public readonly array $keys;

    /** @param array<string, mixed> $parameters of RedisLock's constructor, by name; one that has its default is better left out */
    public function __construct(private array $parameters)
    {
        $this->keys = (array) $parameters['key'];
        // A list of one key is that key, also for an extension that knows no lists.
        $this->parameters['key'] = count($this->keys) === 1 ? $this->keys[0] : $this->keys;
    }

    /** The parameters of the lock, by options that `run` and `release` have in common. */
    public static function of(Arguments $arguments, array $keys, array $parameters = []): self
    {
        $permits = $arguments->whole('permits', 1, 1, 64);

        return new self(['key' => $keys, 'server' => $arguments->server()] + ($permits > 1 ? ['permits' => $permits] : []) + $parameters);
    }

    /** @throws OutdatedError where the extension that is loaded lacks something */
    public function make(): \RedisLock
    {
        $known = array_column((new \ReflectionMethod(\RedisLock::class, '__construct'))->getParameters(), 'name');
        $lacking = array_diff(array_keys($this->parameters), $known);
        // Lists of keys and permits came at the same time.
        if ($lacking === [] && count($this->keys) > 1 && !in_array('permits', $known, true)) {
            throw new OutdatedError('more than one --key');
        }

        return $lacking === [] ? new \RedisLock(...$this->parameters) : throw new OutdatedError(Application::NAMES[reset($lacking)]);
    }

    /** The lock of a lease that is there, for another process than the one that took it. */
    public function adopt(string $token): \RedisLock
    {
        $parameters = array_intersect_key($this->parameters, ['key' => 0, 'server' => 0, 'permits' => 0]);

        return (new self(['token' => $token] + $parameters))->make();
    }

    /** Who holds it now that another has it; null where that is not known. */
    public function successor(?string $token): ?string
    {
        // Of permits there are several holders, and none of them is the one that took ours.
        foreach (isset($this->parameters['permits']) ? [] : $this->keys as $key) {
            $found = Found::describe($key, $this->parameters['server']);
            // Of several keys the others may still be ours.
            if (($found['label'] ?? null) !== null && $found['token'] !== $token) {
                return $found['label'];
            }
        }

        return null;
    }

    /** What it is called in a message about a lease of it, as the extension calls it. */
    public function name(\RedisLock $lock): string
    {
        $more = count($this->keys) - 1;

        return 'lock ' . Terminal::quoted($lock->key()) . ($more > 0 ? " and $more more" : '');
    }

    /** Why acquire() was false. */
    public function refusal(float $wait): string
    {
        $permits = $this->parameters['permits'] ?? 1;
        $more = count($this->keys) - self::NAMED;
        $names = implode(', ', array_map(Terminal::quoted(...), array_slice($this->keys, 0, self::NAMED))) . ($more > 0 ? " and $more more" : '');
        [$subject, $is, $was, $by] = match (true) {
            $permits > 1 => ["all $permits permits of $names", 'are', 'were', 'others'],
            count($this->keys) > 1 => ["at least one of $names", 'is', 'was', 'another'],
            default => [$names, 'is', 'was', 'another'],
        };
        $by .= isset($this->parameters['atLeast']) ? ' or at rest' : '';

        return $wait > 0 ? "$subject $was still held by $by after a wait of $wait s" : "$subject $is held by $by";
    }
}
