--TEST--
Of many processes that want one value on a cold key, one makes it and the others have it when it is there
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$key = test_key();
$children = [];
$file = tempnam(sys_get_temp_dir(), 'found');
for ($i = 0; $i < 30; $i++) {
    if (($pid = pcntl_fork()) === 0) {
        $find = fn (): ?string => $redis->call('GET', "value:$key");
        $make = function () use ($redis, $key, $file): string {
            file_put_contents($file, "made\n", FILE_APPEND);
            usleep(300_000);
            $redis->call('SET', "value:$key", 'rates');
            return 'rates';
        };
        $got = (new RedisLock($key, 10, $redis->address()))->run($make, wait: 20, lookup: $find);
        file_put_contents($file, "$got\n", FILE_APPEND);
        pcntl_exec('/bin/true');
    }
    $children[] = $pid;
}
foreach ($children as $pid) {
    pcntl_waitpid($pid, $status);
}
print_r(array_count_values(file($file, FILE_IGNORE_NEW_LINES)));
unlink($file);
--EXPECT--
Array
(
    [made] => 1
    [rates] => 30
)
