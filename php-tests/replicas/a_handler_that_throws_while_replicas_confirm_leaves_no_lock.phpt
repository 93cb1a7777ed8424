--TEST--
A signal handler that throws while replicas confirm leaves no lock behind: it is released before the exception is seen
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=10
--FILE--
<?php
require __DIR__ . '/replica.inc';
require __DIR__ . '/../signals/sender.inc';
$master = master();
$replica = replica_of($master);
$replica->suspend();

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('stop'));
$isTaken = fn (): bool => $master->call('EXISTS', test_key()) === 1;
foreach ([fn ($lock) => $lock->acquire(20), fn ($lock) => $lock->run(fn () => print("called\n"), INF)] as $ask) {
    $lock = new RedisLock(test_key(), 600, $master->address(), fence: true, replicas: 1);
    $sender = new Sender(fn () => eventually(PATIENCE, $isTaken) || print("not taken\n"));
    echo throws(fn () => $ask($lock)), "\n";
    var_dump($isTaken());
    within(0, now() - $sender->sent(), 2, 'long before the replicas are given up');
}
--EXPECT--
DomainException: stop
bool(false)
long before the replicas are given up: yes
DomainException: stop
bool(false)
long before the replicas are given up: yes
