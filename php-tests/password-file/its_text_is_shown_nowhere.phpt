--TEST--
What is in the file is in no message, dump, setting or trace, and what a server repeats of it is masked
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/secret.inc';
$redis = server_with('another');
$address = str_replace('//', '//bob@', $redis->address()) . '?password_file=' . secret("s3cr3tText\n");
$lock = new RedisLock('k', 60, $address, autoRenew: true);
ob_start();
var_dump($lock);
print_r($lock);
var_export(RedisLock::diagnose($address));
try {
    $lock->acquire() || exit(1);
} catch (RedisLockServerException $refused) {
    echo $refused, "\n";
    var_dump($refused->getTrace());
}
// A proxy that repeats what it was sent.
$proxy = stream_socket_server('tcp://127.0.0.1:0');
if (($pid = pcntl_fork()) === 0) {
    ob_end_clean();
    $client = stream_socket_accept($proxy);
    fread($client, 4096);
    fwrite($client, str_repeat("-ERR what is s3cr3tText?\r\n", 9));
    usleep(100_000);
    exit;
}
$repeats = 'redis://' . stream_socket_get_name($proxy, false) . '?password_file=' . secret("s3cr3tText\n");
echo $said = throws(fn () => (new RedisLock('k', server: $repeats))->acquire()), "\n";
pcntl_waitpid($pid, $status);
ini_set('redislock.server', $repeats);
phpinfo(INFO_MODULES);
$shown = ob_get_clean();
var_dump(str_contains($shown, 's3cr3tText'), str_contains($shown, 'WRONGPASS'), str_contains($said, 'what is'));
--EXPECT--
bool(false)
bool(true)
bool(true)
