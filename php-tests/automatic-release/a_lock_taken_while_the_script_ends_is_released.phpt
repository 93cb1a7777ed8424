--TEST--
Locks that shutdown functions, destructors and output handlers take are released
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    final class Late
    {
        private RedisLock $lock;

        public function __destruct()
        {
            $this->lock = new RedisLock(KEY . '-destructor', 600);
            var_dump($this->lock->acquire());
        }
    }
    $late = new Late();
    register_shutdown_function(function (): void {
        $GLOBALS['lock'] = new RedisLock(KEY . '-shutdown', 600);
        var_dump($GLOBALS['lock']->acquire());
    });
    ob_start(function (string $output): string {
        static $lock = new stdClass();
        $lock->lock = new RedisLock(KEY . '-output', 600);

        return $output . 'in the output handler: ' . var_export($lock->lock->acquire(), true) . PHP_EOL;
    });
    PHP);
--EXPECT--
bool(true)
bool(true)
in the output handler: true
exit code 0, locks left: 0
