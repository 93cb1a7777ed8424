--TEST--
SIGTERM and SIGINT without a handler end a waiting process as any other, and nobody stays blocked
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 600, $redis->address());
$holder->acquire() || exit(1);
foreach (['TERM', 'INT', 'HUP'] as $signal) {
    $waiter = waiter($redis, test_key(), 'INF');
    until_blocked($redis);
    $waiter->kill($signal);
    $result = $waiter->wait();
    echo "$signal: signal $result->signal, ", $result->out === '' ? "nothing said\n" : $result->out;
    show_what_is_left($redis, test_key());
}
// One that is ignored is not noticed.
$ignorant = process($redis, test_key(), 'pcntl_signal(SIGTERM, SIG_IGN); var_dump($lock->acquire(1.2));');
until_blocked($redis);
$ignorant->kill('TERM');
echo $ignorant->wait()->out;
--EXPECT--
TERM: signal 15, nothing said
left: nothing
INT: signal 2, nothing said
left: nothing
HUP: signal 1, nothing said
left: nothing
bool(false)
