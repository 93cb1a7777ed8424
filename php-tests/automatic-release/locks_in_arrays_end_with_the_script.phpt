--TEST--
Locks in nested arrays are released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $locks = [];
    foreach (['a', 'b', 'c'] as $name) {
        $locks['deep'][$name] = ['lock' => new RedisLock(KEY . $name, 600)];
        var_dump($locks['deep'][$name]['lock']->acquire());
    }
    $locks['itself'] = &$locks;
    PHP);
--EXPECT--
bool(true)
bool(true)
bool(true)
exit code 0, locks left: 0
