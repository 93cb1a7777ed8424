--TEST--
Of eight workers at most three call the API at a time, and all get their turn
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
configure_every_php($redis);
$result = example($redis, 'slow-api')->wait();
$inside = $most = 0;
foreach (explode("\n", $result->out) as $line) {
    $inside += (int) str_ends_with($line, ' calls') - (int) str_ends_with($line, ' has its reply');
    $most = max($most, $inside);
}
var_dump($most > 1 && $most <= 3, $inside);
preg_match_all('/^worker (\d): the rate is 1.25$/m', $result->out, $done);
sort($done[1]);
echo 'workers ', implode(' ', $done[1]), "\n$result->err";
$left = preg_grep('/:rl-(?!permit-\d)/', $redis->call('KEYS', '*'), PREG_GREP_INVERT);
echo "status $result->code, ", count($left), " permits left\n";
--EXPECT--
bool(true)
int(0)
workers 1 2 3 4 5 6 7 8
status 0, 0 permits left
