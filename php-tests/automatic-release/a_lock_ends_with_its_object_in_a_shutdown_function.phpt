--TEST--
In a shutdown function, where ReactPHP's loop runs, a lock is released with its object, at an exception, too, and another process has it at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$serves = $redis->background(<<<'PHP'
    register_shutdown_function(function () {
        $ends = function (string $key): void {
            $lock = new RedisLock($key, 600);
            $lock->acquire();
        };
        $throws = function (string $key): void {
            $lock = new RedisLock($key, 600);
            $lock->acquire();
            throw new RuntimeException();
        };
        foreach (['ends' => $ends, 'throws' => $throws] as $key => $work) {
            try {
                $work($key);
            } catch (RuntimeException) {
            }
        }
        echo "served\n";
        fgets(STDIN);
    });
    PHP);
$serves->waitForLine('served');
var_dump($redis->call('KEYS', '*'));
$serves->say();
$serves->wait();
--EXPECT--
array(0) {
}
