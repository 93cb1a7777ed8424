--TEST--
The demo oversells but for RedisLock's round, which is exact, and leaves the user's Redis alone
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';

$users = RedisServer::start();
$monitor = $users->monitor();
$result = demo($users)->wait();
echo $result->err;
foreach (['no lock', 'the snippet that many copied'] as $title) {
    [$sold, $oversold, $lost, $stock] = figures($result->out, $title);
    var_dump($oversold > 0 && $sold === 100 + $oversold && $lost > 0 && $stock === 0);
}
echo json_encode(figures($result->out, 'RedisLock')), "\n";
$round = strstr($result->out, ' 3  RedisLock');
preg_match_all('/^   seller \d  ([ =]*) +(\d+) sold$/m', $round, $sellers);
echo count($sellers[1]), ' sellers sold ', array_sum($sellers[2]), "\n";
echo preg_match('/^   inside +(1[1 ]*) +100 sold$/m', $round), "\n";
echo trim(strrchr(trim($result->out), "\n")), "\nstatus $result->code, ", count($monitor()), " commands\n";
--EXPECT--
bool(true)
bool(true)
[100,0,0,0]
8 sellers sold 100
1
RedisLock was exact: each piece sold once, never two sellers inside together.
status 0, 0 commands
