--TEST--
make install takes what make build has built, and nothing older than the sources, for another PHP, or of make demo
--SKIPIF--
<?php
exec('make --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make');
--FILE--
<?php
require __DIR__ . '/packages.inc';
require __DIR__ . '/project.inc';

// Under sudo it compiles nothing, so that it says what is missing.
putenv('SUDO_USER=somebody');
$project = new BuiltProject(folder());
$say = function (string $when) use ($project): void {
    @unlink($project->installed());
    $said = $project->make('install');
    echo "$when: ", @file_get_contents($project->installed()) ?: strtok($said, ';'), "\n";
};
$project->build('half optimised', profile: 'demo');
$say('built by make demo');
$project->build('the extension', age: 1_800);
$say('built');
$project->changeSources(900);
$say('sources have changed since');
$project->build('the extension again');
$say('built again');
$project->build('for another', for: '/opt/bin/php 8.4 zts= debug=');
$say('built for another PHP');
--EXPECTF--
built by make demo: make: nothing is built from these sources for %s
built: the extension
sources have changed since: make: nothing is built from these sources for %s
built again: the extension again
built for another PHP: make: nothing is built from these sources for %s
