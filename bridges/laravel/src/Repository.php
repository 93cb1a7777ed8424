<?php
// Owns the cache of a store that has our locks: Laravel's own, except that funnel() is one lock with several permits.
// Does not own stores (Store.php, ArrayStore.php) nor limiting (Funnel.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

class Repository extends \Illuminate\Cache\Repository
{
    /**
     * Limits how many processes run a callback at a time. Laravel 13 has this method for every store; here it is woken by the release
     * and asks for all places in one request, in all versions.
     *
     *     Cache::funnel('slow-api')->limit(5)->releaseAfter(60)->block(10)->then(fn () => call(), fn () => abort(503));
     *
     * @param \UnitEnum|string $name
     */
    public function funnel($name): Funnel
    {
        return new Funnel($this, $name instanceof \UnitEnum ? (string) ($name->value ?? $name->name) : (string) $name);
    }
}
