<?php
// Owns one process that measures one trial of waiting with the build of RedisLock that it has loaded, and prints its figures.
// Starts no server, and judges nothing. bench/beside.php runs it: trial.php ORDER, in JSON.

declare(strict_types=1);

foreach (['harness', 'contenders', 'waiting'] as $folder) {
    array_map(fn (string $file) => require_once $file, glob(__DIR__ . "/$folder/*.php"));
}

[$folder, $port, $what, $contender, $arguments] = json_decode($argv[1], true, 4, JSON_THROW_ON_ERROR);
// Loads its classes.
$contender::absence() === null || throw new RuntimeException("$contender cannot take part");
echo json_encode(trial(Server::at($folder, $port), $what, $contender, ...$arguments), JSON_THROW_ON_ERROR);
