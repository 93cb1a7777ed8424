--TEST--
What an address or token says is nowhere to be seen when an argument is refused: not in message, trace or any dump
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
--FILE--
<?php
$secret = 's3cret';
$calls = [
    ['key', 10, "redis://u:$secret@"], ['key', 10, "redis://:$secret@h:x"], ['key', 10, "redis://$secret@h"],
    ['key', 10, "u:$secret@h"], ['key', 10, "unix://u:$secret@x"], ['key', 10, "redis://h/$secret"],
    ['key', 10, "redis://h?password=$secret"], ['key', 10, [$secret]],
    ['key', 10, ["redis://:$secret@a", "redis://:$secret@b:x", $secret]], ['key', 10, ["redis://:$secret@a", [$secret], 1]],
    ['key', 10, null, str_repeat($secret, 1000)], ['key', 10, null, [$secret]],
    ['key', 0, "redis://u:$secret@h", $secret], ['', 10, "redis://u:$secret@h", $secret],
    ['key' => new stdClass(), 'server' => "redis://u:$secret@h", 'token' => $secret],
];
// No closures here: one that gets an address would be in the trace itself, with it.
foreach ($calls as $arguments) {
    try {
        new RedisLock(...$arguments);
    } catch (Error $error) {
        ob_start();
        echo $error, $error->getMessage(), $error->getTraceAsString();
        var_dump($error, $error->getTrace(), (array) $error);
        print_r($error);
        var_export($error->getTrace());
        debug_zval_dump($error);
        echo json_encode([$error, $error->getTrace()]);
        $shown = ob_get_clean();
        echo str_contains($shown, $secret) ? "shown:\n$shown" : 'not shown', ' by ', $error::class, "\n";
    }
}
--EXPECT--
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by ValueError
not shown by TypeError
not shown by ValueError
not shown by TypeError
not shown by ValueError
not shown by ValueError
not shown by TypeError
