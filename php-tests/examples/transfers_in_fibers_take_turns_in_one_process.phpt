--TEST--
Transfers of one account in Fibers of one process are booked one after the other, those of another account beside them
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$result = example($redis, 'fibers')->wait();
$lines = explode("\n", $result->out);
foreach (['ann', 'bob'] as $account) {
    // One begins only when the one before it is booked; in whichever order.
    $own = array_values(preg_grep("/^$account: /", $lines));
    preg_match_all('/transfer (\d) begins\n.*transfer \1 is booked/', implode("\n", $own), $whole);
    sort($whole[1]);
    echo "$account: ", count($own), ' lines, whole ones ', implode(' ', $whole[1]), "\n";
}
// Both accounts have begun before one is done, each with whichever connected first.
preg_match_all('/^(\w+): transfer \d begins$/m', implode("\n", array_slice($lines, 0, 2)), $first);
sort($first[1]);
echo implode(', ', $first[1]), "\n";
preg_match('/took ([\d.]+) s$/m', $result->out, $took);
var_dump($took[1] >= 0.6);
echo $result->err, "status $result->code, ", $redis->call('EXISTS', 'account:ann', 'account:bob'), " left\n";
--EXPECT--
ann: 6 lines, whole ones 1 2 3
bob: 6 lines, whole ones 1 2 3
ann, bob
bool(true)
status 0, 0 left
