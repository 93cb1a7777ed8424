--TEST--
The command of redislock run finds key, token and, with --fence, the lease's number in its environment; of an outer redislock it finds nothing
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
// What is in its environment, beside what Redis has.
$tell = ['sh', '-c', 'env | grep ^REDISLOCK_[KTF] | sort'];
$told = fn (string ...$words): array => parse_ini_string(redislock($redis, ['run', ...$words], ['redislock.prefix' => 'shop:'])->out, false, INI_SCANNER_RAW);
$run = start($redis, ['run', 'job', '--fence', '--', 'sh', '-c', 'env | grep ^REDISLOCK_[KTF] | sort; echo ready; read line'], ['redislock.prefix' => 'shop:']);
$run->waitForLine('ready');
$inRedis = [$redis->call('GET', 'shop:job'), $redis->call('GET', 'shop:job:rl-fence{shop:job}')];
$run->say();
$found = parse_ini_string(strstr($run->wait()->out, 'ready', true), false, INI_SCANNER_RAW);
var_dump($found['REDISLOCK_KEY'], $found['REDISLOCK_TOKEN'] === $inRedis[0], $found['REDISLOCK_FENCE'] === $inRedis[1]);
$inner = command_line($redis, ['run', '--key=--inner', '--', ...$tell]);
$found = $told('job', '--fence', '--', ...$inner);
var_dump($found['REDISLOCK_KEY'], strlen($found['REDISLOCK_TOKEN']), $found['REDISLOCK_FENCE'] ?? null);
--EXPECT--
string(3) "job"
bool(true)
bool(true)
string(7) "--inner"
int(35)
NULL
