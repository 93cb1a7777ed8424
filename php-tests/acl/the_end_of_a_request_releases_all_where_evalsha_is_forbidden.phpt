--TEST--
Where EVALSHA is forbidden and the connection has ended, the end of a request releases all locks on its next one
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$redis->call('ACL', 'SETUSER', 'shop', 'on', '>pw', '~*', '+@all', '-evalsha');
foreach ([1, 5, 600] as $count) {
    $script = $redis->background(<<<PHP
        \$locks = [];
        for (\$n = 0; \$n < $count; \$n++) {
            (\$locks[] = new RedisLock("k\$n", 600, "redis://shop:pw@127.0.0.1:$redis->port"))->acquire() || print('not acquired');
        }
        echo "held\n";
        fgets(STDIN);
        exit;
        PHP);
    $script->waitForLine('held');
    $redis->call('CLIENT', 'KILL', 'USER', 'shop');
    $script->say();
    $script->wait();
    echo count($redis->call('KEYS', 'k*')), "\n";
}
--EXPECT--
0
0
0
