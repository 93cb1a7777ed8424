--TEST--
A signal whose handler calls exit releases the lock, unlike one without a handler
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

foreach (['TERM', 'INT'] as $signal) {
    $script = $redis->background(with_key(<<<'PHP'
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, fn () => exit(3));
        pcntl_signal(SIGINT, fn () => exit(4));
        $lock = new RedisLock(KEY, 600);
        $lock->run(function (RedisLock $lock): void {
            echo $lock->isHeld() ? "held\n" : "not held\n";
            fgets(STDIN);
        });
        PHP), ['extension' => 'pcntl'] + quiet());
    $script->waitForLine('held');
    $script->kill($signal);
    $script->say();
    describe_ending($redis, $script->wait());
}
--EXPECT--
held
exit code 3, locks left: 0
held
exit code 4, locks left: 0
