<?php
// Owns what has to be known of the machine to read the figures: its cores and its programs.
// Measures nothing of the locks.

declare(strict_types=1);

final class Machine
{
    private const PINGS = 5_000;

    public function __construct(private readonly Server $server)
    {
    }

    /**
     * "2 cores, nothing pinned; PHP 8.2.36; RedisLock built with rustc 1.95.0; Redis 7.0.15 on TCP 127.0.0.1, not persistent;
     * a PING takes 56 us".
     */
    public function layout(): string
    {
        $status = (string) @file_get_contents('/proc/self/status');
        $allowed = preg_match('/^Cpus_allowed_list:\s+(\S+)/m', $status, $found) ? $found[1] : '?';
        $all = trim((string) @file_get_contents('/sys/devices/system/cpu/online'));
        $cores = self::cores($all);

        return sprintf(
            '%s, %s; PHP %s; RedisLock built with %s; %s on TCP 127.0.0.1, not persistent; a PING takes %d us',
            $cores === 1 ? '1 core' : "$cores cores",
            $allowed === $all ? 'nothing pinned' : "everything pinned to $allowed",
            PHP_VERSION,
            self::compiler(),
            $this->server->version(),
            round($this->ping()),
        );
    }

    /** What phpinfo shows of it, without the compiler's day of birth. */
    private static function compiler(): string
    {
        ob_start();
        (new ReflectionExtension('redislock'))->info();
        preg_match('/^Built with => (.+)$/m', ob_get_clean(), $found);

        return preg_replace('/ \(.*\)/', '', $found[1]);
    }

    /** Microseconds, the median of many. */
    private function ping(): float
    {
        $client = new Connection('tcp://127.0.0.1:' . $this->server->tcp->port());
        $times = [];
        for ($count = 0; $count < self::PINGS; $count++) {
            $asked = hrtime(true);
            $client->ask('PING');
            $times[] = hrtime(true) - $asked;
        }

        return median($times) / 1e3;
    }

    /** How many cores a list like "0-3,6" names. */
    private static function cores(string $list): int
    {
        $count = 0;
        foreach (explode(',', $list) as $range) {
            [$first, $last] = explode('-', $range) + [1 => (int) $range];
            $count += (int) $last - (int) $first + 1;
        }

        return $count;
    }
}
