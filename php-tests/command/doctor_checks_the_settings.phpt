--TEST--
redislock doctor knows the defaults of all settings, and reports risky ones, memory:, and an invalid address
--FILE--
<?php
require __DIR__ . '/doctor.inc';
require dirname(__DIR__, 2) . '/cli/src/own_checkup.php';

$redis = RedisServer::start('--appendonly', 'yes', '--appendfsync', 'always');
$defaults = json_decode(shell_exec(implode(' ', array_map(escapeshellarg(...), php_under_test('-n', ...[...extension_under_test(), '-r', 'echo json_encode(ini_get_all("redislock", false));'])))), true);
ksort($defaults);
$known = Redislock\Command\OwnCheckup::DEFAULTS;
ksort($known);
var_dump($defaults === $known);
$own = function (array $ini) use ($redis): void {
    $result = without_faults(redislock($redis, ['doctor'], $ini));
    preg_match('/^  (?:note|warning|error) .*?(?=^\S|^  ok|^$)/ms', $result->out, $found);
    echo $found[0] ?? "nothing\n", "-> $result->code\n";
};
$own(QUIET);
$own([]);
$own(['redislock.ttl' => 'INF'] + QUIET);
$own(['redislock.ttl' => '5', 'redislock.io_timeout' => '2'] + QUIET);
$own(['redislock.server' => 'memory:'] + QUIET);
$own(['redislock.server' => 'redis://:s3cret@host:x'] + QUIET);
$result = redislock($redis, ['doctor', '--json'], ['redislock.server' => 'redis//:s3cret@host'] + QUIET);
// PHP's own warning comes first.
echo str_contains($result->out, 's3cret') ? 'shown' : 'hidden', ' ', json_decode(strstr($result->out, '{'), true)['php']['settings']['redislock.server'], "\n";
tell(redislock($redis, ['doctor', '--server', 'localhost']));
tell(redislock($redis, ['doctor', 'a', 'b']));
--EXPECTF--
bool(true)
nothing
-> 0
  note    redislock.label is not set: show, list and top cannot name holders
          -> set redislock.label="%h:%p" in php.ini: host and process
-> 0
  warning redislock.ttl is INF: a process that is killed leaves its lock for ever
          -> set it to the longest time for which work may stand still after a crash,
             and use autoRenew for work that takes longer
-> 1
  warning an acquire() may take 5 s (redislock.connect_timeout and twice
          redislock.io_timeout), and redislock.ttl is 5 s: a slow Redis gives locks that
          have ended
          -> make the timeouts shorter, or the ttl longer
-> 1
  warning memory: is the memory of each process: it excludes no other process, and is
          for tests
          -> name a Redis by redislock.server in php.ini
-> 1
  error   redislock.server is wrong: it must have a port from 1 to 65535:
          redis://[user:password@]host[:port][/database]
          -> set it in php.ini, in quotes; a new RedisLock() is a ValueError until then
-> 1
hidden (not an address)
redislock: --server must start with %s
redislock: see redislock doctor --help
-> 64
redislock: only one KEY can be given, and "b" is another
redislock: see redislock doctor --help
-> 64
