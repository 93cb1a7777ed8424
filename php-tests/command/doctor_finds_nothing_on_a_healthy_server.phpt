--TEST--
redislock doctor says what it checked on a server that keeps its locks, changes nothing there, and ends with 0
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start('--appendonly', 'yes', '--appendfsync', 'always');
$redis->call('SET', 'job', 'rl_0123456789abcdef0123456789abcdef', 'EX', '900');
tell(without_faults(redislock($redis, ['doctor', 'job'], QUIET)), [place($redis) => 'HERE', PHP_BINARY => 'PHP', phpversion('redislock') => 'VERSION']);
echo implode(' ', $redis->call('KEYS', '*')), ' ', $redis->call('GET', 'job'), ' ', json_encode($redis->call('TTL', 'job') > 800), "\n";
--EXPECTF--
PHP of the command line (a web server may load other files)
  ok      PHP %d.%d.%s (cli, %s),%wPHP;%wphp.ini: none
  ok      redislock VERSION, for PHP API %d,%s
  ok      set: redislock.server="redis://HERE", redislock.label="%h"
where Redis is, by redislock.server
  ok      redis://HERE
HERE
  ok      %s, a master, %f ms away
  ok      its clock is within %d ms of this machine's
  ok      behind holders that do not signal it tells waiters when the key changes
  ok      maxmemory-policy is noeviction: it never removes locks that are held
  ok      appendonly yes and appendfsync always: it keeps its locks when it is restarted
  ok      user "default" may run every command that locks need

0 errors, 0 warnings, 0 notes
-> 0
job rl_0123456789abcdef0123456789abcdef true
