--TEST--
What Laravel promises of unique jobs: their lock lasts over retries and releases, and is free after success, failure and, if so chosen, the start
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$tell = function (string $what, string $does, string $more = '', string $until = '') use ($app, $redis): void {
    add_job($app, $does, '', 'public $uniqueFor = 3600;');
    $app->write('app/Jobs/Unique.php', "<?php namespace App\Jobs; class Unique extends Work implements \Illuminate\Contracts\Queue\ShouldBeUnique$until { $more }");
    $app->run('foreach ([1, 2] as $_) { App\Jobs\Unique::dispatch("it"); }');
    echo "$what: ", $redis->call('LLEN', 'laravel_database_queues:default'), ' queued';
    foreach (['once', 'again'] as $turn) {
        echo "; $turn: ", job_lines(work($app)->wait()), ', ', locks($app) === 'none' ? 'free' : 'locked';
    }
    echo "\n";
    $redis->call('FLUSHALL');
};
$tell('succeeds', 'echo "worked\n";');
$tell('fails', 'throw new \DomainException();', 'public $tries = 1;');
$tell('fails and is tried again', 'throw new \DomainException();', 'public $tries = 2;');
$tell('goes back to the queue', '$this->release();', 'public $tries = 1;');
$tell('is unique until it starts', 'throw new \DomainException();', 'public $tries = 2;', 'UntilProcessing');
--EXPECT--
succeeds: 1 queued; once: works on it, worked, free; again: nothing, free
fails: 1 queued; once: works on it, free; again: nothing, free
fails and is tried again: 1 queued; once: works on it, locked; again: works on it, free
goes back to the queue: 1 queued; once: works on it, locked; again: nothing, free
is unique until it starts: 1 queued; once: works on it, free; again: works on it, free
