--TEST--
A session is locked until it is closed: by read_and_close, abort, destroy (after the data is gone) and a new id
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$result = $redis->php(session_page($redis->folder) . <<<'PHP'
    ob_start();
    function locked(string $when, string $id = 'abc'): void
    {
        $locked = (new RedisLock("PHPREDIS_SESSION:{$id}_LOCK"))->isLocked();
        echo $when, $locked ? ': locked' : ': free', ', ', implode(' ', PlainFiles::$calls), "\n";
        PlainFiles::$calls = [];
    }
    session_start(['read_and_close' => true]);
    locked('read_and_close');
    session_start();
    locked('start');
    $_SESSION['n'] = 1;
    session_abort();
    locked('abort');
    session_start();
    $_SESSION['n'] = 2;
    session_regenerate_id(true);
    locked('old id');
    locked('new id', session_id());
    session_destroy();
    locked('destroy', session_id());
    PHP);
echo $result->out, $result->err;
var_dump($redis->call('KEYS', '*_LOCK'), glob("$redis->folder/sess-*"));
--EXPECT--
read_and_close: free, read
start: locked, read
abort: free, 
old id: free, read destroy, locked read
new id: locked, 
destroy: free, destroy, locked
array(0) {
}
array(0) {
}
