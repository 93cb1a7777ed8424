--TEST--
redislock doctor says why a server is not reached, without a password, and ends with 69: refused, wrong password, no server, silent
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start('--requirepass', 's3cret');
$dead = free_port();
$hide = [place($redis) => 'HERE', ":$dead" => ':DEAD'];
$addresses = ["redis://bob:s3cret@127.0.0.1:$dead", "redis://:s3krit@127.0.0.1:$redis->port", $redis->address(), $redis->address() . '?io_timeout=0.1'];
foreach ($addresses as $n => $address) {
    $n < 3 || $redis->suspend();
    $told = doctor($redis, [], $hide, [], ['REDISLOCK_SERVER' => $address]);
    $text = redislock($redis, ['doctor'], QUIET, ['REDISLOCK_SERVER' => $address]);
    echo preg_match('/s3[ck]r[ei]t/', $text->out . $text->err . json_encode($told)) ? "a password is shown\n" : "$text->code\n";
}
$redis->resume();
--EXPECT--
error server 127.0.0.1:DEAD: it is not reached: connection refused
error -> 69
69
error server HERE: it is not reached: it replied WRONGPASS invalid username-password pair or user is disabled
error -> 69
69
error server HERE: it is not reached: it replied NOAUTH Authentication required
error -> 69
69
error server HERE: it is not reached: no reply within 0.1 s (io_timeout)
error -> 69
69
