<?php
// Owns what renewal keeps: many locks of one process, over a slow link, when Redis stands still, and beside what hangs.
// Does not compare it with peers: none renews.

declare(strict_types=1);

final class Renewal extends Part
{
    private const TITLE = 'renewal, unpinned, TCP';
    /** Half of a round trip of 5 ms. */
    private const DELAY = 2.5;
    /** The most of its ttl that may have passed of a lock that is well. */
    private const PASSED = 0.5;
    /** Cores. */
    private const BUSY = 0.3;
    /** Seconds from the end of a script to that of its process, beside a name whose look-up hangs. */
    private const END = 0.5;
    private const NAME_SERVER = '127.0.0.78';

    public function pieces(): array
    {
        return [self::TITLE => $this->measure(...)];
    }

    public function rows(): array
    {
        [$stalled, $slow, $near] = array_map(number_format(...), $this->counts->kept);
        $figure = fn (string $what): string => self::TITLE . " $what";

        return [self::TITLE => [
            new Row("$stalled locks, 6 s, stall of 4.2 s: trusted", $figure('stall trusted when Redis is back')),
            new Row('  not kept', $figure('stall of these not kept'), '', 0, 'max', atMost: 0, sentence: self::TITLE . ": $stalled locks of 6 s, Redis stopped for 4.2 s: not kept"),
            new Row("$slow, 10 s, 5 ms: not kept", $figure('slow not kept'), '', 0, 'max', atMost: 0, sentence: self::TITLE . ": $slow locks of 10 s, 5 ms away: not kept"),
            new Row("$near, 20 s, near: not kept", $figure('near not kept'), '', 0, 'max', atMost: 0, sentence: self::TITLE . ": $near locks of 20 s: not kept"),
            new Row('  cores', $figure('near cores'), '', 2, atMost: self::BUSY, sentence: self::TITLE . ": $near locks of 20 s: cores in use"),
            new Row('beside a silent server: part left', $figure('silent least left'), '', 2, atLeast: self::PASSED, sentence: self::TITLE . ': beside a silent server: part of the ttl that is left'),
            new Row('beside a slow name: part left', $figure('name least left'), '', 2, atLeast: self::PASSED, sentence: self::TITLE . ': beside a slow name: part of the ttl that is left'),
            new Row('  end of the process', $figure('name end'), ' s', 2, 'max', atMost: self::END, sentence: self::TITLE . ': beside a slow name: end of the process'),
        ]];
    }

    private function measure(): void
    {
        Layout::Unpinned->placeServer($this->server);
        [$stalled, $slow, $near] = $this->counts->kept;
        $seconds = $this->counts->keeping;
        $address = $this->server->tcp->ofRedisLock();
        $other = RedisServer::start();
        $redis = $other->pid;
        $this->note('stall', $this->through($other->port, fn (string $server, int $relay): array =>
            $this->keep('stall', ['server' => $server, 'relay' => $relay, 'redis' => $redis, 'locks' => $stalled, 'ttl' => 6, 'stall' => 4.2])));
        $this->note('slow', $this->through((int) parse_url($address, PHP_URL_PORT), fn (string $server, int $relay): array =>
            $this->keep('many', ['server' => $server, 'relay' => $relay, 'locks' => $slow, 'ttl' => 10, 'seconds' => $seconds])));
        $this->note('near', $this->keep('many', ['server' => $address, 'locks' => $near, 'ttl' => 20, 'seconds' => $seconds]));
        $others = array_map(fn (int $database): string => "redis://127.0.0.1:$other->port/$database", range(0, 15));
        $this->note('silent', $this->keep('beside', ['server' => $address, 'others' => $others, 'redis' => $redis, 'ttl' => 3]));
        $other->stop();
        $this->besideAName($address);
    }

    private function note(string $what, array $values): void
    {
        foreach ($values as $name => $value) {
            $this->figures->add('redislock', self::TITLE, ["$what $name" => (float) $value]);
        }
    }

    /** Only root can give a process a server of names of its own. */
    private function besideAName(string $address): void
    {
        exec('unshare --mount true 2>/dev/null', $output, $status);
        if ($status !== 0) {
            return;
        }
        $folder = $this->server->folder;
        file_put_contents("$folder/resolv.conf", 'nameserver ' . self::NAME_SERVER . "\n");
        $script = __DIR__ . '/../../../php-tests/support/names.php';
        $names = proc_open([PHP_BINARY, '-n', $script, self::NAME_SERVER, "$folder/stop"], [1 => ['pipe', 'w']], $pipes);
        fgets($pipes[1]);
        $others = ['redis://slow.test:' . parse_url($address, PHP_URL_PORT)];
        $order = ['server' => $address, 'others' => $others, 'stop' => "$folder/stop", 'ttl' => 3];
        $inside = "mount --bind $folder/resolv.conf /etc/resolv.conf && exec \"\$@\"";
        $this->note('name', $this->keep('beside', $order, ['unshare', '--mount', 'sh', '-c', $inside, 'sh']));
        proc_terminate($names);
    }

    /** @param Closure(string, int): array $work is given the relay's address and its process */
    private function through(int $port, Closure $work): array
    {
        $relay = new Relay($port, self::DELAY);
        try {
            return $work("redis://127.0.0.1:$relay->port", $relay->pid);
        } finally {
            $relay->stop();
        }
    }

    private function keep(string $what, array $order, array $command = []): array
    {
        $this->progress->show(self::TITLE . ", $what");

        return Kept::of($what, $order, $command);
    }
}
