--TEST--
The releases of 250 locks are all sent, at the end of the script, before the first reply
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

$script = $redis->background(with_key(<<<'PHP'
    $locks = [];
    while (count($locks) < 250) {
        $locks[] = $lock = new RedisLock(KEY . count($locks), 600);
        $lock->acquire() || exit(1);
    }
    echo "all are held\n";
    fgets(STDIN);
    PHP), ['redislock.io_timeout' => '20'] + quiet());
$script->waitForLine('all are held');
var_dump($redis->call('DBSIZE'));
// Redis goes on reading what comes in, into a buffer that CLIENT LIST shows, but runs no script.
$redis->call('CLIENT', 'PAUSE', '20000', 'WRITE');
$script->say();
$all = 250 * strlen('rl_0123456789abcdef0123456789abcdef');
var_dump(eventually(10, fn (): bool => array_sum(array_column($redis->clients(), 'qbuf')) > $all));
var_dump($redis->call('DBSIZE'), $script->isRunning());
$redis->call('CLIENT', 'UNPAUSE');
describe_ending($redis, $script->wait());
--EXPECT--
int(250)
bool(true)
int(250)
bool(true)
all are held
exit code 0, locks left: 0
