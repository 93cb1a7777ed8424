<?php
// Owns what a message says that is to be handled once.
// Does not see to it (HandleOnce.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

/**
 * A message that HandleOnce handles once for each key.
 *
 *     final class BillOrder implements HandledOnce
 *     {
 *         public function __construct(public int $order) {}
 *         public function handledOnceFor(): string { return "order:$this->order"; }
 *     }
 */
interface HandledOnce
{
    /** The key of the work, the same for every message that asks for it. Other classes and transports have keys of their own. */
    public function handledOnceFor(): string;
}
