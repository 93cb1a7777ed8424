--TEST--
Fibers that wait for other keys, in another database or as another user, stand in lines of their own
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$redis->call('ACL', 'SETUSER', 'other', 'on', '>pw', '~*', '&*', '+@all');
$to = fn (string $suffix, string $place = '', string $user = ''): RedisLock => new RedisLock(
    test_key($suffix),
    600,
    str_replace('//', "//$user", $redis->address()) . $place,
);
$locks = [
    'key' => fn (): RedisLock => $to('-one'),
    'another key' => fn (): RedisLock => $to('-two'),
    'another database' => fn (): RedisLock => $to('-one', '/3'),
    'another user' => fn (): RedisLock => $to('-three', user: 'other:pw@'),
    'its user' => fn (): RedisLock => $to('-three'),
];
Loop::install();
$lines = $order = $holders = [];
foreach ($locks as $which => $lock) {
    if ($which !== 'its user') {
        $holders[$which] = $lock();
        $holders[$which]->acquire() || print("not acquired\n");
    }
    stand_in_line($redis, ["$which, first", "$which, second"], $lock, $order);
    Loop::run(fn (): bool => blocked($redis) === count($lines) + 1);
    $lines[] = $which;
}
echo blocked($redis), " lines\n";
foreach ($holders as $which => $holder) {
    $holder->release();
    $count = count($order);
    until_served($order, $count + ($which === 'another user' ? 4 : 2));
    $served = array_slice($order, $count);
    sort($served);
    echo implode('; ', $served), "\n";
}
--EXPECT--
5 lines
key, first; key, second
another key, first; another key, second
another database, first; another database, second
another user, first; another user, second; its user, first; its user, second
