<?php
// Owns the exception for what Symfony's locks can and RedisLock cannot.
// Does not decide when it is thrown (RedisLockStore.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\Lock\Exception\ExceptionInterface;

/** Read locks were asked for. Symfony's own exception of this name ended with its version 6. */
final class NotSupportedException extends \LogicException implements ExceptionInterface
{
}
