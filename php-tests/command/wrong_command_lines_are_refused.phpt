--TEST--
A wrong command line is exit code 64 and a line that says what is wrong, in the words of the command line; nothing is run
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
foreach ([
    'nope', 'run', 'run job', 'run job --', 'run a b -- true', 'run job --ttl -- true', 'run job --ttl 0 -- true', 'run job --ttl soon -- true',
    'run job --wait -1 -- true', 'run job --on-lost=panic -- true', 'run job -E 256 -- true', 'run job --json -- true', 'run job --ttl 1 --ttl 2 -- true',
    'run job --label 100% -- true', 'run a:rl-wake -- true', 'run job --key=-k -- true',
    'run job --kill-after -5 -- true', 'run job --ttl INF --on-lost kill -- true', 'show', 'show job -- x', 'show job --json=yes', 'show job --server localhost',
    'list --limit 0', 'list -x', 'release job --token', 'top', 'top --interval 0',
] as $line) {
    $result = redislock($redis, explode(' ', $line));
    [$first, $second] = explode("\n", $result->err) + [1 => ''];
    echo $line, ': ', substr($first, strlen('redislock: ')), $result->code === 64 && $result->out === '' && str_starts_with($second, 'redislock: see redislock ') ? "\n" : " -> $result->code $result->out $second\n";
}
var_dump($redis->call('DBSIZE'));
--EXPECTF--
nope: there is no command "nope"
run: KEY is missing
run job: a command must follow --: redislock run job -- COMMAND
run job --: a command must follow --: redislock run job -- COMMAND
run a b -- true: only one KEY can be given without --key, and "b" is another; for all of them: --key=a --key=b
run job --ttl -- true: --ttl needs a value
run job --ttl 0 -- true: --ttl must be at least 0.01 seconds, 0 given
run job --ttl soon -- true: --ttl must be a number of seconds, or INF
run job --wait -1 -- true: --wait must be %s
run job --on-lost=panic -- true: --on-lost must be one of warn, term, kill
run job -E 256 -- true: --conflict-exit-code must be a whole number from 0 to 255
run job --json -- true: there is no option "--json"
run job --ttl 1 --ttl 2 -- true: --ttl was given twice
run job --label 100% -- true: --label must be at most 128 bytes of printable ASCII, with no % but in %h, %p and %%
run a:rl-wake -- true: KEY must not contain ":rl-", which is reserved for the keys beside a lock
run job --key=-k -- true: beside --key another key must be written likewise: --key=job
run job --kill-after -5 -- true: --kill-after must be 0 seconds or more
run job --ttl INF --on-lost kill -- true: --on-lost=term and kill need a --ttl that ends: a lock for ever is not watched
show: KEY is missing
show job -- x: only one KEY can be given, and "x" is another
show job --json=yes: --json takes no value
show job --server localhost: --server must %s
list --limit 0: --limit must be a whole number from 1 to 999999
list -x: there is no option "-x"
release job --token: --token needs a value
top: top needs a terminal; 'redislock list' shows the locks once
top --interval 0: --interval must be 0.1 to 3600 seconds
int(0)
