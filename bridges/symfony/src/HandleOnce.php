<?php
// Owns that Messenger handles a message once: which messages, under which lock, and what Messenger is told of one that is not handled.
// Does not own the lock and its marker, which are RedisLock's, nor the key of a message (HandledOnce.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerInterface;
use RedisLock;
use RedisLockDoneException;
use RedisLockException;
use RedisLockLostException;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\InvalidArgumentException;
use Symfony\Component\Messenger\Exception\RecoverableMessageHandlingException;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Messenger\Middleware\StackInterface;
use Symfony\Component\Messenger\Stamp\ConsumedByWorkerStamp;
use Symfony\Component\Messenger\Stamp\FlushBatchHandlersStamp;
use Symfony\Component\Messenger\Stamp\NoAutoAckStamp;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;
use Symfony\Component\Messenger\Stamp\SentStamp;

/**
 * Handles a message that is a HandledOnce once for its key, however often its transport delivers it or it is dispatched.
 *
 *  - Handled before: it is acknowledged, and no handler is called.
 *  - Its handler throws: it is not done, and Messenger tries it again.
 *  - Another worker handles its key, or Redis is away: no handler is called, and Messenger tries it again, however often.
 *  - The lock did not last as long as the handler: an UnrecoverableMessageHandlingException, since another may have handled it, too.
 *
 * It is for messages that come from a transport. One that is handled where it is dispatched, also by a sync transport, is handled each
 * time, and so is one of a batch handler. A worker that dies between the handler and the release handles it again: what must never happen
 * twice needs a unique key in the database as well.
 */
final class HandleOnce implements MiddlewareInterface
{
    private const TEN_YEARS = 315_360_000;

    /** Milliseconds after which a message comes back that could not be locked. */
    private const RETRY_AFTER = 5_000;

    /**
     * @param float $doneFor How long a message counts as handled, in seconds, 0.001 to ten years. Default a day.
     * @param float $ttl Seconds after which another worker handles what a killed one began.
     * @param float $renewFor The most seconds for which the lock of a handler is kept.
     * @param string|null $server Where Redis is, as RedisLock takes it; not a quorum. null: redislock.server.
     *
     * @throws InvalidArgumentException An argument outside its limits.
     */
    public function __construct(
        private readonly float $doneFor = 86_400.0,
        private readonly float $ttl = 30.0,
        private readonly float $renewFor = 3_600.0,
        #[\SensitiveParameter] private readonly ?string $server = null,
        private readonly ?LoggerInterface $logger = null,
    ) {
        if (!($doneFor >= 0.001 && $doneFor <= self::TEN_YEARS)) {
            throw new InvalidArgumentException(sprintf('%s(): Argument #1 ($doneFor) must be 0.001 seconds to ten years, %s given.', __METHOD__, is_nan($doneFor) ? 'NAN' : $doneFor));
        }
        try {
            $this->lock('are these arguments?');
        } catch (\ValueError $error) {
            throw new InvalidArgumentException($error->getMessage(), 0, $error);
        }
    }

    public function handle(Envelope $envelope, StackInterface $stack): Envelope
    {
        $message = $envelope->getMessage();
        $received = self::isHandledWhereItIsDispatched($envelope) ? null : $envelope->last(ReceivedStamp::class);
        // To flush a batch Messenger sends its last message through the bus once more.
        if (!$message instanceof HandledOnce || $received === null || $envelope->last(FlushBatchHandlersStamp::class) !== null) {
            return $stack->next()->handle($envelope, $stack);
        }
        $key = sprintf('messenger:%s:%s:%s', $received->getTransportName(), $message::class, $message->handledOnceFor());
        $isCalled = false;
        $handled = null;
        try {
            return $this->lock($key)->run(function (RedisLock $lock) use ($envelope, $stack, &$isCalled, &$handled): Envelope {
                $isCalled = true;
                $handled = $stack->next()->handle($envelope, $stack);
                if ($handled->last(NoAutoAckStamp::class) !== null) {
                    // It waits in a batch, and nothing is done yet.
                    $lock->release();
                }

                return $handled;
            }, doneFor: $this->doneFor);
        } catch (RedisLockException $told) {
            if ($isCalled) {
                throw $handled !== null && $told instanceof RedisLockLostException
                    ? new UnrecoverableMessageHandlingException($told->getMessage(), 0, $told)
                    : $told;
            }
            if (!$told instanceof RedisLockDoneException) {
                // Before Symfony 7.2 its retry strategy alone knows delays, and each is longer than the last.
                $delay = method_exists(RecoverableMessageHandlingException::class, 'getRetryDelay') ? ['retryDelay' => self::RETRY_AFTER] : [];
                throw new RecoverableMessageHandlingException($told->getMessage(), 0, $told, ...$delay);
            }
            $this->logger?->info('Message {class} was handled before (acknowledging to transport): {message}.', ['class' => $message::class, 'message' => $told->getMessage()]);

            return $envelope;
        }
    }

    /** A sync transport stamps what it is sent as received, and no worker did. A transport that keeps envelopes in memory keeps both stamps. */
    private static function isHandledWhereItIsDispatched(Envelope $envelope): bool
    {
        return $envelope->last(SentStamp::class) !== null && $envelope->last(ConsumedByWorkerStamp::class) === null;
    }

    private function lock(string $key): RedisLock
    {
        return new RedisLock($key, $this->ttl, $this->server, autoRenew: true, renewFor: $this->renewFor);
    }
}
