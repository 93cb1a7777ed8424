<?php
// Owns what the torture's processes lock beside single keys, and how journals name it: `a,b` a list, `a*3` one of three permits.
// Does not lock them (worker.php, relay.php).

declare(strict_types=1);

/** Whether the extension that is loaded has a parameter: older versions stand beside newer ones. */
function knows(string $parameter): bool
{
    $all = (new ReflectionMethod(RedisLock::class, '__construct'))->getParameters();

    return in_array($parameter, array_column($all, 'name'), true);
}

/** @return array{list<string>, int} the keys that a name of a journal tells, and of how many permits */
function keysOf(string $name): array
{
    [$keys, $permits] = explode('*', $name) + [1 => '1'];

    return [explode(',', $keys), (int) $permits];
}

/** What a lock of that name takes, as the arguments of RedisLock; those that are as always are left out, for older versions. */
function arguments(string $name, float $atLeast = 0): array
{
    [$keys, $permits] = keysOf($name);

    return ['key' => count($keys) === 1 ? $keys[0] : $keys]
        + ($permits > 1 ? ['permits' => $permits] : [])
        + ($atLeast > 0 ? ['atLeast' => $atLeast] : []);
}

/** What one process of the torture locks beside its own key. */
final class Shapes
{
    /** @var list<string> few, so that their objects are used again */
    private array $lists = [];
    /** An older version knows the first permit, beside others who have the rest. */
    private string $shared;

    public function __construct(private object $order)
    {
        $knows = knows('permits');
        for ($count = $knows && $order->listed !== [] ? 2 : 0; $count > 0; $count--) {
            $keys = $order->listed;
            shuffle($keys);
            $this->lists[] = implode(',', array_slice($keys, 0, mt_rand(2, count($keys))));
        }
        $this->shared = $knows && $order->permits > 1 ? "$order->shared*$order->permits" : $order->shared;
    }

    /** The name of the next lock. */
    public function pick(): string
    {
        $roll = mt_rand(0, 19);
        if ($roll < 6 && $this->lists !== []) {
            return self::one($this->lists);
        }
        if ($roll < 9 && $this->shared !== '') {
            return self::one([$this->shared, $this->shared, $this->shared, $this->order->shared]);
        }

        if ($roll > 12 && $this->order->jobs !== []) {
            return self::one($this->order->jobs);
        }

        return self::one($this->order->keys);
    }

    /** @param list<string> $all */
    private static function one(array $all): string
    {
        return $all[mt_rand(0, count($all) - 1)];
    }
}
