--TEST--
What an error handler or a __toString() throws while arguments are read comes out of the constructor, and no lock is made
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

final class Name
{
    public function __toString(): string
    {
        throw new DomainException('there is no name');
    }
}
set_error_handler(fn (int $level, string $message) => throw new ErrorException($message));
echo throws(fn () => new RedisLock(null)), "\n";
echo throws(fn () => new RedisLock('key', autoRelease: null)), "\n";
echo throws(fn () => new RedisLock(new Name())), "\n";
echo throws(fn () => new RedisLock('key', token: new Name())), "\n";
echo throws(fn () => new RedisLock('key', 10, new Name())), "\n";
--EXPECT--
ErrorException: RedisLock::__construct(): Passing null to parameter #1 ($key) of type array|string is deprecated
ErrorException: RedisLock::__construct(): Passing null to parameter #5 ($autoRelease) of type bool is deprecated
DomainException: there is no name
DomainException: there is no name
DomainException: there is no name
