--TEST--
The image of a release has each library where PHP's images look, for both machines alike, by the names that docs/install.md copies
--SKIPIF--
<?php
exec('zip -v && unzip -v', $output, $status);
$status === 0 || die('skip there is no zip or no unzip (Debian: zip unzip)');
--FILE--
<?php
require __DIR__ . '/packages.inc';

// A project with archives that have no more than what is looked at, and a docker that writes down what it is told to.
$folder = folder();
mkdir("$folder/project/target/dist", recursive: true);
mkdir("$folder/programs");
exec('cp -R ' . ($root = dirname(__DIR__, 2)) . "/.ci $folder/project");
file_put_contents("$folder/programs/docker", "#!/bin/sh\nprintf '%s|' \"\$@\"\n");
chmod("$folder/programs/docker", 0700);
$build = function (string ...$arguments) use ($folder): void {
    try {
        echo run(["$folder/project/.ci/so-image", ...$arguments], ['PATH' => "$folder/programs:" . getenv('PATH')]), "\n";
    } catch (RuntimeException $refused) {
        echo implode("\n", array_slice(explode("\n", trim($refused->getMessage())), 1)), "\n";
    }
};
$pack = function (string $for, ?int $api) use ($folder): void {
    file_put_contents("$folder/manifest.json", json_encode(['php' => ['release' => '8.4', 'api' => $api]], JSON_PRETTY_PRINT));
    touch("$folder/redislock.so");
    touch("$folder/redislock.ini");
    $files = $api === null ? 'redislock.so redislock.ini' : 'redislock.so redislock.ini manifest.json';
    run(['sh', '-c', "cd \"\$0\" && rm -f \"\$1\" && zip -q \"\$1\" $files", $folder, "$folder/project/target/dist/php_redislock-1.2.3_$for.zip"]);
};

$build('ghcr.io/owner/redislock:1.2.3');
foreach (['', '-musl-zts'] as $kind) {
    foreach (['x86_64', 'arm64'] as $machine) {
        $pack("php8.4-$machine-linux" . ($kind ?: '-glibc'), 20240924);
    }
}
// None of the image's.
$pack('php8.4-x86_64-linux-glibc-symbols', null);
$pack('php8.4-x86_64-linux-glibc-debug', 20240924);
$pack('php8.4-arm64-darwin-bsdlibc', 20240924);
$build('ghcr.io/owner/redislock:1.2.3');
$build('--push', 'ghcr.io/owner/redislock:1.2.3');
$build();
echo $files = shell_exec("cd $folder/project/target/image && find . -type f | LC_ALL=C sort");
echo file_get_contents("$folder/project/target/image/Dockerfile");

// What the page copies is there.
preg_match_all('~^COPY --from=ghcr\.io/\S+ (/\S+)/ /$~m', file_get_contents("$root/docs/install.md"), $copied);
foreach ($copied[1] ?: ['nothing'] as $path) {
    echo $path, is_dir("$folder/project/target/image/amd64$path") ? " is there\n" : " is not there\n";
}

unlink("$folder/project/target/dist/php_redislock-1.2.3_php8.4-arm64-linux-musl-zts.zip");
$build('ghcr.io/owner/redislock:1.2.3');
$pack('php8.4-arm64-linux-musl-zts', null);
$build('ghcr.io/owner/redislock:1.2.3');
--EXPECT--
so-image: there is no archive for it in target/dist
buildx|build|--platform|linux/amd64,linux/arm64|--provenance=false|--output|type=oci,dest=target/image.tar|--tag|ghcr.io/owner/redislock:1.2.3|target/image|
buildx|build|--platform|linux/amd64,linux/arm64|--provenance=false|--push|--tag|ghcr.io/owner/redislock:1.2.3|target/image|
so-image: name the image, as ghcr.io/owner/redislock:1.2.3
./Dockerfile
./amd64/php8.4-linux-glibc/usr/local/etc/php/conf.d/redislock.ini
./amd64/php8.4-linux-glibc/usr/local/lib/php/extensions/no-debug-non-zts-20240924/redislock.so
./amd64/php8.4-linux-musl-zts/usr/local/etc/php/conf.d/redislock.ini
./amd64/php8.4-linux-musl-zts/usr/local/lib/php/extensions/no-debug-zts-20240924/redislock.so
./arm64/php8.4-linux-glibc/usr/local/etc/php/conf.d/redislock.ini
./arm64/php8.4-linux-glibc/usr/local/lib/php/extensions/no-debug-non-zts-20240924/redislock.so
./arm64/php8.4-linux-musl-zts/usr/local/etc/php/conf.d/redislock.ini
./arm64/php8.4-linux-musl-zts/usr/local/lib/php/extensions/no-debug-zts-20240924/redislock.so
FROM scratch
ARG TARGETARCH
COPY ${TARGETARCH}/ /
/php8.4-linux-glibc is there
so-image: not the same for amd64 (<) and arm64 (>):
3,4d2
< ./php8.4-linux-musl-zts/usr/local/etc/php/conf.d/redislock.ini
< ./php8.4-linux-musl-zts/usr/local/lib/php/extensions/no-debug-zts-20240924/redislock.so
so-image: target/dist/php_redislock-1.2.3_php8.4-arm64-linux-musl-zts.zip has no manifest: .ci/check-release has not passed it
