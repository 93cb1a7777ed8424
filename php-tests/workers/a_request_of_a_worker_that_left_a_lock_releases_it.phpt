--TEST--
What a request of a worker, as FrankenPHP has them, left in a static property, a cycle or a renewal is released at its end, counted and logged
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
// Twice, because each start of PHP has the hooks of its server anew.
echo restarted($redis, 2, <<<'PHP'
    final class Kept
    {
        public static array $locks = [];
        public $self;
        public function __construct(public RedisLock $lock)
        {
            $this->self = $this;
        }
    }
    function acquired(string $name, ...$options): RedisLock
    {
        $lock = new RedisLock($name, 600, ...$options);
        $lock->acquire() || print("$name is held\n");
        return $lock;
    }
    function held(): string
    {
        $names = array_filter(['worker', 'between', 'static', 'cycle', 'renewed', 'stays', 'next'], fn ($name) => (new RedisLock($name))->isLocked());
        return 'held: ' . implode(', ', $names) . "\n";
    }
    // The worker's own, from before its first request and from between two.
    $own = acquired('worker');
    $before = RedisLock::stats()['forgotten'];
    for ($request = 1; $request <= 2; $request++) {
        handle_request(function () use ($request): void {
            if ($request === 1) {
                Kept::$locks[] = acquired('static');
                new Kept(acquired('cycle'));
                Kept::$locks[] = acquired('renewed', autoRenew: true);
                Kept::$locks[] = acquired('stays', autoRelease: false);
            } else {
                // The object of the first request can be used again.
                Kept::$locks[0]->acquire() || exit(1);
            }
            $local = acquired('next');
            echo "request $request, ", held();
        });
        echo 'after it, ', held(), RedisLock::stats()['forgotten'] - $before, " forgotten\n";
        $between ??= acquired('between');
    }
    var_dump($own->isHeld(), Kept::$locks[0]->release(), Kept::$locks[2]->release());
    PHP);
var_dump($redis->call('KEYS', '*'));
--EXPECT--
request 1, held: worker, static, cycle, renewed, stays, next
redislock: lock "static" was still held at the end of a request of this worker, and was released
redislock: lock "cycle" was still held at the end of a request of this worker, and was released
redislock: lock "renewed" was still held at the end of a request of this worker, and was released
after it, held: worker, stays
3 forgotten
request 2, held: worker, between, static, stays, next
redislock: lock "static" was still held at the end of a request of this worker, and was released
after it, held: worker, between, stays
4 forgotten
bool(true)
bool(false)
bool(true)
end of round 0: 0 threads, 0 sockets
request 1, held: worker, static, cycle, renewed, stays, next
redislock: lock "static" was still held at the end of a request of this worker, and was released
redislock: lock "cycle" was still held at the end of a request of this worker, and was released
redislock: lock "renewed" was still held at the end of a request of this worker, and was released
after it, held: worker, stays
3 forgotten
request 2, held: worker, between, static, stays, next
redislock: lock "static" was still held at the end of a request of this worker, and was released
after it, held: worker, between, stays
4 forgotten
bool(true)
bool(false)
bool(true)
end of round 1: 0 threads, 0 sockets
exit code 0
array(0) {
}
