<?php
// Owns which contenders there are: one in each file of benches/contenders.
// Does not know what they do.

declare(strict_types=1);

/**
 * The class in contenders/$name.php.
 *
 * @return class-string<Contender>
 */
function contender(string $name): string
{
    require_once dirname(__DIR__) . "/contenders/$name.php";

    return str_replace('-', '', $name) . 'Contender';
}

/** @return list<string> the names of all that implement $interface: RedisLock first, then phpredis, to which all are compared */
function contenders(string $interface): array
{
    $names = array_map(fn (string $file): string => basename($file, '.php'), glob(dirname(__DIR__) . '/contenders/*.php'));
    $names = array_filter($names, fn (string $name): bool => is_a(contender($name), $interface, true));
    $rank = fn (string $name): array => [!str_starts_with($name, 'redislock'), $name !== 'phpredis', $name];
    usort($names, fn (string $a, string $b): int => $rank($a) <=> $rank($b));

    return $names;
}
