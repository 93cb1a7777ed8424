--TEST--
A release's archive has a name that PIE looks for, the extension at its top, what a user needs beside it, and a checksum that holds
--SKIPIF--
<?php
exec('zip -v && unzip -v && cargo --version', $output, $status);
$status === 0 || die('skip there is no zip, no unzip (Debian: zip unzip) or no cargo');
--FILE--
<?php
require __DIR__ . '/packages.inc';

$folder = folder();
$archive = package('archive', $folder);
// As PIE's PrePackagedBinaryAssetName puts its list together from what the PHP says of itself; a release's files are sought by their
// names in lower case.
preg_match('/^version = "(.*)"$/m', file_get_contents(__DIR__ . '/../../Cargo.toml'), $version);
$libc = str_contains(run(['sh', '-c', 'ldd "$(command -v ls)"']), 'musl') ? 'musl' : 'glibc';
$names = [];
foreach (['x86_64' => ['x86_64'], 'aarch64' => ['arm64', 'aarch64']][php_uname('m')] ?? [php_uname('m')] as $machine) {
    foreach (PHP_ZTS ? ['-zts'] : ['', '-nts'] as $threads) {
        foreach (['zip', 'tgz'] as $type) {
            $names[] = strtolower(sprintf('php_%s-%s_php%d.%d-%s-%s-%s%s%s.%s', 'redislock', $version[1], PHP_MAJOR_VERSION,
                PHP_MINOR_VERSION, $machine, PHP_OS_FAMILY, $libc, PHP_DEBUG ? '-debug' : '', $threads, $type));
        }
    }
}
var_dump(in_array(strtolower(basename($archive)), $names, true) ?: [basename($archive), $names]);

run(['unzip', '-q', $archive, '-d', "$folder/unpacked"]);
echo implode(' ', array_diff(scandir("$folder/unpacked"), ['.', '..'])), "\n";
echo loads('-d', "extension=$folder/unpacked/redislock.so"), "\n";
echo str_replace(basename($archive), 'NAME', run(['sh', '-c', 'cd "$0" && sha256sum -c SHA256SUMS', $folder]));
$before = hash_file('sha256', $archive);
var_dump(hash_file('sha256', package('archive', $folder)) === $before);
--EXPECT--
bool(true)
LICENSE RedisLock.php redislock.ini redislock.so sbom.cdx.json
loaded
NAME: OK
bool(true)
