--TEST--
A signal's exception during the release of run() ends it, and has the loss of the lock with the result as its previous one; exit() stays exit()
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['throw new DomainException("stop")', 'exit(3)'] as $handles) {
    $works = $redis->background(<<<PHP
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () { $handles; });
        \$lock = new RedisLock('job', 600);
        try {
            \$lock->run(function () {
                echo "works\\n";
                fgets(STDIN);
                return 'invoice 42';
            });
        } catch (DomainException \$stop) {
            \$lost = \$stop->getPrevious();
            echo get_class(\$stop), ', ', get_class(\$lost), ' with ', \$lost->result, "\\n";
        }
        PHP, ['extension' => ['pcntl']]);
    $works->waitForLine('works');
    $redis->call('DEL', 'job');
    $redis->call('CLIENT', 'PAUSE', '600', 'ALL');
    $works->say();
    usleep(200_000);
    $works->kill('USR1');
    $result = $works->wait();
    echo $result->out, $result->err, "-> $result->code\n";
}
--EXPECT--
works
DomainException, RedisLockLostException with invoice 42
-> 0
works
-> 3
