--TEST--
While shutdown functions run, the locks of globals are still held, whatever ended the script
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

$endings = ['', 'exit(3);', 'throw new Exception("the end");', 'trigger_error("the end", E_USER_ERROR);'];
foreach ($endings as $ending) {
    $result = $redis->php(with_key(<<<'PHP'
        $lock = new RedisLock(KEY, 600);
        $lock->acquire() || exit(1);
        register_shutdown_function(function (): void {
            $other = new RedisLock(KEY, 600);
            echo $other->acquire() ? 'free already' : 'still held', ': ', $GLOBALS['lock']->isHeld() ? 'ours' : 'lost', "\n";
        });
        PHP . " $ending"), quiet());
    describe_ending($redis, $result);
}
--EXPECT--
still held: ours
exit code 0, locks left: 0
still held: ours
exit code 3, locks left: 0
Fatal error: Uncaught Exception: the end
still held: ours
exit code 255, locks left: 0
Fatal error: the end
still held: ours
exit code 255, locks left: 0
