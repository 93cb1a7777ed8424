<?php
// Owns why PHP has not loaded the extension, and what to do: by the lines of its ini files, the file that they name, and what PHP says of that.
// Loads nothing into this PHP.

declare(strict_types=1);

namespace Redislock\Command;

final class MissingExtension
{
    private function __construct(public readonly string $reason, public readonly string $advice)
    {
    }

    public static function find(): self
    {
        [$ini, $file] = self::line();
        if ($file === null) {
            return new self('its php.ini needs extension=redislock.so', 'add that line to ' . self::place());
        }
        // Quiet: open_basedir may hide it.
        if (Needs::has('is_file') && !@is_file($file)) {
            return new self("$ini names $file, which is not there", 'put redislock.so there, or its whole path into the line');
        }
        $said = self::said($file);

        return $said === ''
            ? new self("$ini names $file, which this PHP can load", 'look for a section, or an error, before that line')
            : new self("$ini names $file, which it cannot load: $said", 'take the build for this PHP, API' . OwnCheckup::build());
    }

    /** @return array{string, string}|array{null, null} the ini file that names the extension, and which file it means */
    private static function line(): array
    {
        foreach (self::iniFiles() as $ini) {
            $text = Needs::has('file_get_contents') ? (string) @file_get_contents($ini) : '';
            if (preg_match('/^[ \t]*extension[ \t]*=[ \t]*["\']?([^\s"\';]*redislock[^\s"\';]*)/mi', $text, $found)) {
                $name = str_ends_with($found[1], '.so') ? $found[1] : "$found[1].so";

                return [$ini, str_contains($name, '/') ? $name : Needs::setting('extension_dir') . "/$name"];
            }
        }

        return [null, null];
    }

    /** @return array<string> those that PHP has read */
    private static function iniFiles(): array
    {
        return array_values(array_filter([Needs::has('php_ini_loaded_file') ? (string) php_ini_loaded_file() : '', ...self::scanned()], fn (string $file): bool => $file !== ''));
    }

    /** @return list<string> those of them that lie in a folder for such files */
    private static function scanned(): array
    {
        $files = array_map(trim(...), explode(',', Needs::has('php_ini_scanned_files') ? (string) php_ini_scanned_files() : ''));

        return array_values(array_filter($files, fn (string $file): bool => $file !== ''));
    }

    /** Where the line belongs: beside those of other extensions, where they have files of their own. */
    private static function place(): string
    {
        $scanned = self::scanned();

        return match (true) {
            $scanned !== [] => 'a file in ' . dirname($scanned[0]),
            default => self::iniFiles()[0] ?? 'a php.ini: ' . PHP_BINARY . ' has read none',
        };
    }

    /** What another process of this PHP says when it loads the file; '' when nothing. */
    private static function said(string $file): string
    {
        $settings = ['display_errors' => 'stderr', 'display_startup_errors' => '1', 'log_errors' => '0', 'html_errors' => '0', 'extension' => $file];
        $command = [PHP_BINARY, '-n'];
        foreach ($settings as $name => $value) {
            array_push($command, '-d', "$name=$value");
        }
        if (!Needs::has('proc_open') || !Needs::has('proc_close') || !Needs::has('stream_get_contents')) {
            return 'PHP says why with ' . implode(' ', $command) . ' -m';
        }
        $process = @proc_open([...$command, '-r', ''], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes);
        if ($process === false) {
            return '';
        }
        $said = (string) stream_get_contents($pipes[2]);
        $code = proc_close($process);
        $said = preg_replace(['/\s*\n\s*/', '/\s+/', '/^.*?PHP Startup: /', '/;? in Unknown on line 0.*$/'], ['; ', ' ', '', ''], trim($said));

        return $said === '' && $code > 0 ? "it ends PHP with $code" : $said;
    }
}
