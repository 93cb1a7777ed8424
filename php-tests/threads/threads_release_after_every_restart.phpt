--TEST--
After PHP with threads was restarted inside its process each thread's locks are released, renewed or not, and the class is whole
--SKIPIF--
<?php
PHP_ZTS || die('skip only a thread-safe PHP runs several threads');
--FILE--
<?php
require __DIR__ . '/threads.inc';
require __DIR__ . '/../renewal/renewal.inc';
$redis = RedisServer::start();
$threads = new Threads($redis, 4, <<<'PHP'
    $sensitive = (new ReflectionMethod('RedisLock', '__construct'))->getParameters()[3]->getAttributes();
    echo count($sensitive) . ' ' . (new ReflectionMethod('RedisLock', 'acquire'))->getParameters()[0]->getType() . "\n";
    $GLOBALS['plain'] = new RedisLock('plain-' . THREAD, 600);
    $GLOBALS['kept'] = new RedisLock('kept-' . THREAD, 0.3, autoRenew: true);
    $GLOBALS['shared'] = new RedisLock('shared-' . ROUND, 600, autoRenew: true);
    echo $plain->acquire() && $kept->acquire() ? "free\n" : "left over\n";
    // One has it to its request's end; the others wait, and have it after that.
    echo $shared->acquire(30) ? "woken\n" : "not woken\n";
    usleep(600_000);
    echo $kept->isHeld() ? "renewed\n" : "lost\n";
    PHP, 3);
var_dump($threads->wait());
foreach (array_count_values($threads->lines()) as $line => $count) {
    echo "$count $line\n";
}
// Companions stay for a while.
var_dump(preg_grep('/:rl-/', $redis->call('KEYS', '*'), PREG_GREP_INVERT), eventually(PATIENCE, fn (): bool => $redis->clients() === []));
--EXPECT--
int(0)
12 1 int|float
12 free
12 renewed
12 woken
array(0) {
}
bool(true)
