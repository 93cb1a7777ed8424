--TEST--
A waiter whose handler throws in the instant in which it was woken wakes the next, and holds nothing
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
for ($round = 0; $round < 5; $round++) {
    $lock->acquire() || exit(1);
    $first = process($redis, $key, <<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => throw new DomainException('stop'));
        try {
            $lock->acquire(20) || exit(1);
            echo "acquired\n";
        } catch (DomainException) {
            echo $lock->isHeld() ? "thrown, but held\n" : "thrown\n";
        }
        fgets(STDIN);
        PHP);
    until_blocked($redis);
    $second = waiter($redis, $key);
    until_blocked($redis, 2);
    // It finds both when it goes on: the element that the release has given it, and the signal.
    $first->kill('STOP');
    $lock->release();
    $first->kill('TERM');
    $went_on = now();
    $first->kill('CONT');
    echo $first->waitForLine(''), ', ';
    within(0, acquired_at($second) - $went_on, 0.5, 'the second was woken');
    $first->say();
    $second->say();
    $first->wait();
    $second->wait();
}
show_what_is_left($redis);
--EXPECT--
thrown, the second was woken: yes
thrown, the second was woken: yes
thrown, the second was woken: yes
thrown, the second was woken: yes
thrown, the second was woken: yes
left: nothing
