--TEST--
A signal handler that throws ends a wait over TLS at once, and a handshake with a server that has stopped
--EXTENSIONS--
pcntl
posix
--INI--
redislock.connect_timeout=15
--FILE--
<?php
require __DIR__ . '/tls.inc';
require __DIR__ . '/../signals/sender.inc';

$server = TlsServer::start();
held_by_another($server->redis);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('stop'));
$lock = new RedisLock(test_key(), 600, $server->address());

$sender = new Sender(fn () => until_blocked($server->redis));
[$thrown] = timed(fn () => $lock->acquire(20));
$ended = now();
echo "wait: $thrown\n";
within(0, $ended - $sender->sent(), 0.2, 'at once');
show_what_is_left($server->redis, test_key());

$server->redis->suspend();
$sender = new Sender(fn () => usleep(200_000));
[$thrown] = timed(fn () => $lock->acquire(20));
$ended = now();
echo "handshake: $thrown\n";
within(0, $ended - $sender->sent(), 0.2, 'at once');
$server->redis->resume();
var_dump($lock->isHeld(), $lock->forceRelease(), $lock->acquire(), $lock->release());
--EXPECT--
wait: DomainException: stop
at once: yes
left: nothing
handshake: DomainException: stop
at once: yes
bool(false)
bool(true)
bool(true)
bool(true)
