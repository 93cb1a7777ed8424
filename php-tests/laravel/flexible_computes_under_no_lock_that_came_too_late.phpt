--TEST--
Whatever exception a lock throws before flexible() computes, it computes at once and reports it; what the callback throws comes out
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    use RedisLock\Laravel\{ArrayLock, ArrayStore, FlexibleRepository, Lock};

    app()->instance(Illuminate\Contracts\Debug\ExceptionHandler::class, new class(app()) extends Illuminate\Foundation\Exceptions\Handler {
        public function report(Throwable $reported): void
        {
            echo 'reported: ', get_class($reported), "\n";
        }
    });
    // It came with Laravel 11.
    method_exists(Illuminate\Cache\Repository::class, 'flexible') || Illuminate\Cache\Repository::macro('flexible', fn ($key, $ttl, $callback) => $callback());

    final class FailingLock extends ArrayLock
    {
        public ?Throwable $failure;

        public function computeOnce(callable $work, int|float $wait, callable $find): mixed
        {
            return $this->failure === null ? $work() : throw $this->failure;
        }
    }
    final class Failing extends FlexibleRepository
    {
        public ?Throwable $failure = null;

        protected function lockOf(string $key): Lock|ArrayLock
        {
            $lock = new FailingLock($this->store, [$key], 10);
            $lock->failure = $this->failure;

            return $lock;
        }
    }
    $cache = new Failing(new ArrayStore());
    foreach ([RedisLockLostException::class, RedisLockServerException::class, RedisLockConnectionException::class] as $class) {
        $cache->failure = new $class('no lock');
        echo $cache->flexible("of $class", [60, 120], fn () => 'computed'), "\n";
    }
    $cache->failure = null;
    try {
        $cache->flexible('thrown', [60, 120], fn () => throw new RedisLockLostException('of the callback'));
    } catch (RedisLockException $thrown) {
        echo $thrown->getMessage(), "\n";
    }
    PHP);
--EXPECT--
reported: RedisLockLostException
computed
reported: RedisLockServerException
computed
reported: RedisLockConnectionException
computed
of the callback
