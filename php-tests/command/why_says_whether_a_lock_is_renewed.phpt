--TEST--
redislock why says who holds a lock and since when, and knows whether it is renewed once half of the time left is over
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$why = function (string ...$words) use ($redis): void {
    $result = redislock($redis, ['why', ...$words]);
    echo preg_replace(['/rl_[0-9a-f]{4}…/', '/(?<=left     )\d.*/', '/\d+ d \d\d h ago/', '/in \d+\.\d s at/', '/--watch (29[89]|30[01])s/', '/^watched.*?\n(?=\n)/ms'], ['TOKEN', 'N s', 'LONG ago', 'in N s at', '--watch 300s', "watched\n"], $result->out . $result->err), "-> $result->code\n";
};
$renewed = start($redis, ['run', 'renewed', '--ttl=1.2', '--label=web1:77', '--', 'sleep', '60']);
eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'renewed') === 1);
$why('renewed', '--watch', '1.5s');
$redis->call('SET', 'left', 'rl_0123456789abcdef0123456789abcdef@web2:78@20200101T000000Z', 'PX', '8000');
$why('left', '--watch=4.5');
$redis->call('SET', 'long', 'rn_0123456789abcdef0123456789abcdef', 'EX', '600');
$redis->call('SET', 'long:rl-fence{long}', '1577836800000000');
$why('long');
$why('free');
$renewed->kill('TERM');
--EXPECT--
"renewed" is held by web1:77
token    TOKEN@web1:77
left     N s
since    not known: set redislock.label with %t in it, and the holders of later locks
         will say
renewed  yes: the time left went up while it was watched
signals  yes: its release wakes a waiter at once
waiters  none
fence    none: no lease of the last day had a number
watched

what you can do
- look at what its holder does: it is alive and renews the lock, so only its end or its
  release frees it:
    on web1: ps -fp 77
- only when its holder is certainly dead, because another process takes the lock at
  once:
    redislock release renewed --force
-> 0
"left" is held by web2:78@20200101T000000Z
token    TOKEN@web2:78@20200101T000000Z
left     N s
since    2020-01-01 00:00:00 UTC, LONG ago, says its label
renewed  no: the time left went down when a renewal was due
signals  yes: its release wakes a waiter at once
waiters  none
fence    none: no lease of the last day had a number
watched

what you can do
- wait: its holder does not renew it, so it is free in N s at the latest
- only when its holder is certainly dead, because another process takes the lock at
  once:
    redislock release left --force
-> 0
"long" is held by a process that is not named, as its token has no label
token    rn_0123…
left     N s
since    not before 2020-01-01 00:00:00 UTC, LONG ago: then the last fence was
         given
renewed  not known: it was not watched for long enough
signals  no: the key can have none beside it, or its holder is older than 2.0 and may
         not use them: waiters try again every 100 ms
waiters  how many is not known: the holder does not signal, so that none is blocked
fence    1577836800000000 is the last number of a lease

what you can do
- check whether the lock is renewed:
    redislock why long --watch 300s
- set redislock.label (%h:%p@%t) for the next time: a lock then says who holds it, and
  since when
- only when its holder is certainly dead, because another process takes the lock at
  once:
    redislock release long --force
-> 0
"free" is free
waiters  none is blocked at the moment (those whom Redis tells, or that try again every
         100 ms, are not seen)

what you can do
- nothing: the next process that tries takes it
-> 1
