--TEST--
A Redis that no longer replies does not keep the locks on another one from being released
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$dead = RedisServer::start();
$alive = RedisServer::start();

$script = $alive->background(with_key(<<<'PHP'
    $locks = [];
    foreach ([get_cfg_var('dead'), ini_get('redislock.server')] as $server) {
        foreach (['-a', '-b', '-c'] as $suffix) {
            $locks[] = $lock = new RedisLock(KEY . $suffix, 600, $server);
            var_dump($lock->acquire());
        }
    }
    echo "all are held\n";
    fgets(STDIN);
    PHP), ['redislock.io_timeout' => '0.2', 'dead' => $dead->address()] + quiet());
$script->waitForLine('all are held');
$dead->suspend();
$script->say();
describe_ending($alive, $script->wait());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
all are held
exit code 0, locks left: 0
