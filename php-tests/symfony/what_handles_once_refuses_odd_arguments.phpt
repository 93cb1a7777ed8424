--TEST--
Arguments of the middleware that are outside their limits are refused before any message comes
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
use Symfony\Component\Messenger\Exception\InvalidArgumentException;

foreach ([['doneFor' => 0], ['doneFor' => 1e-9], ['doneFor' => NAN], ['doneFor' => 4e8], ['ttl' => 0], ['renewFor' => -1], ['server' => 'ftp://a']] as $arguments) {
    try {
        new HandleOnce(...$arguments);
        echo "taken\n";
    } catch (InvalidArgumentException $refused) {
        echo key($arguments), ': ', str_contains($refused->getMessage(), key($arguments)) ? 'refused by its name' : $refused->getMessage(), "\n";
    }
}
--EXPECT--
doneFor: refused by its name
doneFor: refused by its name
doneFor: refused by its name
doneFor: refused by its name
ttl: refused by its name
renewFor: refused by its name
server: refused by its name
