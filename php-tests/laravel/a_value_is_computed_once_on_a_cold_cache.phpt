--TEST--
Of many processes that want a value which the cache has not, one computes it and the others wait for that, with rememberLocked() and flexible()
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
// flexible() came with Laravel 11; before it rememberLocked() is all there is.
$get = <<<'PHP'
    $compute = function () {
        file_put_contents(base_path('computed'), "$GLOBALS[method]\n", FILE_APPEND);
        usleep(500_000);

        return false;
    };
    $get = fn () => $method === 'flexible' && method_exists(Illuminate\Cache\Repository::class, 'flexible')
        ? Cache::flexible($method, [60, 120], $compute)
        : Cache::rememberLocked($method, 60, $compute, wait: 20);
    PHP;
foreach (['rememberLocked', 'flexible'] as $method) {
    $wait = 'file_put_contents(base_path("ready"), ".", FILE_APPEND); while (!is_file(base_path("go"))) { usleep(1000); }';
    $processes = array_map(fn () => $app->background("\$method = '$method'; $get $wait echo json_encode(\$get());"), range(1, 8));
    eventually(PATIENCE, fn () => is_file("$app->folder/ready") && filesize("$app->folder/ready") === 8);
    $app->write('go', '');
    $start = hrtime(true);
    $results = array_map(fn ($process) => $process->wait(), $processes);
    $took = (hrtime(true) - $start) / 1e9;
    echo "$method: ", implode(' ', array_map(fn (Result $result): string => $result->out . $result->err, $results)), "\n";
    echo $took < 8 * 0.5 ? 'within the time of a few' : "took $took s", "\n";
    array_map(fn (string $file) => unlink("$app->folder/$file"), ['ready', 'go']);
}
echo file_get_contents("$app->folder/computed");
--EXPECT--
rememberLocked: false false false false false false false false
within the time of a few
flexible: false false false false false false false false
within the time of a few
rememberLocked
flexible
