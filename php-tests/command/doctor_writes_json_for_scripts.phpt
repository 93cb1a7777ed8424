--TEST--
redislock doctor --json is ASCII with result, php, servers and findings, and has no password
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start('--requirepass', 's3cret');
$address = str_replace('redis://', 'redis://:s3cret@', $redis->address());
$result = redislock($redis, ['doctor', "gr\xf6\xdfe", '--json'], ['redislock.server' => $address, 'redislock.prefix' => "\xff\e[2J"]);
$result = without_faults($result);
$told = json_decode($result->out, true, 512, JSON_THROW_ON_ERROR);
var_dump(preg_match('/^[\n -~]*$/D', $result->out), str_contains($result->out, 's3cret'), $result->err, $result->code);
echo implode(' ', array_keys($told)), ', ', implode(' ', array_keys($told['php'])), ', ', implode(' ', array_keys($told['servers'][0])), "\n";
echo implode(' ', array_keys($told['findings'][0])), ': ', implode(' ', array_unique(array_column($told['findings'], 'check'))), "\n";
echo $told['php']['settings']['redislock.server'] === 'redis://...@' . place($redis) ? 'masked' : 'shown', "\n";
--EXPECT--
int(1)
bool(false)
string(0) ""
int(0)
result php servers findings, version sapi binary api zts debug ini extension settings, node sentinel error latency clock user version role
level check node message advice: php extension settings label address server clock waits eviction persistence rights
masked
