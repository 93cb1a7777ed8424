<?php
// Owns what is said of one lock, and why: its state, holders, since when, waiters, and what an operator may do next.
// Does not look into Redis (Watch, RedisLock::diagnose()), nor parse what a server lists (Waiters), nor know other libraries (Make).

declare(strict_types=1);

namespace Redislock\Command;

final class Explanation
{
    /** What redislock.label writes for %t. */
    private const TIME_IN_LABEL = '/(?<![0-9A-Za-z])(\d{8}T\d{6}Z)(?![0-9A-Za-z])/';
    /** A label as `%h:%p` writes it, which most have: host and process. */
    private const HOST_AND_PROCESS = '/^([\w.-]+):(\d+)\b/';
    /** Fences are Redis's time in microseconds, or count from 1 where a user may not run TIME: this is the year 2001. */
    private const FIRST_TIME = 1_000_000_000_000_000;
    /** More addresses than this are not listed. */
    private const MOST_ADDRESSES = 5;
    /** A lock that changes hands that often within a second is used, not stuck. */
    private const BUSY = 0.2;

    public readonly string $state;
    private ?array $lock;
    private Waiters $waiters;

    /**
     * @param list<array>|null $nodes what RedisLock::diagnose() returned; null: the extension has no such method
     * @param list<string> $servers those that the command line names
     */
    public function __construct(
        private string $key,
        private Watch $watch,
        ?array $nodes,
        private Report $report,
        private bool $isWatched,
        private array $servers,
        private bool $isQuorum,
    ) {
        $this->lock = $watch->lock;
        $this->waiters = match (true) {
            $this->lock === null || $this->lock['waiting'] === true => Waiters::among($nodes),
            $this->lock['waiting'] === false => Waiters::none(),
            default => Waiters::unseen(),
        };
        $this->state = match (true) {
            $this->lock === null => 'free',
            Report::isDone($this->lock) => 'done',
            Report::isAtRest($this->lock) && $this->holders() === [] => 'resting',
            Make::isOurs($this->holders()[0]) => 'held',
            default => 'foreign',
        };
    }

    /** Since when this holder has it, as Unix time, and what says so: label, fence (not before it) or watch; null: not known. */
    public static function since(array $holder, ?int $fence = null): ?array
    {
        if (preg_match(self::TIME_IN_LABEL, $holder['label'] ?? '', $time)) {
            return [(float) gmmktime((int) substr($time[1], 9, 2), (int) substr($time[1], 11, 2), (int) substr($time[1], 13, 2), (int) substr($time[1], 4, 2), (int) substr($time[1], 6, 2), (int) substr($time[1], 0, 4)), 'label'];
        }

        return $fence !== null && $fence >= self::FIRST_TIME && $fence <= (time() + 86400) * 1_000_000 ? [$fence / 1e6, 'fence'] : null;
    }

    /** A label without the time that it tells, and what stands before that. */
    public static function withoutTime(string $label): string
    {
        return preg_replace('/[^0-9A-Za-z]?' . substr(self::TIME_IN_LABEL, 1), '', $label);
    }

    /** For a script; the lock itself as `show --json` has it. */
    public function forJson(): array
    {
        $holders = array_map(function (array $holder): array {
            $since = $this->sinceOf($holder);

            return $this->report->forJson(array_intersect_key($holder, ['permit' => 0, 'token' => 0, 'label' => 0, 'remaining' => 0])) + [
                'since' => $since === null ? null : gmdate('Y-m-d\TH:i:s\Z', (int) $since[0]),
                'since_from' => $since[1] ?? null,
                'renewed' => $this->watch->isRenewed($holder),
                'signals' => self::signals($holder),
            ];
        }, $this->holders());
        $watched = ['seconds' => round($this->watch->seconds(), 3), 'looks' => $this->watch->looks, 'handovers' => $this->watch->handovers, 'free' => $this->watch->freeLooks, 'waited_for' => $this->watch->waitedLooks];

        return [
            'state' => $this->state,
            'lock' => $this->lock === null ? null : $this->report->forJson($this->lock),
            'made_by' => match ($this->state) {
                'held', 'resting', 'done' => 'redislock',
                'foreign' => Make::of($this->lock),
                default => null,
            },
            'purpose' => Make::purpose($this->key),
            'holders' => $holders,
            'waiters' => ['at_most' => $this->waiters->most, 'addresses' => (object) $this->waiters->addresses],
            'watched' => $watched,
            'advice' => array_map(fn (array $advice): string => implode(': ', array_filter($advice)), $this->advice()),
        ];
    }

    /** In words, a paragraph for each thing. */
    public function __toString(): string
    {
        $text = Report::paragraph('', $this->headline());
        foreach ($this->facts() as [$name, $value]) {
            $text .= Report::paragraph($name, $value);
        }
        $text .= "\nwhat you can do\n";
        foreach ($this->advice() as [$what, $command]) {
            $text .= Report::paragraph('-', $what . ($command === '' ? '' : ':'), 2) . ($command === '' ? '' : "    $command\n");
        }

        return $text;
    }

