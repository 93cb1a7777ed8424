<?php
// Owns the other build of RedisLock that this one is measured beside: its contenders' names, and processes that have it loaded.
// Does not compare figures (harness/comparison.php).

declare(strict_types=1);

final class Beside
{
    /** Between a contender's own name and the file of the build that its processes load. */
    private const SEPARATOR = '@';

    public function __construct(public readonly string $file)
    {
    }

    /** The same PHP code with the other build: "redislock@/path/of/redislock.so". */
    public function name(string $contender): string
    {
        return $contender . self::SEPARATOR . $this->file;
    }

    /** @return array{string, string|null} the contender's own name, and the file of its build; null: the one that is loaded here */
    public static function split(string $name): array
    {
        return explode(self::SEPARATOR, $name, 2) + [1 => null];
    }

    /** Why it cannot take part, or null. */
    public function absence(): ?string
    {
        $command = [PHP_BINARY, ...Php::options(redislock: $this->file), '-r', 'new RedisLock("k");'];
        exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $output, $status);

        return $status === 0 && $output === [] ? null : "a $this->file that this PHP loads (" . ($output[0] ?? "status $status") . ')';
    }

    /**
     * One trial of waiting, in a new process that has the contender's build loaded and forks the waiters. Both builds' trials run
     * so when they are compared, for a process forked from a larger one is slower.
     *
     * @return array<string, float|list<float>>
     */
    public static function trial(Server $server, string $name, string $what, mixed ...$arguments): array
    {
        [$contender, $build] = self::split($name);
        $order = json_encode([$server->folder, $server->tcp->port(), $what, $contender, $arguments], JSON_THROW_ON_ERROR);
        $command = [PHP_BINARY, ...Php::options(redislock: $build), dirname(__DIR__) . '/trial.php', $order];
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes);
        $figures = json_decode(stream_get_contents($pipes[1]), true);
        $status = proc_close($process);
        is_array($figures) && $status === 0 || throw new RuntimeException("$what of $name did not end well (status $status)");

        return $figures;
    }
}
