<?php
// Owns which functions of PHP each command calls, because any of them may be in disable_functions, and how the command goes without some.
// Calls none itself before it is known to be there. Does not know what the command does with them.

declare(strict_types=1);

namespace Redislock\Command;

final class Needs
{
    /** Of every command. A test compares these lists with the calls in the parts of each. */
    public const ALL = [
        'abs', 'array_column', 'array_combine', 'array_count_values', 'array_diff', 'array_diff_key', 'array_filter',
        'array_intersect_key', 'array_key_exists', 'array_keys', 'array_map', 'array_merge', 'array_pop', 'array_push',
        'array_shift', 'array_slice', 'array_sum', 'array_unique', 'array_values', 'arsort', 'base64_decode', 'base64_encode', 'basename',
        'bin2hex',
        'ceil', 'class_exists', 'constant', 'count', 'date', 'define', 'defined', 'dirname', 'end', 'error_get_last', 'explode',
        'fileinode', 'floor', 'fmod', 'fopen', 'fseek', 'fstat', 'fwrite', 'get_class', 'gmdate', 'gmmktime', 'hrtime', 'implode',
        'in_array', 'intdiv', 'intval', 'is_array', 'is_infinite', 'is_int', 'is_numeric', 'is_string', 'json_encode', 'ksort',
        'max', 'method_exists', 'microtime', 'min', 'ob_get_clean', 'ob_start', 'preg_grep', 'preg_match', 'preg_match_all',
        'preg_quote', 'preg_replace', 'preg_replace_callback', 'preg_split', 'reset', 'round', 'rsort', 'rtrim', 'sprintf', 'stat',
        'str_contains', 'str_ends_with', 'str_pad', 'str_repeat', 'str_replace', 'str_split', 'str_starts_with', 'strcasecmp',
        'stripos', 'strlen', 'strpbrk', 'strrchr', 'strtok', 'strtolower', 'strtoupper', 'strtr', 'substr', 'time', 'trim',
        'usort', 'version_compare', 'wordwrap',
    ];

    /** Of some commands besides. */
    public const OF = [
        'run' => [
            'feof', 'file_exists', 'file_get_contents', 'getenv', 'getmypid', 'glob', 'is_executable', 'is_file',
            'pcntl_async_signals', 'pcntl_fork', 'pcntl_get_last_error', 'pcntl_signal', 'pcntl_sigprocmask', 'pcntl_sigtimedwait',
            'pcntl_waitpid', 'pcntl_wtermsig', 'posix_kill', 'posix_strerror', 'proc_close', 'proc_get_status', 'proc_open',
            'proc_terminate', 'putenv', 'restore_error_handler', 'set_error_handler', 'stream_get_contents', 'stream_select',
            'stream_set_blocking', 'stream_socket_pair',
        ],
        'show' => [
            'getenv',
        ],
        'why' => [
            'getenv', 'usleep',
        ],
        'list' => [
            'getenv',
        ],
        'top' => [
            'escapeshellarg', 'exec', 'fread', 'getenv', 'getmypid', 'pcntl_async_signals', 'pcntl_fork', 'pcntl_get_last_error',
            'pcntl_signal', 'pcntl_signal_dispatch', 'pcntl_sigprocmask', 'pcntl_sigtimedwait', 'pcntl_waitpid',
            'pcntl_wtermsig', 'posix_kill', 'posix_strerror', 'stream_isatty', 'stream_select', 'usleep',
        ],
        'metrics' => [
            'getenv', 'usleep',
        ],
        'metrics --output' => [
            'chgrp', 'chmod', 'chown', 'error_clear_last', 'fclose', 'fflush', 'is_link', 'is_writable', 'lstat', 'random_bytes',
            'readlink', 'realpath', 'rename', 'tmpfile', 'unlink',
        ],
        'release' => [
            'fgets', 'getenv',
        ],
    ];