    private function headline(): string
    {
        $key = Terminal::quoted($this->key);

        return match ($this->state) {
            'free' => "$key is free",
            'done' => "$key is done: no process holds it, and run() with doneFor does not do its work again before that is over",
            'resting' => "$key is at rest: no process holds it, and no process can take it before that is over",
            'held' => "$key is held" . ($this->permits() === null ? ' by ' . $this->who($this->lock) : ": {$this->permits()['held']} of " . ($this->permits()['of'] ?? '?') . ' permits'),
            'foreign' => "$key is taken, " . ($this->lock['type'] === 'string' ? 'with a token that redislock did not make: ' : 'and not by redislock: ') . Make::of($this->lock),
        };
    }

    /** @return list<array{string, string}> */
    private function facts(): array
    {
        $facts = [];
        $purpose = Make::purpose($this->key);
        $purpose === null || $facts[] = ['purpose', $purpose];
        foreach ($this->holders() as $holder) {
            $this->permits() === null || $facts[] = ['', ''];
            $this->permits() === null || $facts[] = ['permit', "$holder[permit], held by " . $this->who($holder)];
            $facts[] = ['token', $this->report->token($holder)];
            $facts[] = ['left', Report::left($holder['remaining'])[0]];
            if ($this->state === 'held' || $this->sinceOf($holder) !== null) {
                $facts[] = ['since', $this->sinceText($holder)];
            }
            if ($this->state === 'held' || $this->watch->isRenewed($holder) !== null) {
                $facts[] = ['renewed', $this->renewedText($holder)];
            }
            $facts[] = ['signals', $this->signalsText($holder)];
        }
        $this->permits() === null || $facts[] = ['', ''];
        if (in_array($this->state, ['resting', 'done'], true)) {
            $facts[] = ['left', Report::left($this->lock['remaining'])[0]];
        }
        $facts[] = ['waiters', $this->waitersText()];
        if ($this->state === 'held' || isset($this->lock['fence'])) {
            $facts[] = ['fence', $this->lock['fence'] === null ? 'none: no lease of the last day had a number' : $this->lock['fence'] . ' is the last number of a lease'];
        }
        if ($this->isWatched) {
            $facts[] = ['watched', $this->watchedText()];
        }

        return $facts;
    }

    /** @return list<array> those of the last look; at rest no process is one */
    private function holders(): array
    {
        return array_values(array_filter(Watch::holders($this->lock), fn (array $holder): bool => !Report::isAtRest($holder)));
    }

    private function permits(): ?array
    {
        return $this->lock === null ? null : Report::permits($this->lock);
    }

    private function who(array $holder): string
    {
        return $holder['label'] === null ? 'a process that is not named, as its token has no label' : Terminal::safe($holder['label']);
    }

    private function sinceOf(array $holder): ?array
    {
        $seen = $this->watch->heldFor($holder);
        $known = self::since($holder, $this->permits() === null ? $this->lock['fence'] : null);

        return ($known[1] ?? '') !== 'label' && $seen !== null ? [microtime(true) - $seen, 'watch'] : $known;
    }

    private function sinceText(array $holder): string
    {
        [$since, $from] = $this->sinceOf($holder) ?? [0.0, ''];
        $moment = gmdate('Y-m-d H:i:s', (int) $since) . ' UTC, ' . Report::duration(max(0.0, microtime(true) - $since)) . ' ago';

        return match ($from) {
            'label' => "$moment, says its label",
            'watch' => "$moment, as was watched",
            'fence' => "not before $moment: then the last fence was given",
            default => 'not known: set redislock.label with %t in it, and the holders of later locks will say',
        };
    }

    private function renewedText(array $holder): string
    {
        return match (true) {
            is_infinite($holder['remaining']) => 'not needed: it has no ttl, and is kept for ever',
            default => match ($this->watch->isRenewed($holder)) {
                true => 'yes: the time left went up while it was watched',
                false => 'no: the time left went down when a renewal was due',
                null => 'not known: it was not watched for long enough',
            },
        };
    }

    private static function signals(array $holder): ?bool
    {
        return !Make::isOurs($holder) ? null : str_starts_with($holder['token'] ?? '', 'rl_');
    }

    private function signalsText(array $holder): string
    {
        return match (self::signals($holder)) {
            true => 'yes: its release wakes a waiter at once',
            false => $this->isQuorum ? 'no: no lock on a quorum does, so that waiters try again every 100 ms' : 'no: the key can have none beside it, or its holder is older than 2.0 and may not use them: waiters try again every 100 ms',
            null => 'no: Redis tells waiters of redislock, or they try again every 100 ms',
        };
    }

