--TEST--
Whatever way config/database.php names a Redis, it becomes an address that RedisLock takes
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    $tls = ['scheme' => 'tls', 'host' => 'h', 'port' => 1];
    $unchecked = ['verify_peer' => false, 'verify_peer_name' => false, 'capath' => '/x'];
    $nodes = fn (array $more = []) => [['host' => 'a', 'port' => 1] + $more, ['host' => '::1', 'port' => 2] + $more];
    $ways = [
        'IPv6' => ['x' => ['host' => '::1', 'port' => 1]],
        'a url alone' => ['x' => 'rediss://:a%2Fb@h:1/3'],
        'a url with IPv6' => ['x' => ['url' => 'redis://[::1]:1']],
        'any password' => ['x' => ['host' => 'h', 'port' => 1, 'password' => '@/:?#% ü']],
        'an empty password' => ['x' => ['host' => 'h', 'port' => 1, 'password' => '', 'username' => 'u']],
        'any path' => ['x' => ['scheme' => 'unix', 'host' => '/a b/?c%', 'path' => '/a b/?c%', 'port' => 0, 'database' => '5', 'password' => 'p']],
        'context' => ['x' => $tls + ['context' => ['stream' => ['cafile' => '/a b.pem', 'verify_peer' => true]], 'ssl' => ['cafile' => '/a b.pem', 'verify_peer' => true]]],
        'ciphers' => ['x' => $tls + ['context' => ['stream' => ['ciphers' => 'X', 'peer_name' => 'n']], 'ssl' => ['ciphers' => 'X', 'peer_name' => 'n']]],
        'nobody to trust' => ['x' => $tls + ['context' => ['ssl' => $unchecked], 'ssl' => $unchecked]],
        'a cluster' => ['options' => ['cluster' => 'redis', 'password' => 'p', 'parameters' => ['password' => 'p']], 'clusters' => ['x' => $nodes()]],
        'a cluster with TLS' => ['options' => ['cluster' => 'redis', 'context' => ['cafile' => '/c.pem'], 'parameters' => ['ssl' => ['cafile' => '/c.pem']]],
            'clusters' => ['x' => $nodes(['scheme' => 'tls'])]],
    ];
    foreach ($ways as $what => $settings) {
        foreach (['phpredis', 'predis'] as $client) {
            config(['database.redis' => ['client' => $client] + $settings]);
            $server = new RedisLock\Laravel\LockServer($app, $app['redis'], 'x', null);
            $addresses[$client] = (fn (): string => $this->address)->call($server);
            $server->lock(['k'], 1);
        }
        echo "$what: ", implode(' and ', array_unique($addresses)), "\n";
    }
    PHP);
--EXPECT--
IPv6: redis://[::1]:1/0
a url alone: rediss://:a%2Fb@h:1/3
a url with IPv6: redis://[::1]:1/0
any password: redis://:%40%2F%3A%3F%23%25%20%C3%BC@h:1/0
an empty password: redis://h:1/0
any path: unix://:p@/a%20b/%3Fc%25?db=5
context: rediss://h:1/0?cafile=%2Fa%20b.pem&verify_peer=1
ciphers: rediss://h:1/0?peer_name=n
nobody to trust: rediss://h:1/0?verify_peer=0
a cluster: redis-cluster://:p@a:1,[::1]:2
a cluster with TLS: rediss-cluster://a:1,[::1]:2?cafile=%2Fc.pem
