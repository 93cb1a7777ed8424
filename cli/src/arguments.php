<?php
// Owns reading a command line: options by name, positional words, and the command that follows `--`.
// Does not know what any option is for, except for those that all commands have.

declare(strict_types=1);

namespace Redislock\Command;

final class Arguments
{
    /** An option is a switch, or takes a value, or several. */
    public const FLAG = 0;
    public const VALUE = 1;
    public const VALUES = 2;

    public const FOR_ALL = ['server' => self::VALUES, 'help' => self::FLAG];
    private const SHORT = ['h' => 'help', 'E' => 'conflict-exit-code', 'q' => 'quiet'];

    /** @var array<string, true|string|list<string>> */
    private array $options = [];
    /** @var list<string> */
    private array $words = [];
    /** @var list<string> the words after `--`, where they are a command */
    private array $command = [];
    /** @var list<string> the line as it was written */
    private array $line = [];

    /**
     * @param array<string, int> $known which options there are, and whether they take a value
     * @param string|null $runs how a line begins whose `--` a command follows, such as `redislock run`; null: what follows `--` are
     *     words as those before it, such as a key that starts with a dash
     */
    public function __construct(private array $known, private ?string $runs = null)
    {
    }

    /** @param list<string> $words */
    public function read(array $words): void
    {
        $this->line = $words;
        while ($words !== []) {
            $word = array_shift($words);
            if ($word === '--') {
                $this->runs !== null ? $this->command = $words : array_push($this->words, ...$words);

                return;
            }
            if ($word !== '-' && str_starts_with($word, '-')) {
                $this->readOption($word, $words);
                continue;
            }
            $this->words[] = $word;
            if ($this->runs !== null && count($this->words) > ($this->has('key') ? 0 : 1) && !in_array('--', $this->line, true)) {
                // Not read on: the options of the command are not ours.
                $own = array_slice($this->line, 0, -1 - count($words));
                throw new UsageError("the command must follow --: $this->runs " . Terminal::forShell([...$own, '--', $word, ...$words]));
            }
        }
    }

    /** @param list<string> $words those that follow; a value is taken from them */
    private function readOption(string $word, array &$words): void
    {
        [$option, $value] = explode('=', $word, 2) + [1 => null];
        $name = str_starts_with($option, '--') ? substr($option, 2) : self::SHORT[substr($option, 1)] ?? '';
        $kind = $this->known[$name] ?? throw new UsageError('there is no option ' . Terminal::quoted($option));
        if ($kind === self::FLAG) {
            $value === null || throw new UsageError("$option takes no value");
            $this->options[$name] = true;

            return;
        }
        $value ??= array_shift($words) ?? '--';
        $value !== '--' || throw new UsageError("$option needs a value");
        if ($kind === self::VALUES) {
            $this->options[$name][] = $value;
        } elseif (isset($this->options[$name])) {
            throw new UsageError("$option was given twice");
        } else {
            $this->options[$name] = $value;
        }
    }

    public function has(string $name): bool
    {
        return isset($this->options[$name]);
    }

    public function value(string $name): ?string
    {
        return $this->options[$name] ?? null;
    }

    /** The one positional word, such as the key; $default null: it must be given. */
    public function word(string $name, ?string $default = null): string
    {
        if (count($this->words) > 1) {
            throw new UsageError('only one ' . $name . ' can be given, and ' . Terminal::quoted($this->words[1]) . ' is another');
        }

        return $this->words[0] ?? $default ?? throw new UsageError("$name is missing");
    }

    /** @return non-empty-list<string> the words after `--` */
    public function command(): array
    {
        $own = array_diff($this->line, ['--']);

        return $this->command ?: throw new UsageError("a command must follow --: $this->runs " . Terminal::forShell([...$own, '--', 'COMMAND']));
    }

    /** @return non-empty-list<string> the keys where a command follows `--`: one word, or all of --key */
    public function keys(): array
    {
        $keys = $this->options['key'] ?? [];
        if ($keys !== [] && $this->words !== []) {
            throw new UsageError('beside --key another key must be written likewise: ' . Terminal::forShell(['--key=' . $this->words[0]]));
        }
        if (count($this->words) > 1) {
            $likewise = Terminal::forShell(array_map(fn (string $word): string => "--key=$word", $this->words));
            throw new UsageError('only one KEY can be given without --key, and ' . Terminal::quoted($this->words[1]) . " is another; for all of them: $likewise");
        }

        return $keys ?: [$this->word('KEY')];
    }

    /** A number of seconds, or INF. RedisLock says which are too small or too large. */
    public function seconds(string $name, ?float $default): ?float
    {
        $text = $this->value($name);
        if ($text === null) {
            return $default;
        }
        // As people write it: 5s.
        $text = preg_replace('/(?<=\d)s$/D', '', $text);
        if (strcasecmp($text, 'INF') === 0) {
            return INF;
        }
        is_numeric($text) && trim($text) === $text || throw new UsageError("--$name must be a number of seconds, or INF");

        return (float) $text;
    }

    public function whole(string $name, int $default, int $least, int $most): int
    {
        $text = $this->value($name) ?? (string) $default;
        // Not by filter_var(): a PHP may be built without it.
        $number = preg_match('/^[+-]?\d{1,9}\z/', $text) === 1 ? (int) $text : $most + 1;

        return $least <= $number && $number <= $most ? $number : throw new UsageError("--$name must be a whole number from $least to $most");
    }

    /** Where Redis is: one address, several of a quorum, or null, which is redislock.server. */
    public function server(): string|array|null
    {
        $server = $this->place();
        if (self::isMemory($server)) {
            throw new UsageError('memory: excludes no other process, and so does nothing for this command: name a Redis by --server, REDISLOCK_SERVER or redislock.server');
        }

        return $server;
    }

    /** The same, for a command that may be told of memory:, too. */
    public function place(): string|array|null
    {
        // One with a password belongs in the environment: every user of the machine can see the command line of a process.
        $given = $this->options['server'] ?? self::environment();

        return count($given) > 1 ? $given : $given[0] ?? null;
    }

    /** @return list<string> where Redis is, as far as the command line says */
    public function named(): array
    {
        return $this->options['server'] ?? [];
    }

    /** What has named it. */
    public function placeIsFrom(): string
    {
        return match (true) {
            isset($this->options['server']) => '--server',
            self::environment() !== [] => 'REDISLOCK_SERVER',
            default => 'redislock.server',
        };
    }

    public static function isMemory(string|array|null $server): bool
    {
        return !is_array($server) && strcasecmp($server ?? Needs::setting('redislock.server'), 'memory:') === 0;
    }

    /** @return list<string> */
    private static function environment(): array
    {
        // doctor goes without getenv(); the other commands do not begin without it.
        $named = Needs::has('getenv') ? (string) getenv('REDISLOCK_SERVER') : (string) ($_SERVER['REDISLOCK_SERVER'] ?? '');

        return preg_split('/\s+/', $named, -1, PREG_SPLIT_NO_EMPTY);
    }
}
