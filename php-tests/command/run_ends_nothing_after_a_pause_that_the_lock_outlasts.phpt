--TEST--
redislock run --on-lost=term and kill end no command after a pause that the lock outlasts: for most of the ttl, or nine tenths of the time
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$left = fn (): int => $redis->call('PTTL', 'job');
foreach (['term', 'kill'] as $reaction) {
    $run = start($redis, ['run', 'job', '--ttl', '4', "--on-lost=$reaction", '--', 'sh', '-c', 'echo ready; sleep 6; echo done']);
    $run->waitForLine('ready');
    // Right after an extend: the ttl has just gone up.
    $last = PHP_INT_MAX;
    eventually(PATIENCE, function () use ($left, &$last): bool {
        [$before, $last] = [$last, $left()];

        return $last > $before + 50;
    });
    $run->kill('STOP');
    usleep(3_200_000);
    var_dump($left() > 0);
    $run->kill('CONT');
    tell($run->wait(15));

    // As cpulimit -l 10 does.
    $run = start($redis, ['run', 'job', '--ttl', '1.5', "--on-lost=$reaction", '--', 'sh', '-c', 'echo ready; sleep 5; echo done']);
    $run->waitForLine('ready');
    for ($end = hrtime(true) + 4e9; hrtime(true) < $end;) {
        $run->kill('STOP');
        usleep(90_000);
        $run->kill('CONT');
        usleep(10_000);
    }
    tell($run->wait(15));
}
--EXPECT--
bool(true)
ready
done
-> 0
ready
done
-> 0
bool(true)
ready
done
-> 0
ready
done
-> 0
