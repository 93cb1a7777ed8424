--TEST--
A lock on several servers is released on all of them: end of scope, exit, exception, fatal error
--FILE--
<?php
require __DIR__ . '/quorum.inc';
$servers = servers(3);
$list = var_export(addresses($servers), true);
(function () use ($servers): void {
    $lock = new RedisLock(test_key(), 600, addresses($servers));
    var_dump($lock->acquire());
})();
var_dump(is_gone($servers, test_key()));

$ends = [
    'exit' => 'exit;',
    'exception' => 'throw new Exception;',
    'fatal error' => 'never_defined();',
    'memory limit' => 'str_repeat("x", 1 << 30);',
    'static property' => 'class Holder { public static $lock; } Holder::$lock = $lock;',
    'exit in run' => '$lock->release(); $lock->run(fn () => exit);',
];
foreach ($ends as $name => $code) {
    $key = test_key("-$name");
    $script = "\$lock = new RedisLock('$key', 600, $list); echo \$lock->acquire() ? 'held' : 'not held'; $code";
    $result = $servers[0]->php($script, ['display_errors' => '0', 'memory_limit' => '64M']);
    echo "$name: $result->out, ", is_gone($servers, $key) ? 'released' : 'left', "\n";
}
--EXPECT--
bool(true)
bool(true)
exit: held, released
exception: held, released
fatal error: held, released
memory limit: held, released
static property: held, released
exit in run: held, released
