<?php
// Owns the check of the check: what SOAK_PLANT has one script of the soak do, and the soak has to find.
// Does not find it (judgement.php).
// Called by acts.php after each act.

declare(strict_types=1);

final class Planted
{
    private int $acts = 0;
    /** What is not released. */
    private array $kept = [];

    /** @param string $what memory, socket, key or end; otherwise nothing is done */
    public function __construct(private string $what, private string $server)
    {
    }

    public function plant(): void
    {
        $key = 'soak:planted:' . getmypid();
        match ($this->what) {
            'memory' => $this->kept[] = [new RedisLock($key), str_repeat('x', 1000)],
            'socket' => $this->kept[] = mt_rand(0, 50) ? null : stream_socket_client(strtr($this->server, ['redis:' => 'tcp:'])),
            'key' => (new RedisLock($key, INF, $this->server, autoRelease: false))->acquire(),
            'end' => ++$this->acts < 200 || exit(3),
            default => null,
        };
    }
}
