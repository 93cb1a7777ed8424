--TEST--
A file that is missing, empty, too long, a pipe, a device, a folder or not to be read is a RedisLockConnectionException at once
--EXTENSIONS--
posix
--SKIPIF--
<?php
PHP_OS_FAMILY === 'Windows' && die('skip no pipes');
--FILE--
<?php
require __DIR__ . '/secret.inc';
$redis = server_with('s3cret');
$secret = secret(null);
$acquire = fn (string $file): string => str_replace([$secret, (string) $redis->port], ['FILE', 'PORT'], throws(fn () => (new RedisLock('k', 60, $redis->address() . "?password_file=$file"))->acquire()));
$file = $secret;
echo $acquire($file), "\n";
foreach (['', "\n", str_repeat('x', 4097)] as $text) {
    file_put_contents($file, $text);
    echo substr(strstr($acquire($file), 'password_file'), 0, 150), "\n";
    unlink($file);
}
posix_mkfifo($file, 0600);
foreach ([$file, '/tmp', '/dev/zero', '/dev/stdin'] as $path) {
    $begin = hrtime(true);
    echo strstr($acquire($path), 'password_file'), hrtime(true) - $begin < 2e9 ? '' : ' late', "\n";
}
unlink($file);
// A link is followed: Kubernetes mounts secrets as links, and changes these.
file_put_contents("$file.real", 's3cret');
symlink("$file.real", $file);
var_dump((new RedisLock('k', 60, $redis->address() . "?password_file=$file"))->acquire());
unlink("$file.real");
--EXPECT--
RedisLockConnectionException: could not acquire lock "k": 127.0.0.1:PORT: password_file FILE cannot be read: there is no such file; do not start the guarded work
password_file FILE is empty: it must have the password; do not start the guarded work
password_file FILE is empty: it must have the password; do not start the guarded work
password_file FILE has more than 4096 bytes, which no password has; do not start the guarded work
password_file FILE is no regular file; do not start the guarded work
password_file /tmp is no regular file; do not start the guarded work
password_file /dev/zero is no regular file; do not start the guarded work
password_file /dev/stdin is no regular file; do not start the guarded work
bool(true)
