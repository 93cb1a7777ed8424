--TEST--
No command prints more of a token than its first four random digits, in tables, JSON, errors and messages, unless --show-token is given
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$random = bin2hex(random_bytes(16));
$tokens = ['ours' => "rl_$random@web1", 'without' => "rn_$random", 'foreign' => $random, 'odd' => "rl_$random@a\nb", 'alike' => "rl_{$random}00", 'mail' => "$random@example.org"];
foreach ($tokens as $key => $token) {
    $redis->call('SET', $key, $token);
    $lines = [['show', $key], ['show', $key, '--json'], ['run', $key, '--', 'true'], ['release', $key, '--token', "$token-"]];
    foreach ($lines as $words) {
        $result = redislock($redis, $words);
        echo str_contains($result->out . $result->err, substr($random, 0, 5)) ? "$words[0] $key shows it: $result->out$result->err" : '';
    }
    $shown = redislock($redis, ['show', $key, '--show-token'])->out;
    echo str_contains($shown, $random) ? '' : "show --show-token $key hides it: $shown";
}
foreach ([['list', '--all'], ['list', '--all', '--json'], ['list']] as $words) {
    $result = redislock($redis, $words);
    echo $result->code, str_contains($result->out . $result->err, substr($random, 0, 5)) ? " shows it: $result->out" : ' ', preg_match_all('/…|\\\\u2026/', $result->out), "\n";
}
--EXPECT--
0 5
0 6
0 2
