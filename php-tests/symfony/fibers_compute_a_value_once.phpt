--TEST--
Of the fibers of one process that want a value one computes it, whatever another fiber computes; one that throws leaves the next to compute
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
require __DIR__ . '/../event-loop/fibers.inc';

$redis = RedisServer::start();
$pool = pool(pool_folder(), server: $redis->address(), wait: 20.0);
RedisLock::waitUsing(RedisLock\EventLoop::fiber());
$computed = $got = [];
$get = function (string $key, float $seconds, ?Throwable $thrown = null) use ($pool, &$computed, &$got): Fiber {
    return new Fiber(function () use ($pool, $key, $seconds, $thrown, &$computed, &$got): void {
        try {
            $got[] = $pool->get($key, function () use ($key, $seconds, $thrown, &$computed): string {
                $computed[] = $key;
                pause($seconds);

                return $thrown === null ? "$key of " . count($computed) : throw $thrown;
            });
        } catch (DomainException $failure) {
            $got[] = $failure->getMessage();
        }
    });
};
run_fibers([$get('slow', 0.5), $get('rates', 0.1), $get('rates', 0.1), $get('rates', 0.1)]);
echo implode(', ', $computed), ': ', implode(', ', $got), "\n";
$computed = $got = [];
run_fibers([$get('fails', 0.1, new DomainException('not computed')), $get('fails', 0.1), $get('fails', 0.1)]);
echo implode(', ', $computed), ': ', implode(', ', $got), "\n";
--EXPECT--
slow, rates: rates of 2, rates of 2, rates of 2, slow of 2
fails, fails: not computed, fails of 2, fails of 2
