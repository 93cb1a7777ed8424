--TEST--
A release pushes each package of Composer, its folder alone, to a repository of its own, tagged with the version; the next release goes on there
--SKIPIF--
<?php
exec('git --version', $output, $status);
$status === 0 || die('skip there is no git (Debian: git)');
--FILE--
<?php
require __DIR__ . '/packages.inc';

[$root, $folder] = [dirname(__DIR__, 2), folder()];
$git = fn (string $in, string ...$command): string => trim(run(['git', '-C', "$folder/$in", '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...$command]));
mkdir("$folder/project/stubs", recursive: true);
mkdir("$folder/published");
$git('published', 'init', '-q', '--bare', '-b', 'main');
$git('project', 'init', '-q');
exec("cp -R $root/.ci $folder/project && cp -R $root/stubs/. $folder/project/stubs");
$release = function (string $version, string $tag) use ($folder, $git): void {
    file_put_contents("$folder/project/Cargo.toml", "[package]\nversion = \"$version\"\n");
    file_put_contents("$folder/project/stubs/RedisLock.php", "// $version\n", FILE_APPEND);
    $git('project', 'add', '.');
    $git('project', 'commit', '-q', '-m', $version);
    try {
        echo run(["$folder/project/.ci/split", 'stubs', "$folder/published", $tag]);
    } catch (RuntimeException $refused) {
        echo explode("\n", $refused->getMessage())[1], "\n";
    }
};

$release('1.0.0', 'v1.0.0');
$release('1.0.0', '1.0.0');
$release('1.1.0', '1.1.0');
$release('1.2.0', '1.2.0');
echo $git('published', 'ls-tree', '--name-only', '1.0.0'), "\n", $git('published', 'log', '--format=%s %D', 'main'), "\n";

// The workflow has every package, by its name and its folder.
preg_match_all('/\{ package: (\S+), folder: (\S+) \}/', file_get_contents("$root/.github/workflows/packages.yml"), $said);
$packages = [...glob("$root/bridges/*/composer.json"), "$root/stubs/composer.json"];
$is = array_combine(array_map(fn (string $file): string => substr(dirname($file), strlen($root) + 1), $packages), array_map(
    fn (string $file): string => basename(json_decode(file_get_contents($file), true)['name']), $packages));
var_dump(array_combine($said[2], $said[1]) == $is);
--EXPECT--
split: the tag is v1.0.0, and Cargo.toml says 1.0.0
split: stubs 1.0.0
split: stubs 1.1.0
split: stubs 1.2.0
LICENSE
README.md
RedisLock.php
composer.json
extension.neon
psalm
1.2.0 HEAD -> main, tag: 1.2.0
1.1.0 tag: 1.1.0
1.0.0 tag: 1.0.0
bool(true)
