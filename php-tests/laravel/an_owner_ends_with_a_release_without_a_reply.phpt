--TEST--
After a release without a reply the next lease has another owner, also if the last one was read before; where phpredis packs values a read one stays
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$name = 'laravel_database_laravel_cache:foo';
foreach (['nothing is read' => '', 'its owner is read before' => '$lock->owner();'] as $what => $before) {
    foreach ([0, 1] as $serializer) {
        $redis = RedisServer::start();
        $app = new LaravelApp($redis, ['options.serializer' => $serializer, 'default.read_timeout' => 0.5]);
        $worker = $app->background(<<<PHP
            \$lock = Cache::lock('foo', 60);
            $before
            var_dump(\$lock->get());
            echo "held\n";
            fgets(STDIN);
            var_dump(\$lock->release());
            echo "asked\n";
            fgets(STDIN);
            var_dump(\$lock->get());
            echo "held again\n";
            fgets(STDIN);
            PHP);
        $worker->waitForLine('held');
        $first = $redis->call('GET', $name);
        $redis->suspend();
        $worker->say();
        $worker->waitForLine('asked');
        $redis->resume();
        // What of it is not released late ends with its seconds.
        $redis->call('DEL', $name);
        $worker->say();
        $worker->waitForLine('held again');
        echo $what, $serializer ? ', packed: ' : ': ', $redis->call('GET', $name) === $first ? 'the same' : 'another', "\n";
        $worker->say();
        $worker->wait();
    }
}
--EXPECT--
nothing is read: another
nothing is read, packed: another
its owner is read before: another
its owner is read before, packed: the same
