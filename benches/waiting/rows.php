<?php
// Owns the list of what the table shows, and the budgets.
// Measures nothing.

declare(strict_types=1);

/**
 * @param int $idleWaiters how many there were, of so many $wanted
 * @return array<string, list<Row>> by heading
 */
function rows(int $idleWaiters, int $wanted): array
{
    $fewer = $idleWaiters < $wanted ? sprintf(', for there was no room for %s', number_format($wanted)) : '';

    return [
        'burst: 16 processes want one lock once' => [
            new Row(
                'total', 'burst16 total', ' ms', 1, isCompared: true,
                inReadme: '16 processes take one lock in turn, total time', sentence: '16 processes want one lock once, from first to last',
            ),
            new Row('total to floor', 'burst16 total to floor', 'x', 2, atMost: 1.05, sentence: "16 processes want one lock once: from first to last, to the floor's"),
            new Row('lock idle', 'burst16 idle', ' %', 1),
            new Row('round trips per acquire', 'burst16 requests', '', 1, isCompared: true),
            new Row('handoff p50', 'burst16 handoff', ' us', 0),
            new Row('change of holder p50', 'burst16 change', ' us', 0, isCompared: true),
        ],
        'burst: 64 processes want one lock once' => [
            new Row('total', 'burst64 total', ' ms', 1, isCompared: true, sentence: '64 processes want one lock once, from first to last'),
            new Row('total to floor', 'burst64 total to floor', 'x', 2, atMost: 1.05, sentence: "64 processes want one lock once: from first to last, to the floor's"),
            new Row('lock idle', 'burst64 idle', ' %', 1, sentence: '64 processes want one lock once: how long the lock was idle'),
            new Row(
                'round trips per acquire', 'burst64 requests', '', 1, isCompared: true,
                sentence: '64 processes want one lock once: round trips for each acquisition',
            ),
            new Row('round trips to floor', 'burst64 requests to floor', 'x', 2, atMost: 1.05, sentence: "64 processes want one lock once: round trips, to the floor's"),
            new Row(
                'handoff p50', 'burst64 handoff', ' us', 0, sentence: '64 processes want one lock once: from the return of `release()` to that of the next `acquire()`, median',
            ),
            new Row('handoff to floor', 'burst64 handoff to floor', 'x', 2, atMost: 1, sentence: "64 processes want one lock once: from `release()` to the next `acquire()`, to the floor's"),
            new Row('change of holder p50', 'burst64 change', ' us', 0, isCompared: true),
        ],
        'steady state: 64 processes, each thinks 0 to 4 ms in between, ' . Steady::WINDOW . ' s' => [
            new Row(
                'acquires per second', 'steady rate', '', 0, isCompared: true, isMoreBetter: true,
                sentence: '64 processes that think for 0 to 4 ms in between: acquisitions a second',
            ),
            new Row('rate to floor', 'steady rate to floor', 'x', 2, atLeast: 0.95, sentence: "64 processes that think for 0 to 4 ms in between: acquisitions a second, to the floor's"),
            new Row(
                'least / most served', 'steady fairness', '', 2, isMoreBetter: true,
                sentence: '64 processes that think for 0 to 4 ms in between: the least to the most served process',
            ),
            new Row('that to floor', 'steady fairness to floor', 'x', 2, atLeast: 0.9, sentence: "64 processes that think for 0 to 4 ms in between: the least to the most served process, to the floor's"),
            new Row('least served', 'steady least', isMoreBetter: true),
            new Row('most served', 'steady most', isMoreBetter: true),
            new Row('wait p99', 'steady p99', ' ms', 0, isCompared: true, inReadme: '64 busy processes: 99 of 100 waits take at most', sentence: '64 processes that think for 0 to 4 ms in between: 99 of 100 waits took at most'),
            new Row('wait p99 to floor', 'steady p99 to floor', 'x', 2, atMost: 1.1, sentence: "64 processes that think for 0 to 4 ms in between: the longest of 99 in 100 waits, to the floor's"),
            new Row('longest wait', 'steady longest', ' ms', 0, isCompared: true),
            new Row('round trips per acquire', 'steady requests', '', 1, isCompared: true),
            new Row('lock idle', 'steady idle', ' %', 1),
            new Row('handoff p50', 'steady handoff', ' us', 0),
            new Row('change of holder p50', 'steady change', ' us', 0, isCompared: true),
        ],
        'end of a wait, the holder stays: off by' => [
            new Row('p50', 'wait end', ' ms', 1),
            new Row('worst', 'wait end', ' ms', 1, 'max', atMost: 5, sentence: 'a wait that times out ends off its time by at most'),
        ],
        'holder killed: noticed after the expiry' => [
            new Row('p50', 'crash noticed', ' ms', 1),
            new Row('worst', 'crash noticed', ' ms', 1, 'max', atMost: 20, sentence: "a killed holder's expiry was noticed within"),
        ],
        'signalled waiter stopped: the next one has the lock after' => [
            new Row('p50', 'stop next', ' ms'),
            new Row(
                'worst', 'stop next', ' ms', 0, 'max', atMost: 1_100,
                sentence: 'a stopped waiter had the signal: the next one waited at most',
            ),
        ],
        number_format($idleWaiters) . " idle waiters on as many keys$fewer" => [
            new Row(
                'server CPU per second', 'idle cpu', ' ms', 1, isCompared: true,
                sentence: number_format($idleWaiters) . ' waiters that sleep: server CPU a second',
            ),
            new Row('to the floor', 'idle cpu to floor', 'x', 2, atMost: 1.1, sentence: number_format($idleWaiters) . " waiters that sleep: server CPU a second, to the floor's"),
        ],
        'in all of the above' => [
            new Row('overlapping holds', 'overlaps', '', 0, 'sum', atMost: 0),
        ],
    ];
}
