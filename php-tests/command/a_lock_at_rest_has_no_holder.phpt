--TEST--
A lock that --at-least has left at rest is shown without a holder and a token, until when it rests, also by an extension that does not say it
--FILE--
<?php
require __DIR__ . '/known_locks.inc';

$rest = ['token' => 'rl_rest', 'label' => null] + known('report', remaining: 28.25);
echo shown([['resting' => true, 'token' => null] + $rest], 'show', 'report');
unset($rest['resting'], $rest['permits']);
echo shown([$rest, of_permits('api', 5, 'web1', null)], 'list');
--EXPECT--
key      report
holder   none: at rest
left     28.2 s
waiting  no
fence    -
-> 0
KEY     HOLDER                 LEFT    WAITING  FENCE
report  at rest                28.2 s  no       -
api     2 of 5: web1, at rest  3.5 s   no       -
-> 0
