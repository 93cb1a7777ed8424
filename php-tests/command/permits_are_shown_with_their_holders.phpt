--TEST--
Of a lock with permits show, list and JSON tell how many are held of how many, by whom, and no whole token
--FILE--
<?php
require __DIR__ . '/known_locks.inc';

$locks = [of_permits('api', 5, 'web1:4711', 'web2:9', ''), of_permits('mail', null, 'cron'), known('report')];
echo shown($locks, 'list'), shown($locks, 'show', 'api'), shown($locks, 'show', 'report');
$json = json_decode(strstr(shown($locks, 'show', 'api', '--json'), '->', true), true);
echo json_encode($json['permits'], JSON_UNESCAPED_UNICODE), "\n";
--EXPECT--
KEY     HOLDER                               LEFT      WAITING  FENCE
api     3 of 5: web1:4711, web2:9, rl_0123…  3.5 s     no       -
mail    1 of ?: cron                         3.5 s     no       -
report  web1                                 for ever  no       -
-> 0
key      api
permits  3 of 5
holder   permit 1, web1:4711, token rl_0123…@web1:4711
holder   permit 2, web2:9, token rl_0123…@web2:9
holder   permit 3, unknown: its token has no label, token rl_0123…
left     3.5 s
waiting  no
fence    -
-> 0
key      report
holder   web1
token    rl_0123…@web1
left     for ever
waiting  no
fence    -
-> 0
{"held":3,"of":5,"holders":[{"permit":1,"token":"rl_0123…@web1:4711","label":"web1:4711","remaining":3.5},{"permit":2,"token":"rl_0123…@web2:9","label":"web2:9","remaining":null},{"permit":3,"token":"rl_0123…","label":null,"remaining":null}]}
