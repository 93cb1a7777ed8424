--TEST--
What Symfony's BlockingStoreTestTrait promises: one process holds, another is refused at once, and waits until it has the lock
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/kinds.inc';

use Symfony\Component\Lock\{BlockingStoreInterface, Key};

foreach (kinds_of_stores(60) as $kind => $store) {
    if (!$store instanceof BlockingStoreInterface) {
        echo $kind, ": Symfony's own, which does not block\n";
        continue;
    }
    $key = new Key(test_key("-$kind"));
    [$ours, $childs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (($child = pcntl_fork()) === 0) {
        $store->save($key);
        fwrite($childs, "saved\n");
        fgets($childs);
        usleep(300_000);
        $held = $store->exists($key);
        $store->delete($key);
        exit((int) !$held);
    }
    fgets($ours);
    $refused = conflicts($store, $key);
    fwrite($ours, "wait\n");
    $start = now();
    $store->waitAndSave($key);
    $waited = now() - $start;
    $held = $store->exists($key);
    pcntl_waitpid($child, $status);
    $store->delete($key);
    promise($kind, 'it waits', $refused, $waited > 0.25, $held, $status === 0, !$store->exists($key));
}
--EXPECT--
one server, it waits: kept
renewal, it waits: kept
a quorum, it waits: kept
combined: Symfony's own, which does not block
