<?php
// Owns running a process that keeps locks by autoRenew (renewal/kept.php), and reading what became of them.
// Does not know what is done to it meanwhile.

declare(strict_types=1);

final class Kept
{
    /**
     * @param string $what a function of that script
     * @param array<string, mixed> $order what it is given
     * @param list<string> $command what starts it, where that is not this PHP alone
     * @return array<string, float> what it has found; and "end", seconds from the script's last line to the end of its process
     */
    public static function of(string $what, array $order, array $command = []): array
    {
        $arguments = [__DIR__ . '/../renewal/kept.php', $what, json_encode($order, JSON_THROW_ON_ERROR)];
        $process = proc_open([...$command, PHP_BINARY, ...Php::options(), ...$arguments], [1 => ['pipe', 'w']], $pipes);
        $values = json_decode((string) fgets($pipes[1]), true);
        $ended = (int) fgets($pipes[1]);
        $status = proc_close($process);
        is_array($values) && $status === 0 || throw new RuntimeException("a process that keeps locks did not end well (status $status)");

        return $values + ['end' => (hrtime(true) - $ended) / 1e9];
    }
}
