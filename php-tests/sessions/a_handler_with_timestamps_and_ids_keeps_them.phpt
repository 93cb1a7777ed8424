--TEST--
A handler keeps what it can do beside reading and writing: timestamps under the lock, ids, their check, and gc
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$result = $redis->php(session_page($redis->folder, store: 'StampedFiles') . <<<'PHP'
    ob_start();
    function calls(string $when): void
    {
        echo "$when: ", implode('; ', PlainFiles::$calls), "\n";
        PlainFiles::$calls = [];
    }
    ini_set('session.use_strict_mode', '1');
    session_start();
    calls('an id that it has not made, ' . session_id());
    $_SESSION['n'] = 1;
    session_write_close();
    calls('changed');
    session_start();
    session_write_close();
    calls('unchanged');
    session_start(['lazy_write' => '0']);
    session_write_close();
    calls('unchanged, without lazy_write');
    session_start();
    echo session_gc(), ' removed', "\n";
    session_abort();
    calls('gc');
    PHP, ['session.gc_probability' => '0', 'session.gc_maxlifetime' => '1440']);
echo $result->out, $result->err;
--EXPECT--
an id that it has not made, made0: validateId abc; create_sid; read
changed: write
unchanged: validateId made0; read; read; updateTimestamp, locked
unchanged, without lazy_write: validateId made0; read; read; write
7 removed
gc: validateId made0; read; gc 1440
