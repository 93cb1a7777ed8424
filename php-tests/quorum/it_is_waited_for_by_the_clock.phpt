--TEST--
A wait for a lock on several servers ends on time, with the lock soon after its release, or by a handler that throws
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/quorum.inc';
require __DIR__ . '/../signals/sender.inc';
$servers = servers(3);
[$lock, $another] = [new RedisLock(test_key(), 60, addresses($servers)), new RedisLock(test_key(), 60, addresses($servers))];
$another->acquire() || exit(1);

[$acquired, $took] = timed(fn () => $lock->acquire(0.2));
var_dump($acquired);
within(0.2, $took, 0.26, 'on time');

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('stop'));
$sender = new Sender(fn () => usleep(300_000));
[$thrown] = timed(fn () => $lock->acquire(60));
within(0, now() - $sender->sent(), 0.2, 'at once');
echo "$thrown\n";

pcntl_signal(SIGUSR1, fn () => $another->release());
$sender = new Sender(fn () => usleep(300_000));
[$acquired] = timed(fn () => $lock->acquire(60));
within(0, now() - $sender->sent(), 0.4, 'soon');
var_dump($acquired, $lock->release(), is_gone($servers, test_key()));
--EXPECT--
bool(false)
on time: yes
at once: yes
DomainException: stop
soon: yes
bool(true)
bool(true)
bool(true)
