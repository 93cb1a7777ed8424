--TEST--
The demo ends with 1 and says why when RedisLock does not keep sellers apart
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';

$result = demo(RedisServer::start(), ['auto_prepend_file' => __DIR__ . '/one_lock_for_each_process.inc'])->wait();
echo $result->err;
[$sold] = figures($result->out, 'RedisLock');
$verdict = preg_replace('/\s+/', ' ', strstr($result->out, ' RedisLock was'));
var_dump($sold > 100, str_contains($verdict, "was NOT exact: $sold sold instead of 100;"));
var_dump(str_contains($verdict, 'two sellers inside at the same time'), $result->code);
--EXPECT--
bool(true)
bool(true)
bool(true)
int(1)
