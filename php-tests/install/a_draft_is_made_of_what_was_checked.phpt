--TEST--
A draft of a release is refused where the tag is not the version or an archive was not checked, and has all files, checksums and notes
--SKIPIF--
<?php
exec('zip -v && unzip -v', $output, $status);
$status === 0 || die('skip there is no zip or no unzip (Debian: zip unzip)');
--FILE--
<?php
require __DIR__ . '/packages.inc';

// A project whose version has notes, and a gh that writes down what it is told to.
$folder = folder();
mkdir("$folder/project/target/dist", recursive: true);
mkdir("$folder/programs");
exec('cp -R ' . dirname(__DIR__, 2) . "/.ci $folder/project");
file_put_contents("$folder/project/Cargo.toml", "[package]\nversion = \"0.2.0\"\n");
file_put_contents("$folder/project/CHANGELOG.md", "## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- Permits.\n\n## [0.1.0] - 2026-11-01\n\n- Locks.\n");
file_put_contents("$folder/programs/gh", "#!/bin/sh\nprintf '%s|' \"\$@\"\n");
chmod("$folder/programs/gh", 0700);
$draft = function (string $tag) use ($folder): void {
    try {
        echo run(["$folder/project/.ci/draft", $tag], ['PATH' => "$folder/programs:" . getenv('PATH')]), "\n";
    } catch (RuntimeException $refused) {
        echo explode("\n", $refused->getMessage())[1], "\n";
    }
};
$archive = "$folder/project/target/dist/php_redislock-0.2.0_php8.4-x86_64-linux-glibc.zip";
$pack = fn (string $archive, string $file) => run(['sh', '-c', 'cd "$0" && echo "$2" >"$2" && zip -q "$1" "$2" && rm "$2"', $folder, $archive, $file]);

$draft('0.2.0');
$pack($archive, 'redislock.so');
$draft('v0.2.0');
$draft('0.2.0');
$pack($archive, 'manifest.json');
$pack(str_replace('.zip', '-symbols.zip', $archive), 'redislock.so.debug');
file_put_contents("$folder/project/target/dist/php8.4-redislock_0.2.0-1_amd64.deb", '');
$draft('0.2.0');
echo count(file("$folder/project/target/dist/SHA256SUMS")), " checksums\n";
rename($archive, str_replace('0.2.0', '0.1.0', $archive));
$draft('0.2.0');
--EXPECT--
draft: there is nothing in target/dist
draft: the tag is v0.2.0, and Cargo.toml says 0.2.0; PIE looks for archives by the tag's text
draft: target/dist/php_redislock-0.2.0_php8.4-x86_64-linux-glibc.zip has no manifest: .ci/check-release has not passed it
release|create|0.2.0|--draft|--verify-tag|--title|0.2.0|--notes|
- Permits.|target/dist/SHA256SUMS|target/dist/php8.4-redislock_0.2.0-1_amd64.deb|target/dist/php_redislock-0.2.0_php8.4-x86_64-linux-glibc-symbols.zip|target/dist/php_redislock-0.2.0_php8.4-x86_64-linux-glibc.zip|
3 checksums
draft: target/dist/php_redislock-0.1.0_php8.4-x86_64-linux-glibc.zip is not of 0.2.0
