<?php
// Owns where the benchmark's server is, in the words of each client.
// Starts and asks no server.

declare(strict_types=1);

final class Address
{
    private function __construct(private readonly ?int $port, public readonly ?string $socket)
    {
    }

    public static function tcp(int $port): self
    {
        return new self($port, null);
    }

    public static function unix(string $socket): self
    {
        return new self(null, $socket);
    }

    /** From what __toString() returned, in another process. */
    public static function of(string $text): self
    {
        [$scheme, $place] = explode(':', $text, 2);

        return $scheme === 'tcp' ? self::tcp((int) $place) : self::unix($place);
    }

    public function __toString(): string
    {
        return $this->socket === null ? "tcp:$this->port" : "unix:$this->socket";
    }

    public function ofRedisLock(): string
    {
        return $this->socket === null ? "redis://127.0.0.1:$this->port" : "unix://$this->socket";
    }

    /** What phpredis and Laravel call so: of a socket, its path. */
    public function host(): string
    {
        return $this->socket ?? '127.0.0.1';
    }

    public function port(): int
    {
        return $this->port ?? 0;
    }

    public function connectPhpredis(bool $isPersistent): Redis
    {
        $redis = new Redis();
        $connect = $isPersistent ? $redis->pconnect(...) : $redis->connect(...);
        $connect($this->host(), $this->port());

        return $redis;
    }
}
