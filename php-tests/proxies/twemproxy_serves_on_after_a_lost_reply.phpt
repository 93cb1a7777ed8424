--TEST--
Behind twemproxy, with a password and without, locks work on after a lost reply, after what twemproxy closes at, and after its restart
--SKIPIF--
<?php
exec('nutcracker -V 2>&1', $output, $status);
$status === 0 || die('skip there is no twemproxy (nutcracker) in PATH');
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// With a timeout twemproxy closes its connection to a silent Redis: the reply is lost for good.
foreach (['' => '', ':secret@' => "  redis_auth: secret\n  timeout: 300\n"] as $login => $more) {
    $redis = RedisServer::start(...($login === '' ? [] : ['--requirepass', 'secret']));
    $proxy = new ProxyProcess('twemproxy', $redis->port, $redis->folder, $more);
    $address = "redis://{$login}127.0.0.1:$proxy->port?io_timeout=" . 0.4 * STRETCH;
    $lock = fn (string $key, mixed ...$more): RedisLock => new RedisLock(test_key() . $key, 30, $address, ...$more);
    $held = $lock('held');
    $foreign = fn () => $redis->call('SET', test_key() . 'foreign', 'no token of ours', 'PX', '300');
    foreach ([
        'first' => $held->acquire(...),
        'Redis stands still' => fn () => [$redis->suspend(), throws($lock('a')->acquire(...)), throws($held->extend(...)), $redis->resume()],
        'twemproxy stands still' => fn () => [signal($proxy->pid(), 'STOP'), throws($lock('b')->acquire(...)), signal($proxy->pid(), 'CONT')],
        'replicas' => fn () => throws($lock('c', replicas: 1)->acquire(...)),
        'locks()' => fn () => throws(fn () => RedisLock::locks(server: $address)),
        'a holder that does not signal' => fn () => [$foreign(), $lock('foreign')->acquire(5) || exit('not acquired')],
        'Redis ends while it stands still' => fn () => [$redis->suspend(), throws($lock('d')->acquire(...)), $redis->restart()],
        'twemproxy ends' => $proxy->restart(...),
    ] as $what => $happens) {
        $happens();
        for ($cycles = 0; $cycles < 10; $cycles++) {
            $one = $lock("cycle-$cycles");
            if ([$one->acquire(), $one->extend(), $one->release()] !== [true, true, true]) {
                break;
            }
        }
        echo "$what: $cycles cycles\n";
    }
}
--EXPECT--
first: 10 cycles
Redis stands still: 10 cycles
twemproxy stands still: 10 cycles
replicas: 10 cycles
locks(): 10 cycles
a holder that does not signal: 10 cycles
Redis ends while it stands still: 10 cycles
twemproxy ends: 10 cycles
first: 10 cycles
Redis stands still: 10 cycles
twemproxy stands still: 10 cycles
replicas: 10 cycles
locks(): 10 cycles
a holder that does not signal: 10 cycles
Redis ends while it stands still: 10 cycles
twemproxy ends: 10 cycles
