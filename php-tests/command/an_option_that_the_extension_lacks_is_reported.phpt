--TEST--
If the extension is older than an option or doctor, the command ends with 78 and says what is too old; without the option it works
--FILE--
<?php
require __DIR__ . '/known_locks.inc';

// That class is of no extension, and has no version.
$hide = ['redislock ,' => 'redislock VERSION,', PHP_BINARY => 'PHP'];
foreach ([['api', '--permits=5'], ['report', '--at-least', '30'], ['report', '--done-for', '30'], ['--key=a', '--key=b'], ['--key=a', '--permits=1']] as $words) {
    echo implode(' ', $words), ': ', strtr(shown([], 'run', '--ttl=10', ...[...$words, '--', 'echo', 'was run']), $hide);
}
echo 'doctor: ', strtr(shown([], 'doctor'), $hide);
--EXPECT--
api --permits=5: redislock: --permits needs a newer extension than redislock VERSION, which PHP has loaded
-> 78
report --at-least 30: redislock: --at-least needs a newer extension than redislock VERSION, which PHP has loaded
-> 78
report --done-for 30: redislock: --done-for needs a newer extension than redislock VERSION, which PHP has loaded
-> 78
--key=a --key=b: redislock: more than one --key needs a newer extension than redislock VERSION, which PHP has loaded
-> 78
--key=a --permits=1: was run
-> 0
doctor: redislock: doctor needs a newer extension than redislock VERSION, which PHP has loaded
-> 78
