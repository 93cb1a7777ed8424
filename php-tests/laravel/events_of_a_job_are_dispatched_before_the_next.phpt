--TEST--
queue:work dispatches the events of a job's locks before the next job, those of what it left among them, and those of a job in time out
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start(), ini: ['redislock.events' => '100']);
$app->write('app/Kernel.php', <<<'PHP'
    <?php
    namespace App;

    class Kernel extends \Illuminate\Foundation\Console\Kernel
    {
        public function bootstrap()
        {
            parent::bootstrap();
            $this->app['events']->listen('RedisLock\Laravel\Events\Lock*', function (string $name, array $payload): void {
                if ($payload[0] instanceof \RedisLock\Laravel\Events\LockEvent) {
                    echo 'worked: ', class_basename($name), " {$payload[0]->name} ({$payload[0]->outcome})\n";
                }
            });
        }
    }
    PHP);
add_job($app, <<<'PHP'
    $held = new \RedisLock("left by $this->name", 600);
    $held->acquire() || exit(1);
    self::$kept[] = $held;
    if ($this->name === 'hanging') {
        sleep(60);
    }
    PHP, '', 'public static array $kept = []; public $timeout = ' . (int) ceil(SLOWNESS) . ';');
dispatch_job($app, 'first', 'second', 'hanging');
$result = $app->artisan('queue:work', '--max-jobs=3', '--stop-when-empty', '--sleep=0')->wait();
echo strtr(job_lines($result), [', ' => "\n"]), "\n";
var_dump($result->signal);
--EXPECT--
works on first
worked: LockAcquired left by first (free)
worked: LockReleased left by first (release_all)
works on second
worked: LockAcquired left by second (free)
worked: LockReleased left by second (release_all)
works on hanging
worked: LockAcquired left by hanging (free)
worked: LockReleased left by hanging (release_all)
int(9)
