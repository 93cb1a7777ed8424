<?php
// Owns which command is run, and what becomes of what goes wrong: a line on standard error and an exit code.
// Does not do what any command does.

declare(strict_types=1);

namespace Redislock\Command;

/** What the command ends with; those of sysexits.h where one fits. Part of the contract: scripts look at them. */
final class ExitCode
{
    public const OK = 0;
    /** show: nobody holds it. release: there was nothing to release. */
    public const NO = 1;
    public const USAGE = 64;
    /** Redis could not be asked, or answered with an error. */
    public const UNAVAILABLE = 69;
    public const INTERNAL = 70;
    /** What was to be printed could not be written. */
    public const IO_ERROR = 74;
    /** run: somebody else holds it (--conflict-exit-code). */
    public const HELD = 75;
    /** run: the lock was lost, with --on-lost=term or kill. */
    public const LOST = 76;
    public const CANNOT_EXECUTE = 126;
    public const NOT_FOUND = 127;
    /** Beside the number of the signal that ended the command, or us. */
    public const SIGNALLED = 128;
}

/** The command line is wrong. */
final class UsageError extends \Exception
{
}

final class Application
{
    private const COMMANDS = ['run' => Run::class, 'show' => Show::class, 'list' => ListLocks::class, 'top' => Top::class, 'release' => Release::class];
    /** By number, since pcntl, which has the name, may be missing. */
    private const SIGPIPE = 13;
    private const EPIPE = 32;
    /** What the parameters of RedisLock are called on the command line. */
    private const NAMES = ['key' => 'KEY', 'pattern' => 'PATTERN', 'server' => '--server', 'token' => '--token', 'ttl' => '--ttl', 'wait' => '--wait', 'limit' => '--limit'];

    /** Why what was printed could not be written, with its number: errno */
    private ?array $failure = null;

    /** $isOutputClosed: what is printed would go nowhere, or into whatever has the number of standard output by now. */
    public function __construct(private bool $isOutputClosed)
    {
    }

    /** @param list<string> $words the command line behind the program's name */
    public function main(array $words): int
    {
        ob_start($this->print(...), 1);
        $code = $this->dispatch($words);
        if ($this->failure === null) {
            return $code;
        }
        [$number, $reason] = $this->failure;
        if ($number === self::EPIPE) {
            // As a command ends whose reader has gone, such as head(1): PHP ignores the signal.
            return ExitCode::SIGNALLED + self::SIGPIPE;
        }
        self::complain("could not write to standard output: $reason");

        return ExitCode::IO_ERROR;
    }

    /** PHP itself would not tell that something could not be written. */
    private function print(string $text): string
    {
        if ($text === '' || $this->failure !== null) {
            return '';
        }
        if ($this->isOutputClosed) {
            $this->failure = [0, 'it is closed'];
        } elseif (@fwrite(STDOUT, $text) !== strlen($text)) {
            preg_match('/errno=(\d+) (.*)$/', error_get_last()['message'] ?? '', $parts);
            $this->failure = [(int) ($parts[1] ?? 0), $parts[2] ?? 'only a part could be written'];
        }

        return '';
    }

    private function dispatch(array $words): int
    {
        $name = $words[0] ?? '';
        if ($name === '--version') {
            echo 'redislock ', phpversion('redislock'), "\n";

            return ExitCode::OK;
        }
        if (in_array($name, ['', '--help', '-h', 'help'], true)) {
            $name === '' ? fwrite(STDERR, Help::of('')) : print(Help::of($words[1] ?? ''));

            return $name === '' ? ExitCode::USAGE : ExitCode::OK;
        }
        try {
            $class = self::COMMANDS[$name] ?? throw new UsageError('there is no command ' . Terminal::quoted($name));

            return $this->run($name, $class, array_slice($words, 1));
        } catch (UsageError $wrong) {
            self::complain($wrong->getMessage());
            self::complain('see redislock ' . (isset(self::COMMANDS[$name]) ? "$name " : '') . '--help');

            return ExitCode::USAGE;
        } catch (\RedisLockException $failure) {
            self::complain($failure->getMessage());

            return ExitCode::UNAVAILABLE;
        } catch (Stopped $stopped) {
            return ExitCode::SIGNALLED + $stopped->signal;
        } catch (\Throwable $bug) {
            self::complain(get_class($bug) . ': ' . $bug->getMessage() . ' at ' . basename($bug->getFile()) . ':' . $bug->getLine());

            return ExitCode::INTERNAL;
        }
    }

    public static function complain(string $message): void
    {
        // Nothing can be done where standard error is closed.
        @fwrite(STDERR, "redislock: $message\n");
    }

    private function run(string $name, string $class, array $words): int
    {
        $arguments = new Arguments($class::OPTIONS + Arguments::FOR_ALL);
        $arguments->read($words);
        if ($arguments->has('help')) {
            echo Help::of($name);

            return ExitCode::OK;
        }
        try {
            return (new $class())($arguments);
        } catch (\ValueError $wrong) {
            // What RedisLock says of an argument of ours, in words of the command line.
            if (!preg_match('/^RedisLock::\w+\(\): Argument #\d+ \(\$(\w+)\) (.*)$/s', $wrong->getMessage(), $parts)) {
                throw $wrong;
            }
            throw new UsageError((self::NAMES[$parts[1]] ?? $parts[1]) . " $parts[2]");
        }
    }
}
