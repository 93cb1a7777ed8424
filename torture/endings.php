<?php
// Owns the ways in which a PHP process ends.
// Does not choose one. The checker knows by the names which of them release locks (checker.rs).
// Called by worker.php.

declare(strict_types=1);

const WAYS = [
    'return', 'return', 'exit', 'exit', 'exception', 'fatal', 'memory', 'time', 'kill', 'term', 'exec',
];
/** A forked child is deep inside its parent's calls: what it throws would be caught there. */
const WAYS_OF_A_CHILD = ['exit', 'exit', 'fatal', 'memory', 'kill', 'term', 'exec'];
/** After most of these PHP is started again in the same process (restart.c). */
const WAYS_OF_A_START = ['return', 'return', 'exit', 'exit', 'exception', 'fatal', 'memory', 'time', 'kill'];

function endBy(string $how): never
{
    ini_set('display_errors', '0');
    // PHP ends quietly in all of these; what it would print is expected.
    match ($how) {
        'exit' => exit(3),
        'exception' => throw new Exception('this is not caught'),
        'fatal' => eval('class Journal {}'),
        'memory' => exhaustMemory(),
        'time' => exhaustTime(),
        'kill' => posix_kill(getmypid(), SIGKILL),
        'term' => posix_kill(getmypid(), SIGTERM),
        'exec' => pcntl_exec('/bin/true'),
    };
    exit(4);
}

function exhaustMemory(): void
{
    ini_set('memory_limit', '4M');
    str_repeat('x', 64 << 20);
}

/** PHP counts the process's own time, in whole seconds. */
function exhaustTime(): void
{
    set_time_limit(1);
    while (true) {
        // Nothing.
    }
}
