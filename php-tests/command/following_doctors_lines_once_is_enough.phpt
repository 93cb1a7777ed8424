--TEST--
Whatever rights a user lacks, once the lines that redislock doctor prints were run, it finds nothing more to grant
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start();
$rules = [
    '~* +@all -del -rpush', '~* +@all -del', '~* +@all -rpush', '~* -@all', '~orders:1 +@all -rpush', '~bills:* +@all -rpush', '~* +@all -eval -evalsha -del -rpush',
    '~orders:1 +set +get', '~* ' . LOCK_COMMANDS,
];
foreach ($rules as $rule) {
    $environment = ['REDISLOCK_SERVER' => address_of_user($redis, 'shop', $rule)];
    for ($run = 0; $run < 2; $run++) {
        $findings = json_decode(redislock($redis, ['doctor', '--json', 'orders:1'], QUIET, $environment)->out, true)['findings'];
        $advice = preg_grep('/^ACL SETUSER/', array_filter(array_column($findings, 'advice')));
        foreach ($run === 0 ? $advice : [] as $line) {
            $said = $redis->call(...explode(' ', $line));
            echo $said === 'OK' ? '' : "$line: $said\n";
        }
    }
    echo "$rule: ", $advice === [] ? 'content' : implode("\n", $advice), "\n";
}
--EXPECT--
~* +@all -del -rpush: content
~* +@all -del: content
~* +@all -rpush: content
~* -@all: content
~orders:1 +@all -rpush: content
~bills:* +@all -rpush: content
~* +@all -eval -evalsha -del -rpush: content
~orders:1 +set +get: content
~* +set +get +del +eval +evalsha +exists +pttl +pexpire +persist +llen +rpush +blpop +wait +time: content
