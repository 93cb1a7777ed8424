<?php
// Owns what burst and steady state have in common: N processes of one contender, ready before the start, and their requests.
// Does not know what they do from the start on.

declare(strict_types=1);

final class Contest
{
    /**
     * @param class-string<Waiter> $contender
     * @param Closure(Waiter): array $work what each process does from the start on; returns its report
     * @return array{list<array>, int, float} the reports, how many requests the server has read meanwhile, and its milliseconds of CPU
     */
    public static function between(Server $server, int $processes, string $contender, Closure $work): array
    {
        $crew = new Crew($server, $processes, function (int $number, Closure $start) use ($server, $contender, $work): array {
            // Static: lives on after the report. To disconnect is a request, too.
            static $client;
            $client = new $contender($server->tcp);
            $client->choose("contest:$contender:$number");
            Holds::once($client);
            $client->choose("contest:$contender");
            $start();

            return $work($client);
        });
        $crew->awaitReady();
        [$cpu, $before] = [$server->connection->cpu(), $server->connection->requests()];
        $crew->start();
        $reports = $crew->reports();
        // The question itself is one.
        $requests = $server->connection->requests() - $before - 1;
        $cpu = $server->connection->cpu() - $cpu;
        $crew->dismiss();

        return [$reports, $requests, $cpu];
    }
}
