<?php
// Owns writing a text into a file that others read meanwhile: as a whole or not at all, where links lead, and with the rights that it had.
// Does not know what the text is.

declare(strict_types=1);

namespace Redislock\Command;

final class OutputFile
{
    /** As many links as Linux follows in a path. */
    private const MOST_LINKS = 40;
    /** Of stat(2): what kind of file it is, a regular one, a folder; a folder in which all may write, and each only removes his own. */
    private const KIND = 0170000;
    private const REGULAR = 0100000;
    private const FOLDER = 0040000;
    private const SHARED = 01002;
    /** What a new file has, whatever umask is: its reader is another user. */
    private const READABLE = 0644;

    /** @throws OutputError where it could not be written; what was there is as it was */
    public static function write(string $file, string $text): void
    {
        try {
            self::replace(self::target($file), $text);
        } catch (OutputError $failure) {
            throw new OutputError('could not write ' . Terminal::quoted($file) . ': ' . $failure->getMessage());
        }
    }

    /** Where links lead. Renamed to the link's own name, the text would take its place, and its target would stay as it was. */
    private static function target(string $file): string
    {
        // A name alone, such as php://stdin, is a file's as well.
        $path = str_starts_with($file, '/') ? $file : "./$file";
        for ($links = 0; @is_link($path); $links++) {
            $links < self::MOST_LINKS || throw new OutputError('too many links');
            $folder = dirname($path);
            if (str_starts_with((string) @realpath($folder), '/proc/')) {
                throw new OutputError('it is a file that is open, and not a place in a folder; - is standard output');
            }
            self::isTrusted($path, $folder) || throw new OutputError('another user has made this link in a folder that all may write to');
            $target = (string) @readlink($path);
            $path = str_starts_with($target, '/') ? $target : "$folder/$target";
        }

        return $path;
    }

    /** As Linux follows links (protected_symlinks in proc_sys_fs(5)): in /tmp and its like only those of this user and of the folder's owner. */
    private static function isTrusted(string $link, string $folder): bool
    {
        [$of, $in] = [@lstat($link), @stat($folder)];
        if ($of === false || $in === false || ($in['mode'] & self::SHARED) !== self::SHARED) {
            return true;
        }
        $own = @tmpfile();

        return $of['uid'] === $in['uid'] || ($own !== false && $of['uid'] === fstat($own)['uid']);
    }

    /** Writes a file beside it, and gives that its name. */
    private static function replace(string $path, string $text): void
    {
        $before = @stat($path) ?: null;
        $kind = ($before['mode'] ?? self::REGULAR) & self::KIND;
        $kind === self::REGULAR || throw new OutputError($kind === self::FOLDER ? 'Is a directory' : 'it is no regular file; - is standard output');
        $before === null || @is_writable($path) || throw new OutputError('Permission denied');
        // Its ending is not .prom, which node_exporter reads; and nobody can have put something there whose name nobody knows.
        $new = dirname($path) . '/.redislock-' . bin2hex(random_bytes(8));
        error_clear_last();
        $stream = @fopen($new, 'x');
        $stream !== false || throw new OutputError(self::reason());
        $isWritten = @fwrite($stream, $text) === strlen($text) && fflush($stream) && fclose($stream)
            && self::giveRights($new, $before) && @rename($new, $path);
        if (!$isWritten) {
            $reason = self::reason();
            @unlink($new);
            throw new OutputError($reason);
        }
    }

    /** Those of the file before it. Its owner and group are kept as far as this user may give a file away. */
    private static function giveRights(string $new, ?array $before): bool
    {
        if ($before !== null) {
            @chgrp($new, $before['gid']);
            @chown($new, $before['uid']);
            error_clear_last();
        }

        return @chmod($new, ($before['mode'] ?? self::READABLE) & 07777);
    }

    private static function reason(): string
    {
        $said = error_get_last()['message'] ?? 'only a part could be written';
        if (str_ends_with($said, 'Operation not permitted') && Needs::setting('open_basedir') !== '') {
            return 'open_basedir of php.ini does not allow that folder';
        }

        return preg_replace(['/^.*?: (?=\S[^:]*$)/s', '/^.* errno=\d+ /s'], '', $said);
    }
}
