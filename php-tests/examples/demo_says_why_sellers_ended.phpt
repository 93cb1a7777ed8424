--TEST--
A round of the demo whose sellers end with an error says so, with the error
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';
foreach (['outcome', 'round', 'shop', 'timeline'] as $part) {
    require example_file("oversell/$part.php");
}

$redis = RedisServer::start();
$outcome = (new Round('a lock that seller.php does not know', $redis))->play(fn () => null);
echo count($outcome->faults()), "\n", $outcome->faults()[0], "\n";
--EXPECTF--
3
8 of the sellers ended with status 255 %AUnhandledMatchError%A
