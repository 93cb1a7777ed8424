--TEST--
The timeouts that an application sets for its connection are those of its locks; what it does not set is php.ini's
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    $host = ['host' => 'h', 'port' => 1];
    $ways = [
        'none' => ['x' => $host],
        'both' => ['x' => $host + ['timeout' => 2, 'read_timeout' => '30']],
        'for all connections' => ['x' => $host, 'options' => ['timeout' => 0.5, 'read_timeout' => 3]],
        'in the url' => ['x' => ['url' => 'redis://h:1?timeout=2&read_timeout=30']],
        'no limit' => ['x' => $host + ['timeout' => 0, 'read_timeout' => -1]],
        'too long and too short' => ['x' => $host + ['timeout' => 3600, 'read_timeout' => 0.0001]],
        'no number' => ['x' => $host + ['timeout' => 1, 'read_timeout' => '']],
        'with TLS' => ['x' => $host + ['scheme' => 'tls', 'timeout' => 2, 'context' => ['ssl' => ['peer_name' => 'n']], 'ssl' => ['peer_name' => 'n']]],
        'a socket' => ['x' => ['scheme' => 'unix', 'host' => '/s', 'path' => '/s', 'port' => 0, 'read_timeout' => 5]],
        'a cluster' => ['options' => ['cluster' => 'redis', 'timeout' => 2, 'read_timeout' => 4], 'clusters' => ['x' => [$host]]],
    ];
    foreach ($ways as $what => $settings) {
        foreach (['phpredis', 'predis'] as $client) {
            config(['database.redis' => ['client' => $client] + $settings]);
            $server = new RedisLock\Laravel\LockServer($app, $app['redis'], 'x', null);
            $addresses[$client] = (fn (): string => $this->address)->call($server);
        }
        echo "$what: ", implode(' and ', array_unique($addresses)), "\n";
    }
    config(['database.redis' => ['client' => 'predis', 'x' => $host + ['read_write_timeout' => 7]]]);
    echo "predis's own name: ", (fn (): string => $this->address)->call(new RedisLock\Laravel\LockServer($app, $app['redis'], 'x', null)), "\n";
    config(['database.redis' => ['client' => 'predis', 'x' => $host + ['read_timeout' => 7]]]);
    echo 'an address of RedisLock: ', (fn (): string => $this->address)->call(new RedisLock\Laravel\LockServer($app, $app['redis'], 'x', 'redis://a')), "\n";
    PHP);
--EXPECT--
none: redis://h:1/0
both: redis://h:1/0?connect_timeout=2&io_timeout=30
for all connections: redis://h:1/0?connect_timeout=0.5&io_timeout=3
in the url: redis://h:1/0?connect_timeout=2&io_timeout=30
no limit: redis://h:1/0
too long and too short: redis://h:1/0?connect_timeout=60&io_timeout=0.01
no number: redis://h:1/0?connect_timeout=1
with TLS: rediss://h:1/0?peer_name=n&connect_timeout=2
a socket: unix:///s?db=0&io_timeout=5
a cluster: redis-cluster://h:1?connect_timeout=2&io_timeout=4
predis's own name: redis://h:1/0?io_timeout=7
an address of RedisLock: redis://a
