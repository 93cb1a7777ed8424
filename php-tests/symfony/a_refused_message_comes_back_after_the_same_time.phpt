--TEST--
A message that is refused again and again comes back after the same time where Messenger lets an exception say so, and not later each time
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--FILE--
<?php
require __DIR__ . '/once.inc';

use RedisLock\Symfony\HandleOnce;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\RecoverableMessageHandlingException;
use Symfony\Component\Messenger\Middleware\StackMiddleware;
use Symfony\Component\Messenger\Stamp\{ConsumedByWorkerStamp, ReceivedStamp};

// That of Symfony 7.2, where the one that is installed is older.
$installed = file_get_contents(dirname(symfony('Component/Messenger')) . '/Exception/RecoverableMessageHandlingException.php');
str_contains($installed, 'getRetryDelay') || eval('namespace Symfony\Component\Messenger\Exception;
    class RecoverableMessageHandlingException extends RuntimeException implements RecoverableExceptionInterface
    {
        public function __construct(string $message = "", int $code = 0, ?\Throwable $previous = null, private readonly ?int $retryDelay = null)
        {
            parent::__construct($message, $code, $previous);
        }

        public function getRetryDelay(): ?int
        {
            return $this->retryDelay;
        }
    }');
$redis = RedisServer::start();
$middleware = new HandleOnce(server: $redis->address() . '?io_timeout=0.2');
$refused = function () use ($middleware): void {
    try {
        $middleware->handle(new Envelope(new Bill('1'), [new ReceivedStamp('async'), new ConsumedByWorkerStamp()]), new StackMiddleware());
    } catch (RecoverableMessageHandlingException $told) {
        echo get_class($told->getPrevious()), ': after ', $told->getRetryDelay() ?? 'longer each time: no', " ms\n";
    }
};
$lock = new RedisLock('messenger:async:Bill:1', 60, $redis->address());
$lock->acquire() || print("not acquired\n");
$refused();
$redis->suspend();
$refused();
$redis->resume();
--EXPECT--
RedisLockNotAcquiredException: after 5000 ms
RedisLockConnectionException: after 5000 ms
