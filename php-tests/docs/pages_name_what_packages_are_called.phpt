--TEST--
All pages name the Rust, the version and the packages that Cargo.toml and the composer.json files do
--FILE--
<?php
require __DIR__ . '/page.inc';

preg_match('/^version = "(.*)"$/m', page('Cargo.toml'), $version);
preg_match('/^rust-version = "(.*)"$/m', page('Cargo.toml'), $rust);
$text = implode("\n", array_map(page(...), pages()));
foreach (['/redislock[-_:](\d+\.\d+\.\d+)/' => $version[1], '/Rust (?:is )?(\d+\.\d+)/' => $rust[1]] as $pattern => $expected) {
    preg_match_all($pattern, $text, $named);
    var_dump(count($named[1]) > 2);
    same('on the pages', array_values(array_unique($named[1])), 'in Cargo.toml', [$expected]);
}
$root = dirname(__DIR__, 2);
foreach (["$root/composer.json", ...glob("$root/bridges/*/composer.json"), "$root/stubs/composer.json"] as $file) {
    $package = json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
    echo $package['name'], ': ', str_contains(page('README.md'), $package['name']) ? 'named' : 'not named', "\n";
}
$extension = json_decode(page('composer.json'), true)['php-ext'];
var_dump($extension['extension-name'], is_file("$root/{$extension['build-path']}/config.m4"));
--EXPECT--
bool(true)
bool(true)
redislock/redislock: named
redislock/laravel: named
redislock/opentelemetry: named
redislock/php: named
redislock/symfony-lock: named
redislock/stubs: named
string(9) "redislock"
bool(true)
