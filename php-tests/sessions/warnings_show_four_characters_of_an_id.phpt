--TEST--
No warning and no exception of the handlers shows more than the first four characters of a session's id, nor do their traces
--EXTENSIONS--
igbinary
redis
session
--INI--
zend.exception_ignore_args=0
zend.exception_string_param_max_len=1000
error_reporting=8191
--FILE--
<?php
require __DIR__ . '/session.inc';
array_map(fn (string $file) => require __DIR__ . "/../../bridges/php/src/Session/$file.php", ['LockedHandler', 'RedisHandler']);
require __DIR__ . '/plain_files.inc';

use RedisLock\Session\{LockedHandler, RedisHandler};

$redis = RedisServer::start();
$client = new Redis();
$client->connect('127.0.0.1', $redis->port);
$client->setOption(Redis::OPT_MAX_RETRIES, 0);
$texts = [];
set_error_handler(function (int $level, string $message) use (&$texts): bool {
    // With what error trackers see of the calls.
    str_starts_with($message, 'RedisLock') && $texts[] = "$message\n" . new Exception();

    return true;
});
$ids = ['qwxz' . str_repeat('y', 28), "qwxz\"\x01\\\xff" . str_repeat('y', 250), 'qwxz:rl-yyyy'];
$handlers = fn (string $prefix = 'PHPREDIS_SESSION:'): array => array_map(
    fn (SessionHandlerInterface $inner): LockedHandler => new LockedHandler($inner, $prefix, wait: INF, server: $redis->address()),
    [new RedisHandler($client), new PlainFiles($redis->folder)],
);
foreach ($ids as $id) {
    [[$first, $second], [$other]] = [$handlers(), $handlers(str_repeat('p', 20))];
    foreach ([fn () => $first->read($id), fn () => $second->read($id), fn () => $first->write($id, 'data'),
        fn () => $redis->call('DEL', "PHPREDIS_SESSION:{$id}_LOCK"), fn () => $first->write($id, 'data'), fn () => $other->read($id),
        fn () => $first->close(), fn () => $second->read($id), fn () => $redis->stop(), fn () => $second->write($id, 'data'), fn () => $first->read($id),
        fn () => $other->write($id, 'data'), fn () => $other->updateTimestamp($id, 'data'), fn () => $first->destroy($id), fn () => $first->validateId($id),
        fn () => (new RedisHandler($client))->read($id), fn () => (new RedisHandler($client))->write($id, 'data'), fn () => $redis->restart()] as $call) {
        try {
            $call();
        } catch (Throwable $thrown) {
            $texts[] = (string) $thrown;
        }
    }
}
// What this file itself passes on is no call of the handlers.
$texts = array_map(fn (string $text): string => preg_replace('/^#\d+ \S*characters_of_an_id\.php\(.*\n/m', '', $text), $texts);
var_dump(count($texts) > 30, preg_grep('/qwxz(?!\.\.\.)/', $texts));
--EXPECT--
bool(true)
array(0) {
}
