--TEST--
The documented Dockerfile is sent what the extension is built from, and nothing that was built for another PHP
--FILE--
<?php
// As Docker reads .dockerignore: patterns are of whole paths, a folder's covers what is in it, the last that matches decides.
$patterns = preg_grep('/^[^#]/', file(dirname(__DIR__, 2) . '/.dockerignore', FILE_IGNORE_NEW_LINES) ?: []);
$is_sent = function (string $path) use ($patterns): bool {
    $sent = true;
    foreach ($patterns as $pattern) {
        for ($part = $path; $part !== '.'; $part = dirname($part)) {
            $sent = fnmatch(ltrim($pattern, '!'), $part, FNM_PATHNAME) ? $pattern[0] === '!' : $sent;
        }
    }

    return $sent;
};
$left_out = ['packaging/pie/modules', 'packaging/pie/modules/redislock.so', 'packaging/pie/config.status', 'target/phpize/redislock.so', '.git/config'];
foreach ($left_out as $built) {
    echo $is_sent($built) ? "$built is sent\n" : '';
}
$needed = ['Cargo.toml', 'Cargo.lock', 'build.rs', 'composer.json', 'src/lib.rs', 'src/lua/acquire.lua', 'packaging/pie/config.m4', 'packaging/pie/Makefile.frag'];
foreach ($needed as $source) {
    echo $is_sent($source) ? '' : "$source is not sent\n";
}
// Whichever page has the Dockerfile.
$pages = implode(array_map(file_get_contents(...), glob(dirname(__DIR__, 2) . '/{README,docs/install}.md', GLOB_BRACE)));
echo str_contains($pages, "\nCOPY . /redislock\n") ? "done\n" : "another COPY\n";
--EXPECT--
done
