--TEST--
With report_lost an automatic release that finds its lock lost writes one line to PHP's error log; no error handler runs
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$code = '
    set_error_handler(function (): bool { echo "an error handler ran\n"; return true; });
    $locks = ["end of object" => new RedisLock("a\"b\n"), "end of request" => new RedisLock("second"), "not lost" => new RedisLock("third")];
    foreach ($locks as $lock) { $lock->acquire() || exit(1); }
    unset($lock);
    echo "taken\n";
    fgets(STDIN);
    unset($locks["end of object"]);
    echo "end of script\n";
';
$php = $redis->background($code, ['redislock.report_lost' => 1, 'display_errors' => 1]);
$php->waitForLine('taken');
$redis->call('DEL', "a\"b\n");
$redis->call('SET', 'second', 'another');
$php->say();
echo $php->wait()->out, $php->wait()->err;
var_dump($redis->call('KEYS', '*'));
--EXPECT--
taken
end of script
redislock: lock "a\"b\n" was lost before it was released: its ttl ran out or it was removed
redislock: lock "second" was lost before it was released: its ttl ran out or it was removed
array(1) {
  [0]=>
  string(6) "second"
}
