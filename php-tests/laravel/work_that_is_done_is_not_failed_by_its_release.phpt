--TEST--
Without a reply to the release get(), block() and release() do not fail finished work: the unknown outcome is reported, and after the deadline it is a loss
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$process = $app->background(<<<PHP
    app(Illuminate\Contracts\Debug\ExceptionHandler::class)->reportable(function (RedisLockException \$e) {
        echo '  reported: ', get_class(\$e), preg_replace('/.*; what/', ': what', \$e->getMessage()), "\\n";

        return false;
    });
    function await(string \$what) { file_put_contents("$app->folder/\$what", ""); do { usleep(1000); clearstatcache(); } while (is_file("$app->folder/\$what")); }
    function stall() { await('stall'); return 'done'; }
    \$ways = [
        'get' => fn () => Cache::lock('a', 60)->get(stall(...)),
        'block' => fn () => Cache::lock('b', 60)->block(1, stall(...)),
        'release' => fn () => (\$lock = Cache::lock('c', 60))->get() && stall() && \$lock->release(),
        'release of a given owner' => fn () => (\$lock = Cache::lock('d', 60, 'me'))->get() && stall() && \$lock->release(),
        'restored' => fn () => (\$lock = Cache::lock('e', 60))->get() && stall() && Cache::restoreLock('e', \$lock->owner())->release(),
        'get after its seconds' => fn () => Cache::lock('f', 1)->get(function () { stall(); sleep(1); return 'too late'; }),
        'release after its seconds' => fn () => (\$lock = Cache::lock('g', 1))->get() && stall() && sleep(1) === 0 && \$lock->release(),
        'thrown' => fn () => Cache::lock('h', 60)->get(fn () => throw new DomainException(stall())),
    ];
    foreach (\$ways as \$how => \$way) {
        try {
            \$answer = json_encode(\$way());
            echo "\$how: \$answer\\n";
        } catch (Throwable \$e) {
            echo "\$how: ", get_class(\$e), isset(\$e->result) ? " with \$e->result" : '', "\\n";
        }
        await('resume');
    }
    PHP, ['redislock.io_timeout' => '0.3']);
while ($process->isRunning()) {
    foreach (['stall' => $redis->suspend(...), 'resume' => $redis->resume(...)] as $wanted => $does) {
        if (is_file("$app->folder/$wanted")) {
            $does();
            unlink("$app->folder/$wanted");
        }
    }
    usleep(1000);
}
$result = $process->wait();
echo $result->out, $result->err;
--EXPECT--
  reported: RedisLockConnectionException: what it guarded was done in time, and whether it is free now is not known
get: "done"
  reported: RedisLockConnectionException: what it guarded was done in time, and whether it is free now is not known
block: "done"
  reported: RedisLockConnectionException: what it guarded was done in time, and whether it is free now is not known
release: false
  reported: RedisLockConnectionException: what it guarded was done in time, and whether it is free now is not known
release of a given owner: false
restored: RedisLockConnectionException
get after its seconds: RedisLockLostException with too late
release after its seconds: RedisLockLostException
  reported: RedisLockConnectionException: what it guarded was done in time, and whether it is free now is not known
thrown: DomainException
