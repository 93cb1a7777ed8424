--TEST--
password_file= names an absolute path, once, and no password beside it; no message repeats a value
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';
foreach ([
    'redis://:s3cret@h?password_file=/p', 'redis://bob:@h?password_file=/p', 'redis-cluster://:s3cret@a,b?password_file=/p',
    'redis-sentinel://a/m?sentinel_password=s3cret&sentinel_password_file=/p',
    'redis://h?password_file=s3cret', 'redis://h?password_file=', 'unix:///s?db=1&password_file=file:///p', 'redis://h?password_file=/a%00b',
    'redis-sentinel://a/m?sentinel_password_file=./s3cret', 'redis://h?password_file=/p&password_file=/p',
    'redis://h?passwordfile=/p', 'redis://bob@h', 'redis-sentinel://a/m?sentinel_user=eve', 'memory:?password_file=/p',
] as $address) {
    echo substr(throws(fn () => new RedisLock('k', server: $address)), strlen('ValueError: RedisLock::__construct(): Argument #3 ($server) ')), "\n";
}
foreach (['redis://bob@h?password_file=/p', 'rediss://h?password_file=%2Fp&verify_peer=0', 'unix://bob@/s?password_file=/p&io_timeout=2', 'redis-sentinel://a,b/m?password_file=/p&sentinel_user=eve&sentinel_password_file=/s', 'redis-cluster://a,b?password_file=/p'] as $address) {
    echo throws(fn () => new RedisLock('k', server: $address)), "\n";
}
--EXPECT--
must not have a password beside the option password_file, which names the file that has it
must not have a password beside the option password_file, which names the file that has it
must not have a password beside the option password_file, which names the file that has it
must not have a password beside the option sentinel_password_file, which names the file that has it
must have an absolute path in the option password_file: password_file=/path/to/file
must have an absolute path in the option password_file: password_file=/path/to/file
must have an absolute path in the option password_file: password_file=/path/to/file
must have an absolute path in the option password_file: password_file=/path/to/file
must have an absolute path in the option sentinel_password_file: sentinel_password_file=/path/to/file
must not have the option password_file twice
must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option password_file=/path
must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
must be memory: and nothing more: this process's memory has no host, password, database or option
nothing was thrown
nothing was thrown
nothing was thrown
nothing was thrown
nothing was thrown
