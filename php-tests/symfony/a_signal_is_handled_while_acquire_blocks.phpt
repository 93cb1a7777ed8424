--TEST--
A signal handler runs while acquire(true) is blocked; one that throws ends it, nothing is held, and the lock can be acquired again
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

require __DIR__ . '/../signals/sender.inc';
$redis = RedisServer::start();
$holder = holder($redis, test_key());
$lock = locks($redis)->createLock(test_key(), 60);
pcntl_async_signals(true);
foreach (['handled' => fn () => print("handler ran\n"), 'thrown' => fn () => throw new DomainException('stop')] as $what => $handler) {
    pcntl_signal(SIGUSR1, $handler);
    pcntl_signal(SIGALRM, fn () => throw new DomainException('enough'));
    $sender = new Sender(fn () => until_blocked($redis));
    $what === 'handled' && pcntl_alarm(1);
    chain(fn () => $lock->acquire(true));
    within(0, now() - $sender->sent(), $what === 'handled' ? 3 : 0.2, $what);
}
pcntl_alarm(0);
var_dump($lock->isAcquired(), $lock->acquire());
$holder->say();
var_dump($lock->acquire(true), $lock->isAcquired());
--EXPECT--
handler ran
LockAcquiringException: Failed to acquire the "a_signal_is_handled_while_acquire_blocks-PID" lock.
  DomainException: enough
handled: yes
LockAcquiringException: Failed to acquire the "a_signal_is_handled_while_acquire_blocks-PID" lock.
  DomainException: stop
thrown: yes
bool(false)
bool(false)
bool(true)
bool(true)
