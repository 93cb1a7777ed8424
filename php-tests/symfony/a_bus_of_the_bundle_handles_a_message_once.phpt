--TEST--
With the bundle a bus that names redislock_once handles a message with a key once, for as long as its configuration says
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
needs_symfony('Bundle/FrameworkBundle', 'php-symfony-framework-bundle');
--FILE--
<?php
require __DIR__ . '/once.inc';
require __DIR__ . '/kernel.inc';

use Symfony\Component\Messenger\Attribute\AsMessageHandler;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;

#[AsMessageHandler]
final class Bills
{
    public function __invoke(Bill $bill): void
    {
        echo "handles $bill->order\n";
    }
}

$redis = RedisServer::start();
$server = ['$server' => $redis->address()];
foreach (['redislock_once', ['redislock_once' => $server], ['redislock_once' => $server + ['$doneFor' => 60]]] as $middleware) {
    $redis->call('FLUSHALL');
    $kernel = application(['messenger' => ['buses' => ['bus' => ['middleware' => [$middleware]]]], 'services' => ['bills' => Bills::class]], 'bus');
    // What no transport delivered asks no Redis.
    $kernel->service('bus')->dispatch(new Bill('dispatched'));
    if (is_array($middleware)) {
        foreach (['first', 'second'] as $time) {
            $kernel->service('bus')->dispatch(new Bill($time), [new ReceivedStamp('async')]);
            $kernel->service('bus')->dispatch(new Bill($time), [new ReceivedStamp('async')]);
        }
        echo 'done for ', 60 * ceil($redis->call('TTL', 'messenger:async:Bill:first') / 60), " s\n";
    }
}
--EXPECT--
handles dispatched
handles dispatched
handles first
handles second
done for 86400 s
handles dispatched
handles first
handles second
done for 60 s
