<?php
// Owns which command is run, and what happens when something goes wrong: a line on standard error and an exit code.
// Does not do what any command does.

declare(strict_types=1);

namespace Redislock\Command;

/** What the command ends with: those of sysexits.h where one fits. They are part of the contract, for scripts. */
final class ExitCode
{
    public const OK = 0;
    /** show, why: the lock is free. release: there was nothing to release. doctor: there is a warning or an error. */
    public const NO = 1;
    public const USAGE = 64;
    /** Redis could not be reached, or replied with an error. */
    public const UNAVAILABLE = 69;
    /** A mistake in this command. PHP itself ends with 255. */
    public const INTERNAL = 70;
    /** What was to be printed could not be written. */
    public const IO_ERROR = 74;
    /** run: the lock is held by another (--conflict-exit-code). */
    public const HELD = 75;
    /** run: the lock was lost, or could not be renewed in time, with --on-lost=term or kill. */
    public const LOST = 76;
    /** The extension is missing, or too old for an option; or PHP lacks what the command needs. */
    public const CONFIG = 78;
    /** run: the command; run, top: no process could be started. */
    public const CANNOT_EXECUTE = 126;
    public const NOT_FOUND = 127;
    /** Plus the number of the signal that ended the command, or this process. */
    public const SIGNALLED = 128;
}

/** The command line is wrong. */
final class UsageError extends \Exception
{
}

/** The extension that PHP has loaded is older than what is needed for $what. */
final class OutdatedError extends \Exception
{
    public function __construct(string $what)
    {
        parent::__construct("$what needs a newer extension than redislock " . Needs::version() . ', which ' . PHP_BINARY . ' has loaded');
    }
}

/** This PHP lacks what is needed: a function or an extension that $message names. */
final class LackingError extends \Exception
{
}

/** What was to be written could not be. */
final class OutputError extends \Exception
{
}

final class Application
{
    private const COMMANDS = [
        'run' => Run::class, 'show' => Show::class, 'why' => Why::class, 'list' => ListLocks::class, 'top' => Top::class,
        'metrics' => Metrics::class, 'release' => Release::class, 'doctor' => Doctor::class,
    ];
    /** By number: pcntl, which has the name, may be missing. */
    private const SIGPIPE = 13;
    private const EPIPE = 32;
    /** What of a terminal's commands is printed: colours, what top draws with, and ends of lines. */
    private const OWN = '\e\[(?:\d{1,2}m|\?25[hl]|\?1049[hl]|[HKJ])|\r?\n';
    /** What the parameters of RedisLock are called on the command line. */
    public const NAMES = [
        'key' => 'KEY', 'pattern' => 'PATTERN', 'server' => '--server', 'token' => '--token', 'ttl' => '--ttl', 'wait' => '--wait',
        'limit' => '--limit', 'fence' => '--fence', 'permits' => '--permits', 'atLeast' => '--at-least', 'doneFor' => '--done-for',
    ];

    /** Why what was printed could not be written: errno and its text. */
    private ?array $failure = null;

    /** @param bool $isOutputClosed what is printed would go nowhere, or into the file that has the number of standard output by now */
    public function __construct(private bool $isOutputClosed)
    {
    }

    /** @param list<string> $words the command line after the program's name */
    public function main(array $words): int
    {
        // Where it is ignored, as daemons and job runners leave it, the system forgets how a child has ended.
        Needs::has('pcntl_signal') && pcntl_signal(SIGCHLD, SIG_DFL);
        ob_start($this->print(...), 1);
        $code = $this->dispatch($words);
        if ($this->failure === null || $code > ExitCode::SIGNALLED) {
            return $code;
        }
        [$number, $reason] = $this->failure;
        if ($number === self::EPIPE) {
            // As a command ends whose reader, such as head(1), has gone: PHP ignores the signal.
            return ExitCode::SIGNALLED + self::SIGPIPE;
        }
        self::complain("could not write to standard output: $reason");

        return ExitCode::IO_ERROR;
    }

    /** Writes by itself: PHP would not tell that something could not be written. Here is the last look at what a terminal gets. */
    private function print(string $text): string
    {
        if (preg_match('/[^\x20-\x7e\n]/', $text)) {
            $text = Terminal::printable($text, self::OWN);
        }
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
        // doctor is there to say what is missing.
        if ($name !== 'doctor' && !class_exists(\RedisLock::class, false)) {
            self::complain(PHP_BINARY . ' has not loaded the extension: ' . Terminal::safe(MissingExtension::find()->reason));

            return ExitCode::CONFIG;
        }
        if ($name === '--version') {
            echo 'redislock ', Needs::version(), "\n";

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
        } catch (OutdatedError | LackingError $lacking) {
            self::complain($lacking->getMessage());

            return ExitCode::CONFIG;
        } catch (NoProcessError $failure) {
            self::complain($failure->getMessage());

            return ExitCode::CANNOT_EXECUTE;
        } catch (OutputError $failure) {
            self::complain($failure->getMessage());

            return ExitCode::IO_ERROR;
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
        @fwrite(STDERR, 'redislock: ' . Terminal::printable($message) . "\n");
    }

    private function run(string $name, string $class, array $words): int
    {
        $arguments = new Arguments($class::OPTIONS + Arguments::FOR_ALL, $class === Run::class ? 'redislock run' : null);
        $arguments->read($words);
        if ($arguments->has('help')) {
            echo Help::of($name);

            return ExitCode::OK;
        }
        $lacking = Needs::lacking($name);
        $lacking === null || throw new LackingError($lacking);
        try {
            return (new $class())($arguments);
        } catch (\ValueError $wrong) {
            // What RedisLock says of an argument, in words of the command line.
            if (!preg_match('/^RedisLock::\w+\(\): Argument #\d+ \(\$(\w+)\) (.*)$/s', $wrong->getMessage(), $parts)) {
                throw $wrong;
            }
            throw new UsageError((self::NAMES[$parts[1]] ?? $parts[1]) . " $parts[2]");
        }
    }
}
