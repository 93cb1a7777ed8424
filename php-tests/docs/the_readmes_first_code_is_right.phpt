--TEST--
The first code of the README works under the lock, not without it, and leaves no lock; the trap below it is a trap
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/page.inc';

$server = RedisServer::start();
foreach (array_slice(code_blocks(page('README.md'), 'php'), 0, 1) as $block) {
    preg_match("/new RedisLock\\('([^']+)'/", $block->code, $key);
    // Whether the lock is held where the work is done.
    $probe = "(new RedisLock('$key[1]'))->isLocked() ? 'locked, ' : 'NOT LOCKED, '";
    // One that is held stays so: for a shorter wait than a reader's.
    $code = preg_replace('/("shipped order \$order\\\\n")/', "($probe) . $1", str_replace('wait: 5)', 'wait: 0.1)', $block->code), count: $probes);
    $tell = function (string $when, Result $result): void {
        $word = $result->err === '' ? '' : ', and a word on it';
        echo "$when: ", trim($result->out) ?: 'nothing done', " (code $result->code$word)\n";
    };
    $tell('free', $server->php($code));
    echo $probes, ' probe, ', $server->call('EXISTS', $key[1]), " left behind\n";
    $server->call('SET', $key[1], 'theirs');
    $tell('held', $server->php($code));
    echo $server->call('GET', $key[1]), " is still there\n";
    $server->call('DEL', $key[1]);
    $server->stop();
    $tell('without Redis', $server->php($code, ['display_errors' => '0', 'log_errors' => '1']));
    $server->restart();
}
// What is printed as the trap is one.
preg_match('/\*\*The trap\.\*\* `(.*?)`/', page('README.md'), $trap);
$ship = 'function ship(int $order): void { echo (new RedisLock("orders:$order"))->isLocked() ? "locked\n" : "not locked\n"; } ';
echo 'the trap: ', $server->php($ship . $trap[1])->out;
--EXPECT--
free: locked, shipped order 42 (code 0)
1 probe, 0 left behind
held: another process is shipping order 42 (code 0)
theirs is still there
without Redis: nothing done (code 255, and a word on it)
the trap: not locked
