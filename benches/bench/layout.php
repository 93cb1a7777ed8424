<?php
// Owns on which cores clients and server run: on one, on one each, or wherever the kernel puts them.
// Moves only the server; clients are started where they belong (client.php).

declare(strict_types=1);

enum Layout: string
{
    case OneCore = 'one core';
    case TwoCores = 'two cores';
    case Unpinned = 'unpinned';

    /** @return list<self> those that this machine has the cores for */
    public static function possible(): array
    {
        return count(self::cores()) > 1 ? self::cases() : [self::OneCore];
    }

    public function clientCores(): string
    {
        return match ($this) {
            self::OneCore => (string) self::cores()[0],
            self::TwoCores => implode(',', array_slice(self::cores(), 1)),
            self::Unpinned => implode(',', self::cores()),
        };
    }

    public function placeServer(Server $server): void
    {
        self::place($server->process(), $this->serverCores());
    }

    public function serverCores(): string
    {
        return match ($this) {
            self::OneCore, self::TwoCores => (string) self::cores()[0],
            self::Unpinned => implode(',', self::cores()),
        };
    }

    /** Moves a process and all its threads. */
    public static function place(int $process, string $cores): void
    {
        exec("taskset -acp $cores $process 2>&1", $output, $status);
        $status === 0 || throw new RuntimeException("taskset could not move process $process: " . implode(' ', $output));
    }

    /** @return list<int> the cores that this process might use when it began */
    public static function cores(): array
    {
        static $cores = null;
        if ($cores === null) {
            preg_match('/^Cpus_allowed_list:\s+(\S+)/m', (string) file_get_contents('/proc/self/status'), $found);
            $cores = [];
            foreach (explode(',', $found[1]) as $range) {
                [$first, $last] = explode('-', $range) + [1 => $range];
                array_push($cores, ...range((int) $first, (int) $last));
            }
        }

        return $cores;
    }
}
