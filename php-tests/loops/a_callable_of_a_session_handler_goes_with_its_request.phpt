--TEST--
A callable that a session's handler sets as the last of a request, after the extension's own end of it, is gone in the next request of the process
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 600, $redis->address());
$holder->acquire() || print("not acquired\n");

$port = free_port();
$server = $redis->background('const KEY = ' . var_export(test_key(), true) . ';' . <<<'PHP'
    final class Late implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
    {
        public function open(string $path, string $name): bool { return true; }
        public function close(): bool { return true; }
        public function destroy(string $id): bool { return true; }
        public function gc(int $lifetime): int { return 0; }
        // PHP 8.6 warns of a handler without these two.
        public function create_sid(): string { return session_create_id(); }
        public function validateId(string $id): bool { return true; }
        public function updateTimestamp(string $id, string $data): bool { return $this->write($id, $data); }
        public function read(string $id): string { return ''; }
        public function write(string $id, string $data): bool
        {
            $calls = 0;
            RedisLock::waitUsing(function () use (&$calls): bool {
                usleep(1000 * ++$calls);
                return true;
            });
            return true;
        }
    }
    match ($_GET['do'] ?? '') {
        // Not at shutdown, when the extension's own end of the request is still to come.
        'set' => session_set_save_handler(new Late(), false) && session_start() && print('set'),
        'wait' => print((new RedisLock(KEY, 600))->acquire(0.3) ? 'acquired' : 'refused'),
        'ask' => print(RedisLock::waitUsing(null) === null ? 'no callable' : 'a callable'),
        '' => print('ready'),
    };
    PHP, ['session.use_cookies' => '0'], ['-S', "127.0.0.1:$port"]);
$ask = fn (string $do): string => (string) @file_get_contents("http://127.0.0.1:$port/?do=$do");
eventually(PATIENCE, fn (): bool => $ask('') === 'ready');
foreach (['set', 'wait', 'set', 'ask', 'wait'] as $do) {
    echo "$do: ", $ask($do), "\n";
}
--EXPECT--
set: set
wait: refused
set: set
ask: no callable
wait: refused
