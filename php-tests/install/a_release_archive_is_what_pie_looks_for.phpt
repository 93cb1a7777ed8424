--TEST--
make dist's archive has the name that PIE looks for, the extension at its top, and a checksum that holds
--SKIPIF--
<?php
exec('zip -v && unzip -v', $output, $status);
$status === 0 || die('skip there is no zip or no unzip (Debian: zip unzip)');
--FILE--
<?php
require __DIR__ . '/packages.inc';

$folder = folder();
$archive = package('dist', $folder);
// As PIE's PrePackagedBinaryAssetName puts it together from what the PHP says of itself.
preg_match('/^version = "(.*)"$/m', file_get_contents(__DIR__ . '/../../Cargo.toml'), $version);
$libc = str_contains(run(['sh', '-c', 'ldd "$(command -v ls)"']), 'musl') ? 'musl' : 'glibc';
$machine = strtr(php_uname('m'), ['aarch64' => 'arm64']);
$name = sprintf('php_redislock-%s_php%d.%d-%s-%s-%s%s%s.zip', $version[1], PHP_MAJOR_VERSION, PHP_MINOR_VERSION, $machine,
    strtolower(PHP_OS_FAMILY), $libc, PHP_DEBUG ? '-debug' : '', PHP_ZTS ? '-zts' : '');
var_dump(basename($archive) === $name ?: basename($archive));

run(['unzip', '-q', $archive, '-d', "$folder/unpacked"]);
echo implode(' ', array_diff(scandir("$folder/unpacked"), ['.', '..'])), "\n";
echo loads('-d', "extension=$folder/unpacked/redislock.so"), "\n";
echo str_replace($name, 'NAME', run(['sh', '-c', 'cd "$0" && sha256sum -c SHA256SUMS', $folder]));
?>
--EXPECT--
bool(true)
LICENSE redislock.ini redislock.so
loaded
NAME: OK
