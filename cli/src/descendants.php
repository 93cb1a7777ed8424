<?php
// Owns the descendants of a command: finding them, telling them from later processes with their numbers, and ending them.
// Does not decide that they must end (run). A process whose parent has ended belongs to init, and is not found.

declare(strict_types=1);

namespace Redislock\Command;

final class Descendants
{
    /** @var array<int, string> when each was started, by its number; the command itself is the first */
    private array $found = [];

    public function __construct(private int $command)
    {
    }

    /** Parents first: a shell whose program ends before it would go on with the next line. */
    public function terminate(): void
    {
        $this->find();
        $this->send(SIGTERM);
    }

    public function kill(): void
    {
        // Stopped, they start no other process while their descendants are looked for.
        do {
            $before = count($this->found);
            $this->send(SIGSTOP);
            $this->find();
        } while (count($this->found) > $before);
        $this->send(SIGKILL);
    }

    /** Whether a process of those that were found still runs; a zombie does not. */
    public function areThere(): bool
    {
        foreach ($this->found as $pid => $started) {
            if ($this->isThere($pid, $started)) {
                return true;
            }
        }

        return false;
    }

    private function find(): void
    {
        $children = [];
        foreach (glob('/proc/[1-9]*', GLOB_NOSORT) ?: [] as $folder) {
            $pid = (int) basename($folder);
            [, $parent, $started] = self::status($pid) ?? ['', 0, ''];
            $children[$parent][$pid] = $started;
        }
        $this->found = $this->found ?: [$this->command => self::status($this->command)[2] ?? ''];
        for ($next = array_keys($this->found); ($parent = array_shift($next)) !== null;) {
            $new = $this->isThere($parent, $this->found[$parent]) ? array_diff_key($children[$parent] ?? [], $this->found) : [];
            $this->found += $new;
            array_push($next, ...array_keys($new));
        }
    }

    private function send(int $signal): void
    {
        foreach ($this->found ?: [$this->command => self::status($this->command)[2] ?? ''] as $pid => $started) {
            // Without /proc, only the command itself is known, and it is ours until it has been waited for.
            if ($started === '' ? $pid === $this->command : $this->isThere($pid, $started)) {
                posix_kill($pid, $signal);
            }
        }
    }

    private function isThere(int $pid, string $started): bool
    {
        $status = self::status($pid);

        return $status !== null && $status[2] === $started && !in_array($status[0], ['Z', 'X'], true);
    }

    /** @return array{string, int, string}|null its state, its parent, and when it was started; null when it is not there */
    private static function status(int $pid): ?array
    {
        // proc(5): the name, which may contain anything, ends with the last parenthesis.
        $line = strrchr((string) @file_get_contents("/proc/$pid/stat"), ')');
        $fields = $line === false ? [] : explode(' ', $line);

        return isset($fields[20]) ? [$fields[1], (int) $fields[2], $fields[20]] : null;
    }
}
