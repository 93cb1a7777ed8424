--TEST--
The README names the Rust, the version and the packages that Cargo.toml and the composer.json files do
--FILE--
<?php
require __DIR__ . '/page.inc';

preg_match('/^version = "(.*)"$/m', page('Cargo.toml'), $version);
preg_match('/^rust-version = "(.*)"$/m', page('Cargo.toml'), $rust);
$install = strstr(page('README.md'), "\n## Install\n");
preg_match_all('/redislock[-_](\d+\.\d+\.\d+)/', $install, $named);
var_dump(count($named[1]) > 2, array_unique($named[1]) === [$version[1]]);
preg_match_all('/Rust (?:is )?(\d+\.\d+)/', $install, $named);
var_dump(count($named[1]) > 1, array_unique($named[1]) === [$rust[1]]);
foreach (['composer.json', 'bridges/symfony/composer.json'] as $file) {
    $package = json_decode(page($file), true, flags: JSON_THROW_ON_ERROR);
    echo $package['name'], ': ', str_contains(page('README.md'), $package['name']) ? 'named' : 'not named', "\n";
}
$extension = json_decode(page('composer.json'), true)['php-ext'];
var_dump($extension['extension-name'], is_file(dirname(__DIR__, 2) . "/{$extension['build-path']}/config.m4"));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
redislock/redislock: named
redislock/symfony-lock: named
string(9) "redislock"
bool(true)
