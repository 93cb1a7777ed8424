--TEST--
With report_lost a loss that is not logged yet when the process forks is logged by the parent alone
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

$result = $redis->php('
    $lock = new RedisLock("key", 5);
    try {
        $lock->run(function () {
            (new RedisLock("key"))->forceRelease();
            throw new Exception("job failed");
        });
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
    for ($child = 0; $child < 3; $child++) {
        if (pcntl_fork() === 0) {
            exit;
        }
    }
    while (pcntl_wait($status) > 0);
    echo "all children have ended\n";', ['redislock.report_lost' => 1, 'extension' => 'pcntl']);
echo $result->out, substr_count($result->err, 'was lost before it was released'), " reported\n";
--EXPECT--
job failed
all children have ended
1 reported
