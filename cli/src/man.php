<?php
// Owns the man page redislock(1): what Help knows, in the language of man(7).
// Does not own a word of it (Help), nor where it is installed (packaging/).

declare(strict_types=1);

namespace Redislock\Command;

final class Man
{
    /** What is set in bold and in italics wherever it stands in a text: what is typed, and what stands for something else. */
    private const BOLD = '/(?<![\w-])(--[a-z][a-z-]*\b|-[hqE]\b|REDISLOCK_[A-Z]+|redislock\.[a-z_]+|flock(?=\(1\)))/';
    private const ITALIC = '/\b(KEY|PATTERN|COMMAND|ARGUMENT|TOKEN|ADDRESS|SECONDS|WHAT|TEXT|N)\b/';

    public static function page(string $version): string
    {
        $lines = ['.TH REDISLOCK 1 "" "' . self::escaped(trim("redislock $version")) . '" "User Commands"', '.SH NAME', 'redislock \- ' . self::escaped(Help::TITLE)];
        // Words as they are, and one space between them: neither cut at a line's end nor spread.
        array_push($lines, '.nh', '.ad l', '.SH SYNOPSIS');
        foreach (Help::COMMANDS as $name => $page) {
            foreach ($page['usage'] as $usage) {
                // Indented where it goes on in a second line.
                array_push($lines, '.HP', "\\fBredislock $name\\fR " . self::text($usage));
            }
        }
        array_push($lines, '.HP', '\fBredislock\fR [\fICOMMAND\fR] \fB\-\-help\fR', '.HP', '\fBredislock \-\-version\fR');
        array_push($lines, '.SH DESCRIPTION', ...self::paragraphs(Help::GENERAL), ...['.SH COMMANDS']);
        foreach (Help::COMMANDS as $name => $page) {
            array_push($lines, ".SS $name", ...self::paragraphs($page['text']), ...self::terms($page['options']));
            foreach ($page['terms'] ?? [] as $title => $terms) {
                array_push($lines, '.PP', self::text("$title:"), ...self::terms($terms));
            }
        }
        array_push($lines, '.SH OPTIONS OF EVERY COMMAND', ...self::terms(Help::OPTIONS));
        array_push($lines, '.SH ENVIRONMENT', ...self::terms(Help::ENVIRONMENT), ...['.SH EXIT STATUS']);
        array_push($lines, ...self::terms(Help::EXIT_CODES), ...['.SH EXAMPLES']);
        foreach (array_merge(...array_column(Help::COMMANDS, 'examples')) as [$comment, $line]) {
            // Only a line that is explained: the others are plain.
            $comment === '' || array_push($lines, '.PP', self::text(ucfirst($comment) . ':'), '.PP', '.EX', self::escaped($line), '.EE');
        }
        array_push($lines, '.SH SEE ALSO', '.BR flock (1),', '.BR php (1),', '.BR redis\-cli (1)');

        return implode("\n", $lines) . "\n";
    }

    /** @return list<string> */
    private static function paragraphs(array $texts): array
    {
        return array_merge(...array_map(fn (string $text): array => ['.PP', self::text($text)], $texts));
    }

    /** @return list<string> */
    private static function terms(array $terms): array
    {
        $lines = [];
        foreach ($terms as $term => $text) {
            array_push($lines, '.TP', self::text((string) $term), str_replace("\n", "\n.br\n", self::text($text)));
        }

        return $lines;
    }

    /** A text with what is typed and what stands for something else set apart. */
    private static function text(string $text): string
    {
        $text = preg_replace([self::BOLD, self::ITALIC], ["\1b\$1\1r", "\1i\$1\1r"], $text);

        return strtr(self::escaped($text), ["\1b" => '\fB', "\1i" => '\fI', "\1r" => '\fR']);
    }

    /** Every character as itself: man(7) makes other ones of these, and commands of lines that start with a dot or a quote. */
    private static function escaped(string $text): string
    {
        $text = strtr($text, ['\\' => '\(rs', '-' => '\-', "'" => '\(aq', '^' => '\(ha', '~' => '\(ti', '`' => '\(ga', '"' => '\(dq']);

        return str_starts_with($text, '.') ? "\\&$text" : $text;
    }
}
