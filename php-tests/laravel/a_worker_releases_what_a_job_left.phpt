--TEST--
After each job queue:work releases what it left and reports it; a job inside a job leaves the outer one's locks alone
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start());
$app->write('config/logging.php', '<?php return ["default" => "file", "channels" => ["file" => ["driver" => "single", "path" => storage_path("logs/laravel.log")]]];');
add_job($app, <<<'PHP'
    $held = new \RedisLock("left by $this->name", 600);
    echo 'worked: ', implode(' ', array_column(\RedisLock::locks('left*'), 'key')) ?: 'none', " are held\n";
    if ($this->name === 'inner') {
        return;
    }
    $held->acquire() || exit(1);
    self::$kept[] = $held;
    config(['queue.connections.sync' => ['driver' => 'sync']]);
    self::dispatchSync('inner');
    if ($this->name === 'failing') {
        throw new \RuntimeException('this job fails');
    }
    PHP, '', 'public static array $kept = [];');
dispatch_job($app, 'first', 'failing', 'third');
$result = $app->artisan('queue:work', '--max-jobs=3', '--stop-when-empty', '--sleep=0')->wait();
echo strtr(job_lines($result), [', ' => "\n"]), "\n";
preg_match_all('/testing\.ERROR: (locks were still[^{]*?)[ "]*\{("keys":\[[^\]]*\])/', file_get_contents("$app->folder/storage/logs/laravel.log"), $reports, PREG_SET_ORDER);
foreach ($reports as [, $message, $context]) {
    echo strstr($message, ';', true), ": $context\n";
}
--EXPECT--
works on first
worked: none are held
works on inner
worked: left by first are held
works on failing
worked: none are held
works on inner
worked: left by failing are held
works on third
worked: none are held
works on inner
worked: left by third are held
locks were still held at the end of a request, task or job of this worker, and were released: "left by first": "keys":["left by first"]
locks were still held at the end of a request, task or job of this worker, and were released: "left by failing": "keys":["left by failing"]
locks were still held at the end of a request, task or job of this worker, and were released: "left by third": "keys":["left by third"]
