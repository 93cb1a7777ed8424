--TEST--
The demo ends with 2 and one line that names what has to be installed
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';

/** Runs the demo by hand, so that it may lack the extension under test. */
function demo_without(array ...$options): void
{
    $command = [PHP_BINARY, '-n', ...array_merge(...$options), example_file('oversell.php')];
    exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $output, $status);
    echo implode("\n", $output), "\nstatus $status\n";
}

$sqlite = ini_options(['extension' => ['pdo', 'pdo_sqlite']]);
demo_without($sqlite);
demo_without($sqlite, extension_under_test(), ini_options(['disable_functions' => 'proc_open']));
// The server is what is looked for last.
putenv('PATH=/nowhere');
var_dump(RedisServer::program());
demo_without($sqlite, extension_under_test());
--EXPECT--
oversell.php needs the extension redislock (`make demo` builds and loads it)
status 2
oversell.php needs proc_open(), which disable_functions in php.ini forbids
status 2
NULL
oversell.php needs redis-server or valkey-server in PATH (Debian: apt-get install redis-server)
status 2
