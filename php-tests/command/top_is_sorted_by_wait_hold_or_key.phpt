--TEST--
redislock top sorts by wait, by hold (which a label tells) and by key, has a column for permits, and one for the last minute where it fits
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$token = fn (string $label): string => "rl_0123456789abcdef0123456789abcdef@$label";
$redis->call('SET', 'a', $token('web1'));
$redis->call('SET', 'b', $token('web2@20200101T000000Z'));
$redis->call('SET', 'c', $token('web3'));
$redis->call('SET', 'c:rl-waiting{c}', '1');
$redis->call('SET', 'c:rl-permits{c}', '3');
$draw = function (array $options, array $steps, int $columns) use ($redis): string {
    $lines = screen(terminal($redis, ['top', '--interval', '0.1', ...$options], [['see', 'web3'], ['see', 'web3'], ...$steps, ['type', 'q']], columns: $columns)['output']);
    preg_match('/by \w+/', $lines[0], $by);

    return "$by[0]: " . implode(' ', array_map(fn (string $line): string => $line[0], array_slice($lines, 3, 3))) . "\n" . preg_replace('/ +/', ' ', "$lines[2]\n") . preg_replace(['/ +/', '/(> )?\d+ d \d\d h/', '/> \d+\.\d s/', '/\d+\.\d s/'], [' ', 'YEARS', '> N s', 'N s'], "$lines[3]\n");
};
echo $draw([], [], 80), $draw(['--sort=hold'], [], 100), $draw(['--sort', 'key'], [], 110), $draw(['--sort', 'key'], [['type', 'h'], ['see', 'by hold'], ['type', 'w'], ['see', 'by wait']], 80);
tell(redislock($redis, ['top', '--sort', 'left']));
--EXPECT--
by wait: c a b
KEY HOLDER PERMITS LEFT HELD WAITING
c web3 1 of 3 for ever > N s N s
by hold: b a c
KEY HOLDER PERMITS LEFT HELD WAITING LAST MINUTE
b web2 - for ever YEARS no ▁▁▁▁▁▁▁▁▁▁▁▁
by key: a b c
KEY HOLDER PERMITS LEFT HELD WAITING FENCE LAST MINUTE
a web1 - for ever > N s no - ▁▁▁▁▁▁▁▁▁▁▁▁
by wait: c a b
KEY HOLDER PERMITS LEFT HELD WAITING
c web3 1 of 3 for ever > N s N s
redislock: --sort must be wait, hold or key
redislock: see redislock top --help
-> 64
