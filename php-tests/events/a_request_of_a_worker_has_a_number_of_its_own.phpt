--TEST--
A request that a worker serves, as FrankenPHP has them, counts as a request; its end is recorded, for the next one too
--SKIPIF--
<?php
require __DIR__ . '/../restart/restart.inc';
if (embedded_php() === null) {
    die('skip there is no library with this PHP inside (Debian: libphp8.2-embed)');
}
--FILE--
<?php
require __DIR__ . '/../restart/restart.inc';
$redis = RedisServer::start();
echo restarted($redis, 1, <<<'PHP'
    final class Kept
    {
        public static array $locks = [];
    }
    function told(): void
    {
        foreach (RedisLock::events() as $event) {
            echo "$event[event] $event[outcome] $event[key] in request $event[request]\n";
        }
        echo "--\n";
    }
    $own = new RedisLock('worker', 600);
    $own->acquire() || exit(1);
    for ($request = 1; $request <= 3; $request++) {
        handle_request(function (): void {
            told();
            Kept::$locks[] = $lock = new RedisLock('static', 600);
            $lock->acquire() || exit(1);
        });
    }
    told();
    PHP, ['redislock.events' => '100']);
--EXPECT--
acquired free worker in request 1
--
redislock: lock "static" was still held at the end of a request of this worker, and was released
acquired free static in request 2
released request static in request 2
--
redislock: lock "static" was still held at the end of a request of this worker, and was released
acquired free static in request 3
released request static in request 3
--
redislock: lock "static" was still held at the end of a request of this worker, and was released
acquired free static in request 4
released request static in request 4
--
end of round 0: 0 threads, 0 sockets
exit code 0
