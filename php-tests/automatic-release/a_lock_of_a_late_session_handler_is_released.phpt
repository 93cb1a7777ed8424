--TEST--
A lock that a session handler takes after the extension's own end of the request is released too
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$server = RedisServer::start();
$result = $server->php(<<<'PHP'
    final class Handler implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
    {
        private ?RedisLock $lock = null;
        public function open(string $path, string $name): bool { return true; }
        public function read(string $id): string { return ''; }
        public function destroy(string $id): bool { return true; }
        public function gc(int $lifetime): int { return 0; }
        public function close(): bool { return true; }
        public function create_sid(): string { return 'abc'; }
        public function validateId(string $id): bool { return true; }
        public function updateTimestamp(string $id, string $data): bool { return $this->write($id, $data); }
        public function write(string $id, string $data): bool
        {
            $this->lock = new RedisLock('session:abc', 60);
            fwrite(STDOUT, $this->lock->acquire() ? "written under the lock\n" : "refused\n");
            return true;
        }
    }
    ini_set('session.use_cookies', '0');
    session_set_save_handler(new Handler(), false);    // false: no shutdown function; PHP's own end of the session writes
    session_id('abc');
    session_start();
    $_SESSION['a'] = 1;
    PHP, ['session.cache_limiter' => '']);
echo $result->out, $result->err;
var_dump($server->call('DBSIZE'));
--EXPECT--
written under the lock
int(0)
