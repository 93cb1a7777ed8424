--TEST--
The user of the ACL rule in docs/servers.md may do everything with the locks it names, and nothing with others
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/page.inc';

$server = RedisServer::start();
[$rule] = array_values(array_filter(code_blocks(page('docs/servers.md'), 'text'), fn ($block): bool => str_starts_with($block->code, 'ACL SETUSER')));
$words = explode(' ', trim($rule->code));
echo implode(' ', array_slice($words, 0, 4)), ': ', $server->call(...$words), "\n";

function useEverything(string $address): string
{
    $lock = new RedisLock('orders:42', 10, $address);
    $other = new RedisLock('orders:42', INF, $address);

    return throws(function () use ($lock, $other, $address): void {
        var_dump($lock->acquire() && $lock->extend(20) && $lock->isHeld() && $lock->release());
        var_dump($other->acquire() && $other->extend() && $other->forceRelease());
        var_dump($lock->run(fn (): bool => $other->isLocked() && $other->holder() === $lock->token()));
        var_dump($lock->run(fn (): bool => RedisLock::describe('orders:42', $address)['token'] === $lock->token()));
        $list = new RedisLock(['orders:42', 'orders:43'], 10, $address, fence: true);
        var_dump($list->run(fn (): bool => $list->extend(20) && $list->isHeld() && $list->isLocked(), 1));
        $permits = array_map(fn (): RedisLock => new RedisLock('orders:44', 10, $address, permits: 2, fence: true, atLeast: 5), [1, 2]);
        var_dump($permits[0]->acquire() && $permits[1]->acquire(1) && $permits[1]->isLocked() && $permits[1]->release());
        var_dump(array_column(RedisLock::describe('orders:44', $address)['holders'], 'resting'), $permits[0]->forceRelease());
    });
}

$address = str_replace('redis://', 'redis://shop:password@', $server->address());
echo useEverything($address), "\n", throws(fn () => (new RedisLock('users:1', 10, $address))->acquire()), "\n";
--EXPECTF--
ACL SETUSER shop on: OK
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
array(2) {
  [0]=>
  bool(false)
  [1]=>
  bool(true)
}
bool(true)
nothing was thrown
RedisLockServerException: could not acquire lock "users:1": 127.0.0.1:%d replied NOPERM %s; docs/servers.md has the ACL rules a lock needs
