--TEST--
exit in a destructor releases locks that were to go before and after it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    final class Ender
    {
        public function __destruct()
        {
            echo "in the destructor\n";
            exit(3);
        }
    }
    $before = new RedisLock(KEY . '-before', 600);
    $ender = new Ender();
    $after = new RedisLock(KEY . '-after', 600);
    var_dump($before->acquire(), $after->acquire());
    PHP);
--EXPECT--
bool(true)
bool(true)
in the destructor
exit code 3, locks left: 0
