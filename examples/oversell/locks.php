<?php
// Owns what the first two rounds have in place of a RedisLock, with its two methods.
// Does not sell.
// Called by seller.php.

declare(strict_types=1);

/** Round 1: everybody may, at any time. */
final class NoLock
{
    public function acquire(int|float $wait = 0): bool
    {
        return true;
    }

    public function release(): bool
    {
        return true;
    }
}

/**
 * Round 2: the copied snippet, as it reaches Redis.
 *
 *     if (Redis::set("my:lock", 1, "nx", "ex", 10)) {
 *         ...
 *         Redis::del("my:lock");
 *     }
 *
 * Laravel's set($key, $value, $expireResolution, $expireTTL, $flag) makes of it phpredis's set("my:lock", 1, [10, "nx" => "ex"]),
 * and phpredis leaves out the options it does not know: all of them. `SET my:lock 1` is always answered with OK, and has no
 * expiry. (Seen with phpredis 5.3.7: php-tests/examples/the_copied_line_reaches_redis_without_nx.phpt.)
 *
 * Spoken over a bare socket, so that the demo needs no phpredis.
 */
final class CopiedSnippet
{
    /** @var resource */
    private $socket;

    public function __construct(int $port)
    {
        $this->socket = stream_socket_client("tcp://127.0.0.1:$port");
    }

    public function acquire(int|float $wait = 0): bool
    {
        return $this->ask('SET my:lock 1') === '+OK';
    }

    public function release(): bool
    {
        // Whosever lock it is.
        return $this->ask('DEL my:lock') === ':1';
    }

    private function ask(string $command): string
    {
        fwrite($this->socket, "$command\r\n");
        $reply = fgets($this->socket);
        if ($reply === false) {
            throw new RuntimeException('the private Redis has gone');
        }

        return rtrim($reply);
    }
}
