<?php
// Owns which measurements of waiting there are, by name.
// Does not say how often each is made, nor in which process (suite.php, bench/beside.php).

declare(strict_types=1);

/**
 * @param class-string<Waiter> $contender
 * @param mixed ...$arguments the number of processes of a burst, the waits, the number of the trial, or the idle waiters and seconds
 * @return array<string, float|list<float>> figures by name
 */
function trial(Server $server, string $what, string $contender, mixed ...$arguments): array
{
    return match ($what) {
        'burst' => (new Burst($server, ...$arguments))->measure($contender),
        'steady' => (new Steady($server))->measure($contender),
        'wait' => ['end' => (new Endings($server))->ofWait($contender, ...$arguments)],
        'crash' => ['noticed' => (new Endings($server))->ofCrashedHolder(...$arguments)],
        'stop' => ['next' => (new Endings($server))->ofStoppedWaiter(...$arguments)],
        'idle' => (new Idle($server, ...$arguments))->measure($contender),
    };
}
