<?php
// Trains a build of the extension that counts what it runs: what programs do with locks, most often what they do most. A compiler
// keeps together, and makes quick, what has run here; what has not run here is made small.
// Starts the servers itself, each part in a process of its own. .ci/profile calls it: php -d extension=... packaging/train.php

declare(strict_types=1);

require_once __DIR__ . '/../php-tests/tls/tls.inc';

const PARTS = [
    'cycles' => [3000, 'cycles'],
    'ends of objects' => [1000, 'unset'],
    'refusals' => [300, 'refused'],
    'several keys' => [200, 'several'],
    'permits' => [200, 'permits'],
    'fences' => [200, 'fences'],
    'questions' => [200, 'questions'],
    'run' => [300, 'works'],
    'run once' => [100, 'done'],
    'ends of requests' => [1000, 'request'],
];

/** Each is told an address and how often; its process ends with it. */
final class Training
{
    public static function cycles(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            $lock = new RedisLock('cycle', 10, $server);
            $lock->acquire();
            $lock->release();
            unset($lock);
        }
    }

    public static function unset(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            $lock = new RedisLock('cycle', 10, $server);
            $lock->acquire();
            unset($lock);
        }
    }

    public static function refused(string|array $server, int $times): void
    {
        $held = new RedisLock('held', 60, $server);
        $held->acquire();
        for (; $times > 0; $times--) {
            (new RedisLock('held', 10, $server))->acquire();
        }
    }

    public static function several(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            $lock = new RedisLock(['{several}:a', '{several}:b', '{several}:c'], 10, $server);
            $lock->acquire();
            $lock->extend();
            $lock->release();
        }
    }

    public static function permits(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            $locks = [];
            for ($n = 0; $n < 3; $n++) {
                $locks[] = $lock = new RedisLock('permits', 10, $server, permits: 2);
                $lock->acquire();
            }
            $locks[0]->release();
        }
    }

    public static function fences(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            $lock = new RedisLock('fenced', 10, $server, fence: true);
            $lock->acquire();
            $lock->fence();
            $lock->release();
        }
    }

    public static function questions(string|array $server, int $times): void
    {
        $lock = new RedisLock('asked', 10, $server);
        for (; $times > 0; $times--) {
            $lock->acquire();
            $lock->isHeld();
            $lock->extend();
            $lock->remaining();
            $lock->isLocked();
            $lock->holder();
            $lock->release();
        }
    }

    public static function works(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            (new RedisLock('run', 10, $server))->run(fn (): int => 1, wait: 1);
        }
    }

    public static function done(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            (new RedisLock("done:$times", 10, $server))->run(fn (): int => 1, doneFor: 1);
            (new RedisLock("done:$times", 10, $server))->isDone();
        }
    }

    /** They are released when the process ends. */
    public static function request(string|array $server, int $times): void
    {
        static $held = [];
        for (; $times > 0; $times--) {
            $held[] = $lock = new RedisLock("held:$times", 60, $server);
            $lock->acquire();
        }
    }

    /** Several processes run it at once. */
    public static function waits(string|array $server, int $times): void
    {
        for (; $times > 0; $times--) {
            $lock = new RedisLock('crowd', 10, $server);
            $lock->acquire(10);
            usleep(random_int(0, 500));
            $lock->release();
        }
    }

    public static function renewal(string|array $server, int $times): void
    {
        for ($held = []; $times > 0; $times--) {
            $held[] = $lock = new RedisLock("renewed:$times", 1, $server, autoRenew: true);
            $lock->acquire();
        }
        sleep(2);
        array_map(fn (RedisLock $lock): bool => $lock->isHeld() && $lock->release(), $held);
    }

    /** Waits that suspend a fiber. */
    public static function fibers(string|array $server, int $times): void
    {
        RedisLock::waitUsing(fn ($stream, $write, $seconds) => Fiber::getCurrent() === null ? false : Fiber::suspend());
        $fibers = [];
        for (; $times > 0; $times--) {
            $fibers[] = $fiber = new Fiber(function () use ($server): void {
                $lock = new RedisLock('fibers', 10, $server);
                $lock->acquire(10);
                Fiber::suspend();
                $lock->release();
            });
            $fiber->start();
        }
        while ($fibers = array_filter($fibers, fn (Fiber $fiber): bool => !$fiber->isTerminated())) {
            array_map(fn (Fiber $fiber) => $fiber->resume(), $fibers);
            usleep(100);
        }
    }
}

/** Runs a part in so many processes at once. */
function train(string $part, string|array $server, int $times, int $processes = 1): void
{
    $all = [];
    for (; $processes > 0; $processes--) {
        $command = php_under_test('-n', ...extension_under_test(), ...[__FILE__, $part, json_encode($server), (string) $times]);
        $all[] = proc_open($command, [['file', '/dev/null', 'r'], STDOUT, STDERR], $pipes);
    }
    foreach ($all as $process) {
        proc_close($process) === 0 || throw new RuntimeException("the training ended badly: $part");
    }
}

if ($argc === 4) {
    Training::{$argv[1]}(json_decode($argv[2]), (int) $argv[3]);
    exit;
}

$redis = RedisServer::start();
$tls = TlsServer::start();
$cluster = RedisServer::start('--cluster-enabled', 'yes');
$cluster->becomeCluster();
$sentinel = 'redis-sentinel://127.0.0.1:' . $redis->sentinel() . '/my-master';
$members = array_map(fn (): string => RedisServer::start()->address(), range(1, 3));
// A tenth of what one master gets: of what is theirs alone every second run counts, too.
$roads = [[$redis->unix(), 1], [$redis->address(), 1], [$tls->address(), 10], [$sentinel, 10], ["redis-cluster://127.0.0.1:$cluster->port", 10], [$members, 10]];
foreach ($roads as [$server, $share]) {
    foreach (PARTS as [$times, $part]) {
        // A quorum has none of these.
        if (!is_array($server) || !in_array($part, ['fences', 'permits', 'done'], true)) {
            train($part, $server, intdiv($times, $share));
        }
    }
    train('waits', $server, intdiv(300, $share), 4);
    train('renewal', $server, intdiv(100, $share));
    is_array($server) || train('fibers', $server, intdiv(100, $share));
}
