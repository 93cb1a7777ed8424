--TEST--
The library is linked so that PHP cannot unmap it: a thread that sits in the system's resolver may come back after PHP's end
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Darwin') {
    die('skip not an ELF system');
}
--FILE--
<?php
exec('readelf -d ' . escapeshellarg(getenv('REDISLOCK_SO')), $lines);
echo count(preg_grep('/\(FLAGS_1\).*NODELETE/', $lines)), "\n";
--EXPECT--
1
