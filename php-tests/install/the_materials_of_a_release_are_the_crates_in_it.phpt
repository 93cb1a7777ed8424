--TEST--
A release's bill of materials names the crates whose code is in the extension, with licence and checksum, and no path
--SKIPIF--
<?php
exec('cargo --version', $output, $status);
$status === 0 || die('skip there is no cargo');
--FILE--
<?php
require __DIR__ . '/packages.inc';

$root = dirname(__DIR__, 2);
$text = run([PHP_BINARY, '-n', "$root/packaging/sbom"]);
$materials = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
echo "$materials[bomFormat] $materials[specVersion]: {$materials['metadata']['component']['name']}\n";
$names = array_column($materials['components'], 'name');
// Those of Cargo.toml, and of one a crate that it needs; macros and what build.rs needs only run while it is compiled.
var_dump(array_diff(['ext-php-rs', 'redis', 'rustls', 'ring', 'rand', 'nix', 'socket2', 'thiserror', 'libc'], $names));
var_dump(array_intersect(['syn', 'thiserror-impl', 'ext-php-rs-derive', 'sha1_smol', 'bindgen', 'cc'], $names));
foreach ($materials['components'] as ['name' => $name, 'version' => $version, 'hashes' => $hashes, 'licenses' => $licenses, 'purl' => $purl]) {
    $isLocked = str_contains(file_get_contents("$root/Cargo.lock"), "\nname = \"$name\"\nversion = \"$version\"\n");
    $isWhole = preg_match('/^[0-9a-f]{64}$/', $hashes[0]['content']) && $licenses[0]['expression'] && $purl === "pkg:cargo/$name@$version";
    $isLocked && $isWhole || print("$name: not as in Cargo.lock\n");
}
// Every crate is needed by another one, and none is needed that is not named.
$references = [$materials['metadata']['component']['bom-ref'], ...array_column($materials['components'], 'bom-ref')];
$needed = array_unique(array_merge(...array_column($materials['dependencies'], 'dependsOn')));
var_dump(array_diff($needed, $references), array_diff($references, $needed) === [$references[0]]);
var_dump(str_contains($text, $root), $text === run([PHP_BINARY, '-n', "$root/packaging/sbom"]));
--EXPECT--
CycloneDX 1.5: redislock
array(0) {
}
array(0) {
}
array(0) {
}
bool(true)
bool(false)
bool(true)
