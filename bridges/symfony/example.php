<?php
// A lock of Symfony's on RedisLock, in a plain script. Copy it beside your vendor folder, after
// `composer require redislock/symfony-lock`, and start it twice at the same time: php example.php

declare(strict_types=1);

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\LockFactory;

require __DIR__ . '/vendor/autoload.php';

// The address is redislock.server of php.ini, or the first argument. acquire(true) gives up after five seconds.
$locks = new LockFactory(new RedisLockStore(wait: 5));
$lock = $locks->createLock('report:daily', ttl: 10);

try {
    // Sleeps in Redis until the holder's release wakes it.
    $lock->acquire(true);
} catch (LockConflictedException) {
    echo "no report: another process is still writing it\n";
    exit(1);
} catch (LockAcquiringException $failure) {
    // Neither yes nor no. What Redis or the network said is in its previous exceptions.
    fwrite(STDERR, "no report: {$failure->getPrevious()?->getMessage()}\n");
    exit(2);
}

try {
    for ($page = 1; $page <= 3; $page++) {
        // Ten seconds from here again; a LockConflictedException if the lock was lost, and the work has to stop.
        $lock->refresh();
        usleep(100_000);
    }
    echo "wrote a report of 3 pages\n";
} finally {
    $lock->release();
}