    /** Without these something is not told, or is told of less: each is called where has() says that it is there. */
    public const OPTIONAL = [
        'exec', 'file_get_contents', 'getenv', 'ini_get', 'ini_set', 'is_file', 'pcntl_signal', 'php_ini_loaded_file', 'php_ini_scanned_files',
        'phpinfo', 'proc_close', 'proc_open', 'stream_get_contents', 'stream_isatty',
    ];

    /** Whether PHP has a function. */
    public static function has(string $function): bool
    {
        try {
            new \ReflectionFunction($function);

            return true;
        } catch (\ReflectionException) {
            return false;
        }
    }

    /** The version of the extension redislock that is loaded; null: it is not. */
    public static function version(): ?string
    {
        return self::extension('redislock')?->getVersion();
    }

    /** @return array<string, string> the settings of the extension, in force now */
    public static function settings(): array
    {
        $settings = [];
        foreach (self::extension('redislock')?->getINIEntries() ?? [] as $name => $value) {
            $settings[$name] = (string) $value;
        }

        return $settings;
    }

    /** One setting; of PHP's own '' where ini_get() is not there. */
    public static function setting(string $name): string
    {
        return self::settings()[$name] ?? (self::has('ini_get') ? (string) \ini_get($name) : '');
    }

    /** What is lacking for a command, with what to do; null: nothing. '' is what all commands need. */
    public static function lacking(string $command): ?string
    {
        $lacking = self::missing([...self::ALL, ...(self::OF[$command] ?? [])]);
        if ($lacking === []) {
            return null;
        }
        [$what, $advice] = self::told($lacking);

        return ($command === '' ? 'this command' : $command) . " needs $what; $advice";
    }

    /** @return array<string, string> what is lacking for any of the commands, and what to do */
    public static function allLacking(): array
    {
        $commands = [];
        foreach (self::OF as $command => $functions) {
            $lacking = self::missing($functions);
            if ($lacking !== []) {
                [$what, $advice] = self::told($lacking);
                $commands["$what\0$advice"][] = $command;
            }
        }
        $notes = [];
        foreach ($commands as $told => $names) {
            [$what, $advice] = \explode("\0", $told);
            $last = \array_pop($names);
            $notes[($names === [] ? "$last of this command needs " : \implode(', ', $names) . " and $last of this command need ") . $what] = $advice;
        }

        return $notes;
    }

    /** @return list<string> */
    private static function missing(array $functions): array
    {
        $missing = [];
        foreach ($functions as $function) {
            self::has($function) || $missing[] = $function;
        }

        return $missing;
    }

    /**
     * @param non-empty-list<string> $missing
     * @return array{string, string} what is missing, by extensions where these are, and what to do
     */
    private static function told(array $missing): array
    {
        $extensions = $functions = '';
        foreach (['pcntl', 'posix'] as $extension) {
            if (self::extension($extension) === null) {
                $extensions .= ($extensions === '' ? '' : ' and ') . $extension;
            }
        }
        foreach ($missing as $function) {
            if ($extensions === '' || !(self::begins($function, 'pcntl_') || self::begins($function, 'posix_'))) {
                $functions .= ($functions === '' ? '' : ', ') . $function;
            }
        }
        // The extensions first: what is disabled in them is seen once they are there.
        return $extensions !== '' && $functions === ''
            ? ["PHP's $extensions, which " . \PHP_BINARY . ' has not loaded', "install or enable $extensions"]
            : ["$functions of PHP, which disable_functions of its php.ini takes away", 'for this command alone: ' . \PHP_BINARY . ' -d disable_functions= ' . ($_SERVER['SCRIPT_FILENAME'] ?? 'redislock') . ' ...'];
    }

    /** By no function. */
    private static function begins(string $name, string $with): bool
    {
        foreach ([0, 1, 2, 3, 4, 5] as $at) {
            if (($name[$at] ?? '') !== $with[$at]) {
                return false;
            }
        }

        return true;
    }

    private static function extension(string $name): ?\ReflectionExtension
    {
        try {
            return new \ReflectionExtension($name);
        } catch (\ReflectionException) {
            return null;
        }
    }
}
