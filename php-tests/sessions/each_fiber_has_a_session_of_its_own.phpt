--TEST--
Without PHP's session functions fibers that share a handler have a session each, and two of one session are never at once
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
require __DIR__ . '/../event-loop/fibers.inc';
require __DIR__ . '/../../bridges/php/src/Session/LockedHandler.php';
require __DIR__ . '/plain_files.inc';

$redis = RedisServer::start();
RedisLock::waitUsing(RedisLock\EventLoop::fiber());
$handler = new RedisLock\Session\LockedHandler(new PlainFiles($redis->folder), server: $redis->address(), wait: 20);
$inside = $most = 0;
$serve = function (string $id) use ($handler, &$inside, &$most): void {
    $n = (int) $handler->read($id);
    $most = max($most, $id === 'same' ? ++$inside : 0);
    pause(0.05);
    $handler->write($id, (string) ($n + 1)) || print("$id is not written\n");
    $inside -= $id === 'same' ? 1 : 0;
    $handler->close();
};
$request = fn (string $id): Fiber => new Fiber(fn () => $serve($id));
run_fibers(array_map($request, ['same', 'one', 'same', 'two', 'same']));
foreach (['same', 'one', 'two'] as $id) {
    echo "$id: ", file_get_contents("$redis->folder/sess-$id"), "\n";
}
// One that ends without close().
run_fibers([new Fiber(fn () => $handler->read('left'))]);
var_dump($most, $redis->call('KEYS', '*_LOCK'));
--EXPECT--
same: 3
one: 1
two: 1
int(1)
array(0) {
}
