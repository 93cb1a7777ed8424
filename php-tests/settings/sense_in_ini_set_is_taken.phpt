--TEST--
ini_set() takes every ttl from 0.01 seconds to ten years and INF, and the words of php.ini for on and off
--INI--
redislock.ttl=100
redislock.report_lost=0
--FILE--
<?php
$set = fn (string $name, string|int|float|bool $value): string => json_encode([ini_set($name, $value), ini_get($name)]);
foreach ([5, 0.5, '0.01', '1e3', ' 7 ', '315360000', 'INF', 'inf', INF] as $ttl) {
    echo $set('redislock.ttl', $ttl), "\n";
}
foreach ([true, false, 1, 0, 'on', 'Off', 'YES', 'no', 'true', 'false', ''] as $switch) {
    echo $set('redislock.report_lost', $switch), "\n";
}
ini_restore('redislock.ttl');
var_dump(ini_get('redislock.ttl'));
--EXPECT--
["100","5"]
["5","0.5"]
["0.5","0.01"]
["0.01","1e3"]
["1e3"," 7 "]
[" 7 ","315360000"]
["315360000","INF"]
["INF","inf"]
["inf","INF"]
["0","1"]
["1",""]
["","1"]
["1","0"]
["0","on"]
["on","Off"]
["Off","YES"]
["YES","no"]
["no","true"]
["true","false"]
["false",""]
string(3) "100"
