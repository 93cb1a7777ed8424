<?php
// Owns what one hold of a contest covers: a key, several keys of a few, or one of a key's permits.
// Does not know who holds, nor for how long.

declare(strict_types=1);

enum Scope
{
    case OneKey;
    case SeveralKeys;
    case Permits;

    /** Of so many keys. */
    public const KEYS = 10;
    /** Each hold covers so many, chosen anew. */
    public const AT_ONCE = 3;
    public const PERMITS = 5;

    /**
     * Says to the client what its next hold covers.
     *
     * @param string $name what its keys begin with
     * @return list<string> its keys
     */
    public function choose(Waiter $client, string $name): array
    {
        $keys = $this === self::SeveralKeys ? self::some($name) : [$name];
        match ($this) {
            self::OneKey => $client->choose($name),
            self::SeveralKeys => $client->chooseAll($keys),
            self::Permits => $client->choosePermits($name, self::PERMITS),
        };

        return $keys;
    }

    /** How many may hold a key at once. */
    public function permits(): int
    {
        return $this === self::Permits ? self::PERMITS : 1;
    }

    /** @return list<string> not by mt_rand() and its kin, of which forked processes have one state */
    private static function some(string $name): array
    {
        [$all, $keys] = [range(1, self::KEYS), []];
        for ($count = 0; $count < self::AT_ONCE; $count++) {
            [$number] = array_splice($all, random_int(0, count($all) - 1), 1);
            $keys[] = "$name:$number";
        }

        return $keys;
    }
}
