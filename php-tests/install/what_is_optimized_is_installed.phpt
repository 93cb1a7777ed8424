--TEST--
make install takes what make optimize has built, if that is of these sources and for this PHP, else what make build has
--SKIPIF--
<?php
exec('make --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make');
?>
--FILE--
<?php
require __DIR__ . '/packages.inc';
require __DIR__ . '/project.inc';

$project = new BuiltProject(folder());
$say = function (string $when) use ($project): void {
    $said = $project->make('install');
    echo "$when: ", @file_get_contents($project->installed()) ?: $said, "\n";
};
$project->build(BuiltProject::PLAIN, 'plain');
$say('built');
$project->build(BuiltProject::OPTIMIZED, 'optimized', age: 1_800);
$say('optimized');
$project->changeSources(900);
$say('sources have changed since');
$project->build(BuiltProject::OPTIMIZED, 'optimized again');
$say('optimized again');
$project->build(BuiltProject::OPTIMIZED, 'for another', for: '/opt/bin/php 8.4 zts= debug=');
$say('optimized for another PHP');
?>
--EXPECT--
built: plain
optimized: optimized
sources have changed since: plain
optimized again: optimized again
optimized for another PHP: plain
