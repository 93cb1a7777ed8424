--TEST--
A release takes one image of each PHP with threads and one without, whichever of them the tag without a word is
--FILE--
<?php
require __DIR__ . '/packages.inc';

[$root, $folder] = [dirname(__DIR__, 2), folder()];
// Images by their tags, as PHP's were made up to 8.5, and as they are where the default has threads.
$images = ['8.5-cli-bookworm nts', '8.5-zts-bookworm zts', '8.6-cli-bookworm zts', '8.6-nts-bookworm nts', '9.0-cli-alpine zts'];
file_put_contents("$folder/images", implode("\n", $images) . "\n");
file_put_contents("$folder/docker", "#!/bin/sh\nsed -n \"s/^\${3#php:} //p\" '$folder/images' | grep . || exit 125\n");
chmod("$folder/docker", 0700);
$image = fn (string ...$for): string => trim((string) shell_exec("PATH=$folder:\$PATH $root/.ci/image " . implode(' ', $for) . ' 2>&1'));
foreach (['8.5 bookworm', '8.6 bookworm', '9.0 alpine'] as $for) {
    echo $for, ': ', $image($for, 'nts'), ', ', $image($for, 'zts'), "\n";
}
// The workflows name the PHPs that composer.json does, by their numbers.
preg_match_all('/~(8\.\d+)\.0/', file_get_contents("$root/composer.json"), $supported);
preg_match("/php: \\['8.2'.*\\]/", $release = file_get_contents("$root/.github/workflows/release.yml"), $built);
preg_match_all("/'([^']+)'/", $built[0], $built);
preg_match_all("/\\{ php: '([^']+)'/", file_get_contents("$root/.github/workflows/ci.yml"), $tested);
var_dump($built[1] === $supported[1], $tested[1] === $supported[1], str_contains($release, 'threads: [nts, zts]'));
--EXPECT--
8.5 bookworm: php:8.5-cli-bookworm, php:8.5-zts-bookworm
8.6 bookworm: php:8.6-nts-bookworm, php:8.6-cli-bookworm
9.0 alpine: image: there is no image of PHP 9.0 on alpine that is built nts, php:9.0-cli-alpine
bool(true)
bool(true)
bool(true)
