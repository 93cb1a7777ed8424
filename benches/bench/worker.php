<?php
// Owns one process that does cycles as one contender: so many when it is told so, and how long each took.
// Judges nothing, and knows no other contender.
// Called by bench/client.php: worker.php NAME ADDRESS [FIRST-KEY [fresh]], then lines "CYCLES KEYS". bench/floor.c answers
// likewise. With "fresh", each cycle is in a process of its own (fresh_cycler.php).

declare(strict_types=1);

foreach (['address', 'contender', 'phpredis_waiter'] as $part) {
    require __DIR__ . "/../harness/$part.php";
}
require __DIR__ . '/contenders.php';
require __DIR__ . '/fresh_cycler.php';

/** Nanoseconds of CPU. */
function used(): int
{
    $usage = getrusage();

    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1_000;
}

/** All keys have one length: so have all requests. */
function keyOf(int $number): string
{
    return sprintf('bench:%09d', $number);
}

/** @return array{began: int, ended: int, cpu: int, times: list<int>, memory: int} nanoseconds; memory in bytes */
function cycles(Cycling $client, int $cycles, int $first, int $keys): array
{
    // Made before, so that it costs nothing meanwhile; of many cycles only the last ones' times are kept.
    $times = array_fill(0, min($cycles, 10_000), 0);
    $key = keyOf($first);
    [$cpu, $began] = [used(), hrtime(true)];
    for ($cycle = 0; $cycle < $cycles; $cycle++) {
        if ($keys > 1) {
            $key = keyOf($first + mt_rand(0, $keys - 1));
        }
        $asked = hrtime(true);
        $client->cycle($key);
        $times[$cycle % 10_000] = hrtime(true) - $asked;
    }
    $ended = hrtime(true);

    return ['began' => $began, 'ended' => $ended, 'cpu' => used() - $cpu, 'times' => $times, 'memory' => resident()];
}

/** Likewise; of what a cycle costs this process and its child, nothing is told. */
function freshCycles(FreshCycler $client, int $cycles, string $key): array
{
    [$began, $times] = [hrtime(true), []];
    for ($cycle = 0; $cycle < $cycles; $cycle++) {
        $times[] = $client->cycle($key);
    }

    return ['began' => $began, 'ended' => hrtime(true), 'cpu' => 0, 'times' => $times, 'memory' => resident()];
}

/** Bytes of this process in memory. */
function resident(): int
{
    preg_match('/^VmRSS:\s+(\d+) kB/m', (string) @file_get_contents('/proc/self/status'), $found);

    return 1024 * (int) ($found[1] ?? 0);
}

[, $name, $address] = $argv;
$class = contender($name);
$class::absence() === null || throw new RuntimeException("$name cannot take part");
$first = (int) ($argv[3] ?? 0);
$make = fn (): Contender => new $class(Address::of($address));
$client = isset($argv[4]) ? new FreshCycler($make, keyOf($first)) : $make();
while (($line = fgets(STDIN)) !== false) {
    [$cycles, $keys] = array_map(intval(...), explode(' ', $line));
    $answer = $client instanceof FreshCycler ? freshCycles($client, $cycles, keyOf($first)) : cycles($client, $cycles, $first, $keys);
    echo json_encode($answer), "\n";
}
