<?php
// Owns with which options other PHP processes of the benchmark start, so that they have this one's extensions and nothing else.
// Starts none.

declare(strict_types=1);

final class Php
{
    /**
     * @param string|null $redislock the file of another build than the one that is loaded here
     * @return list<string> options for this PHP and for php-fpm: no ini files, the extensions that are loaded here
     */
    public static function options(bool $withOpcache = false, ?string $redislock = null): array
    {
        $options = ['-n'];
        $files = self::files();
        $files['redislock'] = $redislock ?? $files['redislock'];
        foreach ($files as $name => $file) {
            if ($name === 'opcache') {
                array_push($options, ...($withOpcache ? ['-d', "zend_extension=$file"] : []));
            } else {
                array_push($options, '-d', "extension=$file");
            }
        }

        return [...$options, '-d', 'error_reporting=' . (E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED), '-d', 'memory_limit=-1'];
    }

    /** The file of the extension that is measured. */
    public static function redislock(): string
    {
        return self::files()['redislock'];
    }

    /** @return array<string, string> of each shared extension that is loaded here its file; needed ones before those that need them */
    private static function files(): array
    {
        preg_match_all('#/\S+/(\w+)\.so$#m', (string) @file_get_contents('/proc/self/maps'), $found);
        $mapped = array_combine(preg_replace('/^lib(?=redislock)/', '', $found[1]), $found[0]);
        $files = [];
        foreach (get_loaded_extensions() as $extension) {
            $name = $extension === 'Zend OPcache' ? 'opcache' : strtolower($extension);
            if (isset($mapped[$name])) {
                $files[$name] = $mapped[$name];
            }
        }

        return $files + (extension_loaded('Zend OPcache') ? ['opcache' => $mapped['opcache']] : []);
    }
}
