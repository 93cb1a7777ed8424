<?php
// Owns `redislock doctor`: what is checked, in which order, how it is printed and what the command ends with.
// Does not own a single judgement (OwnCheckup, ServerCheckup, RightsCheckup, ArrangementCheckup) or fact (RedisLock::diagnose()).

declare(strict_types=1);

namespace Redislock\Command;

final class Doctor
{
    public const OPTIONS = ['json' => Arguments::FLAG];

    private Findings $findings;

    public function __invoke(Arguments $arguments): int
    {
        $isLoaded = class_exists(\RedisLock::class, false);
        // Before 0.2.0.
        !$isLoaded || method_exists(\RedisLock::class, 'diagnose') || throw new OutdatedError('doctor');
        $key = $arguments->word('KEY', '');
        $this->findings = new Findings();
        (new OwnCheckup($this->findings))->run();
        [$nodes, $isReached] = $isLoaded ? $this->servers($arguments, $key === '' ? null : $key) : [[], true];
        $terminal = new Terminal(STDOUT);
        if ($arguments->has('json')) {
            $php = OwnCheckup::facts();
            $php['settings'] = (object) array_map(Terminal::safe(...), $php['settings']);
            $result = ['result' => $this->result(), 'php' => $php, 'servers' => array_map(self::facts(...), $nodes), 'findings' => $this->findings->forJson()];
            echo (new Report($terminal, false))->json($result);
        } else {
            foreach ($this->findings->lines($terminal) as $line) {
                echo $line, "\n";
            }
        }

        return match (true) {
            !$isLoaded => ExitCode::CONFIG,
            !$isReached => ExitCode::UNAVAILABLE,
            $this->result() === Findings::OK => ExitCode::OK,
            default => ExitCode::NO,
        };
    }

    /** What a script has to look at: a note asks for nothing. */
    private function result(): string
    {
        $worst = $this->findings->worst();

        return $worst === Findings::NOTE ? Findings::OK : $worst;
    }

    /** @return array{list<array>, bool} what the servers said, and whether locks can be taken there as far as replies go */
    private function servers(Arguments $arguments, ?string $key): array
    {
        $server = $arguments->place() ?? Needs::setting('redislock.server');
        $this->findings->about('where Redis is, by ' . $arguments->placeIsFrom());
        if (Arguments::isMemory($server)) {
            $this->findings->warning('address', 'memory: is the memory of each process: it excludes no other process, and is for tests', 'name a Redis by redislock.server in php.ini');

            return [[], true];
        }
        try {
            $nodes = \RedisLock::diagnose($arguments->place(), $key);
        } catch (\ValueError $wrong) {
            if ($arguments->place() !== null || !preg_match('/redislock\.server is wrong: it (.*)$/s', $wrong->getMessage(), $parts)) {
                throw $wrong;
            }
            $this->findings->error('address', "redislock.server is wrong: it $parts[1]", 'set it in php.ini, in quotes; a new RedisLock() is a ValueError until then');

            return [[], true];
        }
        $this->findings->ok('address', implode(', ', array_map(Terminal::masked(...), (array) $server)));
        $together = new ArrangementCheckup($this->findings, $nodes, $server);
        foreach ($nodes as $node) {
            $node['sentinel'] || $this->server($node, $key, $together);
        }
        $together->run();

        return [$nodes, $together->isReached()];
    }

    private function server(array $node, ?string $key, ArrangementCheckup $together): void
    {
        $this->findings->about($node['node'], $node['node']);
        $absence = ServerCheckup::absence($node);
        if ($absence !== null) {
            $this->findings->error('server', "it is not reached: $absence", 'locks there throw a RedisLockException while that lasts; check the address, its user and password, and whether the server runs');

            return;
        }
        (new ServerCheckup($this->findings, $node, $together->isQuorum()))->run();
        (new RightsCheckup($this->findings, $node, $key, $together->isCluster()))->run();
    }

    /** What scripts are told of a server; all that it said is what RedisLock::diagnose() returns. */
    private static function facts(array $node): array
    {
        $facts = array_intersect_key($node, ['node' => 0, 'sentinel' => 0, 'error' => 0, 'latency' => 0, 'clock' => 0, 'user' => 0]);

        return $facts + ['version' => ServerCheckup::version($node['info']), 'role' => $node['info']['role'] ?? null];
    }
}
