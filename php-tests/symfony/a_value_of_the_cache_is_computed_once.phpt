--TEST--
Of many processes that want a value which the pool does not have, one computes it, even if it is false, and the others wait for it
--EXTENSIONS--
ctype
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Cache', 'php-symfony-cache');
--FILE--
<?php
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$folder = pool_folder();
mkdir($folder);
$code = 'require ' . var_export(__DIR__ . '/cache.inc', true) . '; $folder = ' . var_export($folder, true) . ';' . <<<'PHP'
    $pool = pool($folder, wait: 20);
    file_put_contents("$folder/ready", '.', FILE_APPEND);
    while (!is_file("$folder/go")) {
        usleep(1000);
    }
    echo json_encode($pool->get('rates', function ($item) use ($folder) {
        file_put_contents("$folder/computed", "computed\n", FILE_APPEND);
        usleep(500_000);
        $item->expiresAfter(60);

        return false;
    }));
    PHP;
$processes = array_map(fn () => $redis->background($code, ['extension' => 'ctype']), range(1, 8));
eventually(PATIENCE, function () use ($folder): bool {
    clearstatcache();

    return is_file("$folder/ready") && filesize("$folder/ready") === 8;
});
touch("$folder/go");
$start = hrtime(true);
foreach ($processes as $process) {
    $result = $process->wait();
    echo $result->out, $result->err, ' ';
}
$took = (hrtime(true) - $start) / 1e9;
echo $took < 8 * 0.5 ? 'within the time of a few' : "took $took s", "\n", file_get_contents("$folder/computed");
--EXPECT--
false false false false false false false false within the time of a few
computed
