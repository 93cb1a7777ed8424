--TEST--
Of many requests that find an expired entry exactly one refreshes it
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$file = cache_file(-1);
$requests = array_map(fn (int $i): Background => example($redis, 'cache-refresh', $file), range(1, 6));
$answers = [];
foreach ($requests as $request) {
    [$value, $how] = explode(', ', $request->wait()->out);
    $answers[str_contains($how, 'refreshed') ? 'refreshed' : 'served'][] = $value;
}
echo count($answers['refreshed']), ' refreshed, ', count($answers['served']), " served\n";
var_dump(json_decode(file_get_contents($file))->value === $answers['refreshed'][0]);
echo $redis->call('DBSIZE'), " left\n";
?>
--EXPECT--
1 refreshed, 5 served
bool(true)
0 left
