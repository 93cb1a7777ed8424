--TEST--
A wait at memory: goes on when the process may open no more files: it opens none
--EXTENSIONS--
posix
--INI--
redislock.server=memory:
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';

(new RedisLock('key', 0.5 * STRETCH, autoRelease: false))->acquire() || exit(1);
$lock = new RedisLock('key', 600);
posix_setrlimit(POSIX_RLIMIT_NOFILE, 64, (int) posix_getrlimit()['hard openfiles']) || print("no limit\n");
for ($files = []; $file = @fopen('/dev/null', 'r'); $files[] = $file);
[$early, $short] = timed(fn (): bool => $lock->acquire(0.1));
[$taken, $long] = timed(fn (): bool => $lock->acquire(20));
array_map(fclose(...), $files);
var_dump($early, $taken, $lock->release());
within(0.1, $short, 0.4, 'on time');
within(0.1, $long, 1.2 * STRETCH, 'soon after its ttl');
--EXPECT--
bool(false)
bool(true)
bool(true)
on time: yes
soon after its ttl: yes