    private function waitersText(): string
    {
        $mark = $this->lock === null || $this->lock['waiting'] === null ? '' : 'a process waits, or did so within the last 5 seconds; ';
        $waiters = $this->waiters;
        if ($this->lock !== null && $this->lock['waiting'] === false) {
            return 'none';
        }
        if ($waiters->most === null) {
            return $mark . 'how many is not known: ' . Terminal::safe($waiters->reason ?? '');
        }
        if ($waiters->most === 0) {
            return $mark . 'none is blocked at the moment (those whom Redis tells, or that try again every 100 ms, are not seen)';
        }
        $addresses = array_slice($waiters->addresses, 0, self::MOST_ADDRESSES, true);
        $named = implode(', ', array_map(fn (string|int $host, int $count): string => Terminal::safe((string) $host) . " ($count)", array_keys($addresses), $addresses));
        $more = count($waiters->addresses) - count($addresses);
        $named .= $more > 0 ? " and $more more" : '';
        $whose = $waiters->areNamed
            ? 'these are all waiters of redislock at this server, which does not tell for which lock each of them waits'
            : 'these are all clients that block in BLPOP, for any key: a client says that it is redislock\'s only where the address has a password or a database';

        return "at most $waiters->most, from $named; $whose";
    }

    private function watchedText(): string
    {
        $watch = $this->watch;
        $pace = match (true) {
            $watch->handovers === 0 => 'it did not change hands',
            default => sprintf('it changed hands %d times at the least, %.1f a second', $watch->handovers, $watch->handovers / max(0.001, $watch->seconds())),
        };

        return sprintf('%.1f s, in %d looks: %s; it was free in %d of them, and waited for in %d', $watch->seconds(), $watch->looks, $pace, $watch->freeLooks, $watch->waitedLooks);
    }

    /** @return list<array{string, string}> what, and the command line for it */
    private function advice(): array
    {
        $release = $this->line('release', $this->state === 'foreign' && ($this->lock['type'] ?? '') !== 'string' ? '--force --all' : '--force' . (($of = $this->permits()['of'] ?? 1) > 1 ? " --permits $of" : ''));
        $advice = match ($this->state) {
            'free' => [[($this->waiters->most ?? 0) > 0 ? 'nothing: the next process that tries takes it, and a waiter does so within a second' : 'nothing: the next process that tries takes it', '']],
            'done' => [['nothing: who asks for the work learns that it is done, and who waits for the lock gets it after that', ''], ['or, where the work must be done again now, remove the marker', $release]],
            'resting' => [['wait: the last holder asked for this time by atLeast (--at-least), so that a job runs once', ''], ['or, where the job must run now, end the rest', $release]],
            'foreign' => [
                is_infinite($this->lock['remaining']) ? ['find the program that made it: it has no ttl, so that no time ends it', ''] : ['wait: it ends in ' . Report::left($this->lock['remaining'])[0] . ', unless its program renews it', ''],
                ['or, only when that program is gone for certain, remove it', $release],
            ],
            'held' => $this->adviceOfHeld($release),
        };

        return $advice;
    }

    /** @return list<array{string, string}> */
    private function adviceOfHeld(string $release): array
    {
        $advice = [];
        $pace = $this->watch->handovers / max(0.001, $this->watch->seconds());
        if ($this->isWatched && $pace >= self::BUSY) {
            $advice[] = ['it changes hands, so no holder is stuck: shorter work under the lock, finer keys, or permits make waits shorter', ''];
        }
        foreach ($this->holders() as $holder) {
            $name = $this->permits() === null ? 'its holder' : "the holder of permit $holder[permit]";
            $renewed = $this->watch->isRenewed($holder);
            $process = preg_match(self::HOST_AND_PROCESS, $holder['label'] ?? '', $parts) ? "on $parts[1]: ps -fp $parts[2]" : '';
            $advice[] = match (true) {
                is_infinite($holder['remaining']) => ["check whether $name is alive: this lock never expires", $process],
                $renewed === true => ["look at what $name does: it is alive and renews the lock, so only its end or its release frees it", $process],
                $renewed === false => ["wait: $name does not renew it, so it is free in " . Report::left($holder['remaining'])[0] . ' at the latest', ''],
                default => ['', (string) ceil(Watch::patience($holder['remaining']))],
            };
        }
        // Of several permits one watch tells of all.
        [$unknown, $advice] = [array_filter($advice, fn (array $one): bool => $one[0] === ''), array_values(array_filter($advice, fn (array $one): bool => $one[0] !== ''))];
        if ($unknown !== []) {
            $advice[] = ['check whether the lock is renewed', $this->line('why', '--watch ' . max(array_column($unknown, 1)) . 's')];
        }
        if (!array_filter(array_column($this->holders(), 'label'))) {
            $advice[] = ['set redislock.label (%h:%p@%t) for the next time: a lock then says who holds it, and since when', ''];
        }
        $advice[] = ['only when its holder is certainly dead, because another process takes the lock at once', $release];

        return $advice;
    }

    private function line(string $command, string $options): string
    {
        // Where the same command line would look, and not where php.ini leads.
        foreach ($this->servers as $server) {
            $options .= ' --server ' . Terminal::forShell([$server]);
        }

        return "redislock $command " . (str_starts_with($this->key, '-') ? "$options -- " . Terminal::forShell([$this->key]) : Terminal::forShell([$this->key]) . " $options");
    }
}
