--TEST--
A lock in a reference cycle that nobody collected is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    gc_disable();
    $node = new stdClass();
    $node->self = $node;
    $node->lock = new RedisLock(KEY, 600);
    var_dump($node->lock->acquire());
    unset($node);
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
