--TEST--
redislock show names holder, time left, waiters and fence, for people and as JSON; exit code 1 when the lock is free
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$ini = ['redislock.prefix' => 'shop:'];
$token = 'rl_0123456789abcdef0123456789abcdef@web1:4711';
tell(redislock($redis, ['show', 'job'], $ini));
tell(redislock($redis, ['show', 'job', '--json'], $ini));
$redis->call('SET', 'shop:job', $token);
$redis->call('SET', 'shop:job:rl-waiting{shop:job}', '1');
$redis->call('SET', 'shop:job:rl-fence{shop:job}', '1700000000000000');
tell(redislock($redis, ['show', 'job'], $ini));
tell(redislock($redis, ['show', 'job', '--json'], $ini));
tell(redislock($redis, ['show', '--json', '--show-token', 'job'], $ini));
$redis->call('SET', "shop:a\e[31m", 'abcdefgh', 'EX', '7265');
tell(redislock($redis, ['show', "a\e[31m"], $ini));
$redis->call('ZADD', 'shop:symfony', '1', 'token');
tell(redislock($redis, ['show', 'symfony'], $ini));
// As long as a test on a slow machine may take between.
foreach (['45' => '/^left +[234]\d\.\d s$/m', '150' => '/^left +2 m [012]\d s$/m'] as $seconds => $left) {
    $redis->call('SET', 'shop:job', $token, 'EX', (string) $seconds);
    var_dump(preg_match($left, redislock($redis, ['show', 'job'], $ini)->out));
}
--EXPECTF--
"job" is free
-> 1
null
-> 1
key      shop:job
holder   web1:4711
token    rl_0123…@web1:4711
left     for ever
waiting  yes: now, or within the last 5 seconds
fence    1700000000000000
-> 0
{
    "key": "shop:job",
    "name": "job",
    "type": "string",
    "token": "rl_0123\u2026@web1:4711",
    "label": "web1:4711",
    "remaining": null,
    "waiting": true,
    "fence": 1700000000000000,
    "resting": false,
    "done": false,
    "permits": 1,
    "holders": [],
    "pattern": "job"
}
-> 0
{
    "key": "shop:job",
    "name": "job",
    "type": "string",
    "token": "rl_0123456789abcdef0123456789abcdef@web1:4711",
    "label": "web1:4711",
    "remaining": null,
    "waiting": true,
    "fence": 1700000000000000,
    "resting": false,
    "done": false,
    "permits": 1,
    "holders": [],
    "pattern": "job"
}
-> 0
key      shop:a\x1b[31m
holder   unknown: its token has no label
token    ab…
left     2 h 01 m
waiting  unknown: this holder does not signal
fence    -
-> 0
key      shop:symfony
holder   unknown: its token has no label
token    (zset)
left     for ever
waiting  unknown: this holder does not signal
fence    -
-> 0
int(1)
int(1)
