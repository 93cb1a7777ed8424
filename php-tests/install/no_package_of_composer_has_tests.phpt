--TEST--
What Composer downloads has no tests: the sources what builds, installs and shows them, each other package its sources and pages
--SKIPIF--
<?php
exec('git -c safe.directory=* -C ' . escapeshellarg(dirname(__DIR__, 2)) . ' rev-parse HEAD 2>&1', $output, $status);
$status === 0 || die('skip there is no git, or these sources are no clone');
--FILE--
<?php
$root = dirname(__DIR__, 2);
// As the attributes are now, committed or not.
$files = function (string $tree) use ($root): array {
    $archive = escapeshellarg($root) . " archive --worktree-attributes $tree | tar -t";

    return preg_grep('~/$~', explode("\n", trim(shell_exec("git -c safe.directory=* -C $archive"))), PREG_GREP_INVERT);
};
$sources = $files('HEAD');
$top = fn (string $folder): string => implode(' ', array_unique(array_map(
    fn (string $file): string => strtok(substr($file, strlen($folder)), '/'), preg_grep('~^' . preg_quote($folder) . '~', $sources),
)));
echo $top(''), "\n.ci: ", $top('.ci/'), "\nphp-tests: ", $top('php-tests/'), "\n";
foreach (['bridges/laravel', 'bridges/opentelemetry', 'bridges/php', 'bridges/symfony', 'stubs'] as $folder) {
    $kept = '~^((README|DETAILS)\.md|LICENSE|composer\.json|(src|psalm)/(\w+/)?\w+\.php|templates/.*|example\.php|services\.yaml|RedisLock\.php|extension\.neon)$~';
    $packed = $files("HEAD:$folder");
    echo $folder, count($packed) > 3 ? ': ' : ' is empty: ', implode(' ', preg_grep($kept, $packed, PREG_GREP_INVERT)) ?: 'no more', "\n";
}
--EXPECT--
.cargo .ci .dockerignore CHANGELOG.md CONTRIBUTING.md Cargo.lock Cargo.toml LICENSE Makefile README.md README.zh-CN.md RELEASING.md SECURITY.md bridges build.rs cli composer.json docs examples packaging php-tests src stubs
.ci: build cross image pack php.sh phpize profile setup with-build
php-tests: support
bridges/laravel: no more
bridges/opentelemetry: no more
bridges/php: no more
bridges/symfony: no more
stubs: no more
