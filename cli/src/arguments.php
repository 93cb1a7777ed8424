<?php
// Owns reading a command line: options by name, positional words, and what stands behind `--`.
// Does not know what any option is for, but for those that all commands have.

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
    /** @var list<string>|null */
    private ?array $behind = null;

    /** @param array<string, int> $known which options there are, and whether they take a value */
    public function __construct(private array $known)
    {
    }

    /** @param list<string> $words */
    public function read(array $words): void
    {
        while ($words !== []) {
            $word = array_shift($words);
            if ($word === '--') {
                $this->behind = $words;

                return;
            }
            if ($word === '-' || $word === '' || $word[0] !== '-') {
                $this->words[] = $word;
                continue;
            }
            [$option, $value] = explode('=', $word, 2) + [1 => null];
            $name = str_starts_with($option, '--') ? substr($option, 2) : self::SHORT[substr($option, 1)] ?? '';
            $kind = $this->known[$name] ?? throw new UsageError("there is no option " . Terminal::quoted($option));
            if ($kind === self::FLAG) {
                $value === null || throw new UsageError("$option takes no value");
                $this->options[$name] = true;
                continue;
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

    /** @return list<string>|null the words behind `--`; null without it */
    public function behind(): ?array
    {
        return $this->behind;
    }

    /** Has the words behind `--` be words as those before, as a key that starts with a dash needs it. */
    public function joinBehind(): void
    {
        [$this->words, $this->behind] = [[...$this->words, ...$this->behind ?? []], null];
    }

    /** The key where a command stands behind `--`: a word, or --key. */
    public function key(): string
    {
        $key = $this->value('key') ?? $this->word('KEY');
        $this->value('key') === null || $this->words === [] || throw new UsageError('only one KEY can be given, and ' . Terminal::quoted($this->words[0]) . ' is another');

        return $key;
    }

    /** A number of seconds, or INF. RedisLock says which are too small or too large. */
    public function seconds(string $name, ?float $default): ?float
    {
        $text = $this->value($name);
        if ($text === null) {
            return $default;
        }
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
        // With a password in it, it belongs into the environment: everybody sees the command line of a process.
        $given = $this->options['server'] ?? preg_split('/\s+/', (string) getenv('REDISLOCK_SERVER'), -1, PREG_SPLIT_NO_EMPTY);

        return count($given) > 1 ? $given : $given[0] ?? null;
    }
}
