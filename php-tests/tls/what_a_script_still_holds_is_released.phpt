--TEST--
What a script still holds at its end is released over TLS, a hundred locks as well
--FILE--
<?php
require __DIR__ . '/tls.inc';

$server = TlsServer::start();
$ended = $server->redis->php(sprintf('
    for ($n = 0; $n < 100; $n++) {
        $locks[] = $lock = new RedisLock("key-$n", 600, %s);
        $lock->acquire() || exit(1);
    }
    exit("held: " . count($locks) . "\n");
', var_export($server->address(), true)));
echo $ended->out, $ended->err;
var_dump($server->redis->call('DBSIZE'));
--EXPECT--
held: 100
int(0)
