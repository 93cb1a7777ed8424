--TEST--
redislock list shows locks in a table without what a terminal would obey, those that match, all makes when told so, and as JSON
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$random = '0123456789abcdef0123456789abcdef';
tell(redislock($redis, ['list']));
$redis->call('SET', 'orders:1', "rl_$random@web1:4711", 'EX', '190000');
$redis->call('SET', 'orders:größe', "rn_$random");
$redis->call('SET', "z\r\n\e]0;evil\x07\xff", "rl_$random@a\\b", 'EX', '90000');
$redis->call('SET', 'orders:laravel', 'abcdefghijklmnop');
$redis->call('SET', 'orders:1:rl-fence{orders:1}', '12');
tell(redislock($redis, ['list']));
tell(redislock($redis, ['list', 'orders:*', '--all']));
tell(redislock($redis, ['list', 'orders:g*', '--json']));
tell(redislock($redis, ['list', 'nothing', '--json']));
tell(redislock($redis, ['list', 'orders:l*', '--all', '--show-token', '--limit=1']));
$redis->call('SET', 'orders:laravel2', 'abcdefghijklmnop');
echo strstr(redislock($redis, ['list', 'orders:l*', '--all', '--limit', '1'])->err, ':');
--EXPECTF--
redislock: no locks
-> 0
KEY                           HOLDER     LEFT      WAITING  FENCE
orders:1                      web1:4711  2 d 04 h  no       12
orders:größe                  rn_0123…   for ever  ?        -
z\x0d\x0a\x1b]0;evil\x07\xff  a\\b       1 d 00 h  no       -
-> 0
KEY             HOLDER     LEFT      WAITING  FENCE
orders:1        web1:4711  2 d 04 h  no       12
orders:größe    rn_0123…   for ever  ?        -
orders:laravel  abcd…      for ever  ?        -
-> 0
[
    {
        "key": "orders:gr\u00f6\u00dfe",
        "name": "orders:gr\u00f6\u00dfe",
        "type": "string",
        "token": "rn_0123\u2026",
        "label": null,
        "remaining": null,
        "waiting": null,
        "fence": null,
        "resting": false,
        "done": false,
        "permits": 1,
        "holders": [],
        "pattern": "orders:gr\u00f6\u00dfe"
    }
]
-> 0
[]
-> 0
KEY             HOLDER            LEFT      WAITING  FENCE
orders:laravel  abcdefghijklmnop  for ever  ?        -
-> 0
: there are more than these 1; --limit shows more of them
