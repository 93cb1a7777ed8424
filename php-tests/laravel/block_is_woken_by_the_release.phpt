--TEST--
block() sleeps in Redis until the release wakes it, or, if the holder does not signal, until Redis tells it of the end
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
foreach (['redis', 'laravel'] as $holder) {
    $seen = $redis->monitor();
    $held = $app->background("\$lock = Cache::store('$holder')->lock('foo', 60); \$lock->get(); echo \"held\n\"; fgets(STDIN); \$lock->release(); printf(\"%.6F\n\", microtime(true));");
    $held->waitForLine('held');
    $waiter = $app->background('echo "waits\n"; $lock = Cache::lock("foo", 60); $lock->block(30); printf("%.6F\n", microtime(true)); $lock->release();');
    $waiter->waitForLine('waits');
    // As long as fifteen polls take; a waiter that sleeps asks once in a second.
    usleep(1_500_000);
    $held->say();
    $released = (float) explode("\n", $held->wait()->out)[1];
    $woken = (float) explode("\n", $waiter->wait()->out)[1];
    $questions = count(array_filter($seen(), fn (array $words): bool => str_starts_with($words[0], 'EVAL') && count($words) === 8 + $words[2] && in_array($words[2], ['1', '2'], true)));
    echo "held by $holder: ", $woken - $released < 0.2 ? 'in time' : 'late by ' . ($woken - $released) . ' s', ', ';
    echo $questions > 0 && $questions <= 6 ? "it slept\n" : ($questions >= 10 ? "it polled\n" : "it asked $questions times\n");
}
--EXPECT--
held by redis: in time, it slept
held by laravel: in time, it slept
