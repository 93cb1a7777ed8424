--TEST--
Under open_basedir redislock run still finds its command; if it hides something that is needed, that is reported before anything starts
--FILE--
<?php
require __DIR__ . '/doctor.inc';

// No file in front: it would be hidden, too.
putenv('REDISLOCK_TEST_WAIT');
$redis = RedisServer::start();
$cli = dirname(__DIR__, 2) . '/cli';
$file = sys_get_temp_dir() . '/' . test_key();
$hide = [$file => 'FILE', $cli => 'CLI'];
$under = fn (string $folders): array => ['open_basedir' => $folders];
tell(redislock($redis, ['run', 'job', '--', 'sh', '-c', 'exit 3'], $under($cli)));
foreach (['none-such', '/etc/passwd', $cli] as $command) {
    tell(redislock($redis, ['run', 'job', '--', $command], $under($cli)), $hide);
}
tell(redislock($redis, ['run', 'job', '--on-lost=term', '--', 'touch', $file], $under($cli)));
tell(redislock($redis, ['run', 'job', '--on-lost=term', '--', 'sh', '-c', 'exit 4'], $under("$cli:/proc")));
tell(redislock($redis, ['metrics', '--output', $file], $under($cli)), $hide);
tell(redislock($redis, ['list'], $under('/nowhere')), $hide);
echo without_faults(redislock($redis, ['doctor'], $under($cli) + QUIET))->code, "\n";
var_dump(file_exists($file));
--EXPECT--
-> 3
redislock: "none-such" was not found; the lock was not taken
-> 127
redislock: "/etc/passwd" cannot be executed; the lock was not taken
-> 126
redislock: "CLI" cannot be executed; the lock was not taken
-> 126
redislock: --on-lost=term needs to read /proc, to find what the command has started, and open_basedir of php.ini hides it: add /proc there
-> 78
-> 4
redislock: could not write "FILE": open_basedir of php.ini does not allow that folder
-> 74
redislock: its parts are not in CLI/../share/redislock nor in CLI/src, or open_basedir of php.ini hides them from PHP
-> 78
0
bool(false)
