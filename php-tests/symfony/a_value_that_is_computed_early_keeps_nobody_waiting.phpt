--TEST--
A value that is computed before it expires is computed by one process, and the others return the present one at once
--EXTENSIONS--
ctype
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Cache', 'php-symfony-cache');
--FILE--
<?php
require __DIR__ . '/cache.inc';

use Symfony\Contracts\Cache\ItemInterface;

$redis = RedisServer::start();
$pool = pool(pool_folder(), server: $redis->address(), wait: 10.0);
$number = 0;
$compute = function (ItemInterface $item) use (&$number): int {
    usleep(2000);
    $item->expiresAfter(60);

    return ++$number;
};
// So large a beta has every get() compute early.
$get = fn (): int => $pool->get('rates', $compute, 1e9);
echo 'cold: ', $get(), "\nearly: ", $get(), "\n";
$other = new RedisLock('cache:rates', 60, $redis->address());
$other->acquire() || print("not acquired\n");
$start = hrtime(true);
echo 'while another computes: ', $get(), hrtime(true) - $start < 5e9 ? ', at once' : ', late', "\n";
$other->release();
echo 'after that: ', $get(), "\n";
--EXPECT--
cold: 1
early: 2
while another computes: 2, at once
after that: 3
