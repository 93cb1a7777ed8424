<?php
// Owns what RedisLock::waitUsing() is given in each event loop: how one wait suspends its fiber or coroutine until a socket is ready.
// Does not run loops, nor start fibers and coroutines: where there is none, a wait blocks its thread, as without this class.

declare(strict_types=1);

namespace RedisLock;

use React\EventLoop\Loop;
use React\EventLoop\LoopInterface;
use React\Promise\Deferred;
use Revolt\EventLoop as Revolt;
use Swoole\Coroutine;
use Swoole\Event;
use Swoole\Timer;

use function React\Async\await;

/**
 * Lets the other fibers or coroutines of a program run while one of them waits for a lock.
 *
 *     RedisLock::waitUsing(RedisLock\EventLoop::swoole());
 *
 * Called once, where the program or its worker begins. What each function returns is called by waits alone: acquire() and run() with a
 * wait, scan() and locks(). It returns true when the wait may go on, and false where nothing can be suspended: that wait blocks.
 */
final class EventLoop
{
    /**
     * For a scheduler of one's own. A wait is Fiber::suspend([$stream, $write, $seconds]): resume the fiber when the stream is readable (or,
     * with $write, writable), at the latest after so many seconds; a null stream is only a pause. What resume() passes is ignored. The
     * stream is for stream_select() alone, and only until then. Not for a loop with fibers of its own, such as Revolt's.
     *
     *     [$stream, $write, $seconds] = $fiber->start();
     *
     * @return \Closure(resource|null, bool, float): bool
     */
    public static function fiber(): \Closure
    {
        return static function ($stream, bool $write, float $seconds): bool {
            try {
                \Fiber::suspend([$stream, $write, $seconds]);
            } catch (\FiberError) {
                // No fiber, or one that is being destroyed: its `finally` may wait for a lock.
                return false;
            }

            return true;
        };
    }

    /**
     * For Revolt, and so for Amp and for Workerman's Fiber loop. A wait outside of all fibers runs the loop meanwhile.
     *
     * @return \Closure(resource|null, bool, float): bool
     *
     * @throws \LogicException The package revolt/event-loop is not installed.
     */
    public static function revolt(): \Closure
    {
        self::need('revolt', class_exists(Revolt::class), 'the package revolt/event-loop: composer require revolt/event-loop');

        return static function ($stream, bool $write, float $seconds): bool {
            $suspension = Revolt::getSuspension();
            $resume = static function () use ($suspension): void {
                $suspension->resume();
            };
            $callbacks = [Revolt::delay($seconds, $resume)];
            if ($stream !== null) {
                $callbacks[] = $write ? Revolt::onWritable($stream, $resume) : Revolt::onReadable($stream, $resume);
            }
            try {
                $suspension->suspend();
            } catch (\FiberError) {
                return false;
            } finally {
                foreach ($callbacks as $callback) {
                    Revolt::cancel($callback);
                }
            }

            return true;
        };
    }

    /**
     * For ReactPHP with react/async, in functions that async() runs. A wait in a plain callback blocks; one outside of the loop runs it
     * meanwhile. cancel() of async()'s promise ends the wait by a RuntimeException.
     *
     * @return \Closure(resource|null, bool, float): bool
     *
     * @throws \LogicException The package react/async is not installed.
     */
    public static function react(): \Closure
    {
        self::need('react', \function_exists('React\Async\await'), 'the package react/async 4: composer require react/async');

        return static function ($stream, bool $write, float $seconds): bool {
            if (self::isPlainCallback()) {
                return false;
            }
            $ready = new Deferred(static fn () => throw new \RuntimeException('the wait for a lock was cancelled'));
            $resolve = static function () use ($ready): void {
                $ready->resolve(null);
            };
            $timer = Loop::addTimer($seconds, $resolve);
            if ($stream !== null) {
                $write ? Loop::addWriteStream($stream, $resolve) : Loop::addReadStream($stream, $resolve);
            }
            try {
                await($ready->promise());
            } catch (\FiberError) {
                return false;
            } finally {
                Loop::cancelTimer($timer);
                if ($stream !== null) {
                    $write ? Loop::removeWriteStream($stream) : Loop::removeReadStream($stream);
                }
            }

            return true;
        };
    }

    /**
     * For Swoole's coroutines, and so for Hyperf and for Workerman's Swoole loop. Coroutine::cancel() ends the wait by a RuntimeException.
     *
     * @return \Closure(resource|null, bool, float): bool
     *
     * @throws \LogicException PHP's extension swoole is not loaded.
     */
    public static function swoole(): \Closure
    {
        self::need('swoole', \extension_loaded('swoole'), "PHP's extension swoole, which is not loaded");

        return static function ($stream, bool $write, float $seconds): bool {
            $id = Coroutine::getCid();
            if ($id < 0) {
                return false;
            }
            // Not Coroutine\System::waitEvent(): in Swoole 6.2.2 PHP crashes when its event and its timeout come in one turn of the loop.
            $isWaiting = true;
            $resume = static function () use ($id, &$isWaiting): void {
                if ($isWaiting) {
                    $isWaiting = false;
                    Coroutine::resume($id);
                }
            };
            $timer = Timer::after(max(1, (int) ceil(1000 * $seconds)), $resume);
            if ($stream !== null) {
                Event::add($stream, $resume, $resume, $write ? \SWOOLE_EVENT_WRITE : \SWOOLE_EVENT_READ);
            }
            try {
                Coroutine::yield();
                if (Coroutine::isCanceled()) {
                    throw new \RuntimeException('the wait for a lock was cancelled');
                }
            } finally {
                $isWaiting = false;
                Timer::clear($timer);
                if ($stream !== null) {
                    Event::del($stream);
                }
            }

            return true;
        };
    }

    /** Whether ReactPHP's loop itself calls: suspended, it would call the same callback once more. */
    private static function isPlainCallback(): bool
    {
        foreach (debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
            $class = $frame['class'] ?? '';
            if ($class === \Fiber::class) {
                return false;
            }
            if ($frame['function'] === 'run' && is_a($class, LoopInterface::class, true)) {
                return true;
            }
        }

        return false;
    }

    private static function need(string $function, bool $installed, string $what): void
    {
        if (!$installed) {
            throw new \LogicException("RedisLock\EventLoop::$function() needs $what");
        }
    }
}
