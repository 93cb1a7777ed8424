--TEST--
rememberLocked() keeps false and all other values but null, as remember() does, and does so in Redis, in memory and in the array store
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$memory = ['driver' => 'redislock', 'connection' => 'cache', 'server' => 'memory:'];
$app = new LaravelApp(RedisServer::start(), [], ['stores.memory' => $memory, 'stores.array' => ['driver' => 'array']]);
$app->run(<<<'PHP'
    foreach (['redis', 'memory', 'array'] as $store) {
        Cache::store($store)->flush();
        $told = [];
        foreach (['remember', 'rememberLocked'] as $method) {
            foreach (['false' => false, 'true' => true, 'no text' => '', 'list' => [], 'null' => null, 'text' => 'a'] as $what => $value) {
                $calls = 0;
                $get = function () use ($store, $method, $what, $value, &$calls) {
                    return Cache::store($store)->$method("$method $what", 60, function () use ($value, &$calls) {
                        $calls++;

                        return $value;
                    });
                };
                $told[$method][$what] = [$get(), $get(), $calls];
            }
        }
        $told['remember'] == $told['rememberLocked'] || print(json_encode($told['remember']) . "\n");
        echo "$store: ", json_encode($told['rememberLocked']), "\n";

        $cache = Cache::store($store);
        try {
            $cache->rememberLocked('fails', 60, fn () => throw new DomainException('not computed'));
        } catch (DomainException $thrown) {
            echo $thrown->getMessage(), ', then ', $cache->rememberLocked('fails', fn () => now()->addMinute(), fn () => 'computed'), "\n";
        }
        // A lock that was lost meanwhile fails no value.
        echo $cache->rememberLocked('lost', 60, fn () => $cache->lock('lost:computing')->forceRelease() . 'value'), ', ', $cache->get('lost'), "\n";
        $holder = $cache->lock('busy:computing', 60);
        $holder->get();
        try {
            $cache->rememberLocked('busy', 60, fn () => 'computed', wait: 0.3);
        } catch (Illuminate\Contracts\Cache\LockTimeoutException) {
            echo "timed out\n";
        }
        $cache->put('busy', 'there already', 60);
        echo $cache->rememberLocked('busy', 60, fn () => 'computed', wait: 0), ', ', $cache->rememberLocked(42, 60, fn () => 'a number'), "\n";
    }
    PHP);
--EXPECT--
redis: {"false":[false,false,1],"true":[true,true,1],"no text":["","",1],"list":[[],[],1],"null":[null,null,2],"text":["a","a",1]}
not computed, then computed
value, value
timed out
there already, a number
memory: {"false":[false,false,1],"true":[true,true,1],"no text":["","",1],"list":[[],[],1],"null":[null,null,2],"text":["a","a",1]}
not computed, then computed
value, value
timed out
there already, a number
array: {"false":[false,false,1],"true":[true,true,1],"no text":["","",1],"list":[[],[],1],"null":[null,null,2],"text":["a","a",1]}
not computed, then computed
value, value
timed out
there already, a number
