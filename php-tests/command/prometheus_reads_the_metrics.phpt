--TEST--
A Prometheus that scrapes what redislock metrics writes can be queried for locks by name
--SKIPIF--
<?php
exec('prometheus --version 2>/dev/null', result_code: $code);
$code === 0 || die('skip prometheus is not installed');
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
foreach (['orders:1', 'orders:2', "we\"ird\\\n"] as $key) {
    $redis->call('SET', $key, 'rl_0123456789abcdef0123456789abcdef@web1@20260101T000000Z', 'EX', '600');
}
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
[$files, $port] = [free_port(), free_port()];
redislock($redis, ['metrics', '--output', "$folder/metrics"]);
// Prometheus 3 reads no text whose type it is not told.
file_put_contents("$folder/serve.php", '<?php header("Content-Type: text/plain; version=0.0.4"); readfile(__DIR__ . "/metrics");');
file_put_contents("$folder/prometheus.yml", json_encode(['scrape_configs' => [['job_name' => 'locks', 'scrape_interval' => '1s', 'static_configs' => [['targets' => ["127.0.0.1:$files"]]]]]]));
$processes = array_map(fn (array $line) => proc_open($line, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$folder/log", 'a']], $pipes, $folder), [
    mortal(PHP_BINARY, '-n', '-S', "127.0.0.1:$files", "$folder/serve.php"),
    mortal('prometheus', "--config.file=$folder/prometheus.yml", "--storage.tsdb.path=$folder/data", "--web.listen-address=127.0.0.1:$port"),
]);
$query = function (string $expression) use ($port): array {
    $answer = json_decode((string) @file_get_contents("http://127.0.0.1:$port/api/v1/query?query=" . rawurlencode($expression)), true);

    return array_map(fn (array $one): string => ($one['metric']['name'] ?? '') . " {$one['value'][1]}", $answer['data']['result'] ?? []);
};
eventually(60.0, fn (): bool => $query('redislock_up == 1') !== []);
$held = $query('redislock_held');
sort($held);
echo implode("\n", $held), "\n", implode($query('redislock_oldest_seconds{name="orders:*"} > 86400 > bool 0')), "\n";
array_map(fn ($process) => proc_terminate($process, SIGKILL), $processes);
array_map(proc_close(...), $processes);
exec('rm -r ' . escapeshellarg($folder));
--EXPECT--
orders:* 2
we"ird\\x0a 1
orders:* 1
