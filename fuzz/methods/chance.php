<?php
// Owns the dice of the search among PHP's methods: one seed gives the same throws on every machine.
// Does not own what is thrown for.
// Called by script.php and values.php.

declare(strict_types=1);

final class Chance
{
    public function __construct(int $seed)
    {
        mt_srand($seed);
    }

    /** True once in so many times. */
    public function oneIn(int $times): bool
    {
        return mt_rand(1, $times) === 1;
    }

    public function below(int $limit): int
    {
        return mt_rand(0, $limit - 1);
    }

    /** @template T @param non-empty-list<T> $choices @return T */
    public function of(array $choices): mixed
    {
        return $choices[mt_rand(0, count($choices) - 1)];
    }
}
