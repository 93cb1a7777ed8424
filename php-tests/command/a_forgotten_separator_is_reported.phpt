--TEST--
redislock run without -- names that mistake and the line to write; a shell reads the line as it was meant, and it shows no password
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$lines = [
    ['report:daily', '/srv/bin/report'],
    ['report:daily', '--ttl', '60', 'report', '--ttl', '--verbose', '--help'],
    ['--key', 'a', '--key=b', 'sh', '-c', "echo 'it''s'; \\n", "\e[31m'\xff", ''],
    ['job', '--server', 'redis://user:secret@10.0.0.5', 'mysql', 'mysql://root:se/cret@db?password=secret'],
];
foreach ($lines as $words) {
    $result = redislock($redis, ['run', ...$words]);
    [$line] = explode("\n", $result->err);
    echo "$line -> $result->code\n";
    $read = explode("\0", shell_exec('bash -c ' . escapeshellarg('printf "%s\0" ' . strstr($line, 'run '))));
    echo array_values(array_diff(array_slice($read, 1, -1), ['--'])) === $words ? "read as it was meant\n" : "read with something left out\n";
}
var_dump($redis->call('DBSIZE'));
--EXPECT--
redislock: the command must follow --: redislock run report:daily -- /srv/bin/report -> 64
read as it was meant
redislock: the command must follow --: redislock run report:daily --ttl 60 -- report --ttl --verbose --help -> 64
read as it was meant
redislock: the command must follow --: redislock run --key a --key=b -- sh -c 'echo '\''it'\'''\''s'\''; \n' $'\x1b[31m\'\xff' '' -> 64
read as it was meant
redislock: the command must follow --: redislock run job --server redis://...@10.0.0.5 -- mysql 'mysql://...@db?password=...' -> 64
read with something left out
int(0)
