--TEST--
A thrown exception has the file, line and trace of the call, code 0, and as previous what was on its way already
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

function work(RedisLock $lock): void
{
    try {
        throw new DomainException('the work failed');
    } finally {
        $lock->acquire() || exit(1);
    }
}
$lock = new RedisLock('key', 10, 'redis://127.0.0.1:' . free_port());
try {
    work($lock);
} catch (RedisLockConnectionException $thrown) {
    var_dump(basename($thrown->getFile()) === basename(__FILE__), $thrown->getLine(), $thrown->getCode());
    echo preg_replace('#/\S*/#', '', $thrown->getTraceAsString()), "\n";
    echo get_class($thrown->getPrevious()), ': ', $thrown->getPrevious()->getMessage(), "\n";
}
try {
    $lock->acquire() || exit(1);
} catch (RedisLockException $thrown) {
    var_dump($thrown->getLine(), $thrown->getPrevious(), count($thrown->getTrace()));
}
--EXPECT--
bool(true)
int(9)
int(0)
#0 they_name_where_they_were_thrown.php(9): RedisLock->acquire()
#1 they_name_where_they_were_thrown.php(14): work(Object(RedisLock))
#2 {main}
DomainException: the work failed
int(21)
NULL
int(1)
