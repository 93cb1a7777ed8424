--TEST--
A release's check refuses what is named wrongly, has too much in it or another's manifest, needs more than PHP and the C library, or does not load
--SKIPIF--
<?php
exec('zip -v && unzip -v && cargo --version && readelf --version && cc --version', $output, $status);
$status === 0 || die('skip there is no zip, unzip, cargo, readelf or C compiler');
--FILE--
<?php
require __DIR__ . '/packages.inc';

$folder = folder();
$archive = package('archive', $folder);
$check = function (string $what, string $archive, array $environment = []): void {
    $before = hash_file('sha256', $archive);
    try {
        echo run([dirname(__DIR__, 2) . '/.ci/check-release', $archive], $environment);
    } catch (RuntimeException $refused) {
        $said = substr(strstr(explode("\n", $refused->getMessage())[1], '.zip: '), 6);
        echo "$what: ", preg_replace(['/glibc 2\.\d+,/', '/^for \S+ (and what is in it, PIE looks for) \S+/'], ['glibc 2.N,', '$1 its name'], $said), "\n";
    }
    // And gets no manifest.
    hash_file('sha256', $archive) === $before || print("it was changed\n");
};
/** An archive of a library that is compiled from C; without a handler of undefined names, so that any name will do. */
$of = function (string $code, string ...$options) use ($folder, $archive): string {
    file_put_contents("$folder/extension.c", $code);
    run(['cc', '-shared', '-fPIC', '-o', "$folder/extension.so", "$folder/extension.c", ...$options]);
    run([dirname(__DIR__, 2) . '/packaging/archive'], ['PHP' => PHP_BINARY, 'REDISLOCK_SO' => "$folder/extension.so", 'REDISLOCK_PACKAGES' => "$folder/of-c"]);

    return "$folder/of-c/" . basename($archive);
};
copy($archive, "$folder/php_redislock-9.9.9_php8.2.zip");
$check('name', "$folder/php_redislock-9.9.9_php8.2.zip");
$check('glibc', $archive, ['GLIBC' => '2.3']);
$check('library', $of('int compress(void); int f(void) { return compress(); }', '-Wl,--no-as-needed', '-lresolv'));
$check('symbol', $of('int puts(const char *); int of_no_library(void); int f(void) { return puts("") + of_no_library(); }'));
$check('loads', $of('int puts(const char *); int f(void) { return puts(""); }'));
file_put_contents("$folder/manifest.json", json_encode(['name' => basename($archive, '.zip'), 'sha256' => hash('sha256', 'another')]));
run(['sh', '-c', 'cd "$0" && cp "$1" described.zip && zip -q described.zip manifest.json && mkdir described && mv described.zip "described/${1##*/}"', $folder, $archive]);
$check('manifest', "$folder/described/" . basename($archive));
run(['sh', '-c', 'cd "$0" && echo more >notes.txt && zip -q "$1" notes.txt', $folder, $archive]);
$check('contents', $archive);
--EXPECTF--
name: and what is in it, PIE looks for its name
glibc: it needs glibc 2.N, and 2.3 has to do
library: it needs libresolv.so.2, which is neither PHP's nor of the C library
symbol: neither PHP nor the C library has of_no_library
loads: %s, which loads it, says: %S
manifest: its manifest is of another redislock.so
contents: it has not just LICENSE RedisLock.php redislock.ini redislock.so sbom.cdx.json
