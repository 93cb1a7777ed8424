--TEST--
A signal is handled while fibers wait; what its handler throws comes out where the program was, and a wait in a handler blocks
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$result = $redis->php(with_loop(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGALRM, function () {
        // No fiber can be switched in a handler.
        echo 'in the handler: ', json_encode((new RedisLock('key', 600))->acquire(0.05)), "\n";
        throw new DomainException('stop');
    });
    $held = new RedisLock('key', 600);
    $held->acquire() || print("not acquired\n");
    Loop::go(function () {
        echo json_encode((new RedisLock('key', 600))->acquire(20)), "\n";
    });
    pcntl_alarm(1);
    try {
        Loop::run();
    } catch (DomainException $stop) {
        echo $stop->getMessage(), "\n";
    }
    $held->release();
    Loop::run();
    PHP), ['extension' => 'pcntl']);
echo $result->out, $result->err;
show_what_is_left($redis);
--EXPECT--
in the handler: false
stop
true
left: nothing
