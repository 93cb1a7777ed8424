--TEST--
Workers with predis, workers with phpredis and workers with Laravel's own lock exclude each other on one name
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$redis = RedisServer::start();
$apps = [];
foreach (['phpredis', 'predis'] as $client) {
    $apps[$client] = new LaravelApp($redis, ['client' => $client, 'options.prefix' => 'pre:']);
}
foreach ([['phpredis', 'predis'], ['predis', 'phpredis']] as [$one, $two]) {
    foreach (['redis', 'laravel'] as $store) {
        $owner = $apps[$one]->php("\$lock = Cache::store('$store')->lock('foo', 60); echo \$lock->get() ? \$lock->owner() : 'refused';")->out;
        echo "$one holds by $store, $two: ";
        $apps[$two]->run(<<<PHP
            foreach (['redis', 'laravel'] as \$store) {
                echo Cache::store(\$store)->lock('foo', 60)->get() ? 'acquired ' : 'refused ';
            }
            echo Cache::restoreLock('foo', '$owner')->release() ? "restored\n" : "not restored\n";
            PHP);
    }
}
--EXPECT--
phpredis holds by redis, predis: refused refused restored
phpredis holds by laravel, predis: refused refused restored
predis holds by redis, phpredis: refused refused restored
predis holds by laravel, phpredis: refused refused restored
