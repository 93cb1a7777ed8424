<?php
// Owns the cache store: Laravel's own for Redis, except that its locks are ours.
// Does not know addresses or prefixes of Redis (LockServer.php).

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Container\Container;
use LogicException;
use SensitiveParameter;

class Store extends RedisStore
{
    private Container $app;
    private string|array|null $address = null;
    private ?LockServer $locks = null;

    /**
     * Says where database.redis is found, and the address of locks where it cannot be told from that.
     *
     * @internal
     */
    public function findLocksBy(Container $app, #[SensitiveParameter] string|array|null $address): void
    {
        if (!extension_loaded('redislock')) {
            throw new LogicException('the cache driver redislock needs the PHP extension redislock: php.ini needs extension=redislock.so');
        }
        $this->app = $app;
        $this->address = $address;
    }

    /**
     * Returns a lock for which nothing has been sent to Redis yet.
     *
     * @param string|non-empty-list<string> $name of a list all are held, or none
     * @param int $seconds how long it lasts; 0: for ever
     * @param string|null $owner what proves who holds it; null: new for every acquire
     */
    public function lock($name, $seconds = 0, $owner = null): Lock
    {
        $this->locks ??= new LockServer($this->app, $this->redis, $this->lockConnection ?? $this->connection, $this->address);

        $names = array_map(fn ($name): string => $this->prefix . $name, is_array($name) ? array_values($name) : [$name]);

        return new Lock($this->locks, $names, $seconds, $owner);
    }

    public function setConnection($connection)
    {
        $this->locks = null;
        parent::setConnection($connection);
    }

    public function setLockConnection($connection)
    {
        $this->locks = null;

        return parent::setLockConnection($connection);
    }
}
