<?php
// Owns servers of Debian's next release, which .ci/matrix has in a root of its own: how one is run on this Debian.
// Does not make that root (.ci/matrix), nor own how a server is started and ended (php-tests/support/server.inc).

declare(strict_types=1);

final class LentServer
{
    /** A combination of .ci/matrix that makes the root of both. */
    private const MAKER = 'php8.4-valkey9.1';

    /** What is missing, or null. @param 'redis'|'valkey' $kind */
    public static function absence(string $kind): ?string
    {
        $packages = ['redis' => 'redis-tools of experimental', 'valkey' => 'valkey-tools of forky'];

        return is_executable(self::program($kind)) ? null : "$packages[$kind] in target/matrix/forky, as `.ci/matrix " . self::MAKER . '` does';
    }

    /**
     * @param 'redis'|'valkey' $kind
     * @param string $folder where its wrapper is written
     */
    public static function start(string $kind, string $folder): RedisServer
    {
        $path = (string) getenv('PATH');
        self::wrap($kind, "$folder/lent-$kind");
        putenv("PATH=$folder/lent-$kind" . PATH_SEPARATOR . $path);
        try {
            return RedisServer::start();
        } finally {
            putenv("PATH=$path");
        }
    }

    /** Writes the program as tests look for it. With the libraries of its own Debian, which may be newer than this one's. */
    private static function wrap(string $kind, string $folder): void
    {
        is_dir($folder) || mkdir($folder);
        $lib = current(glob(self::root() . '/usr/lib/*-linux-gnu*'));
        $loader = current(glob("$lib/ld-linux-*.so.?"));
        $words = [$loader, '--library-path', $lib, '--argv0', 'redis-server', self::program($kind)];
        file_put_contents("$folder/redis-server", "#!/bin/sh\nexec " . implode(' ', array_map(escapeshellarg(...), $words)) . " \"\$@\"\n");
        chmod("$folder/redis-server", 0700);
    }

    private static function program(string $kind): string
    {
        return self::root() . "/usr/bin/$kind-check-rdb";
    }

    private static function root(): string
    {
        return dirname(__DIR__, 2) . '/target/matrix/forky';
    }
}
