--TEST--
Under php-fpm what PHP releases after the end of a request goes to listeners with the next one, and is in no panel
--EXTENSIONS--
ctype
dom
iconv
mbstring
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Bundle/WebProfilerBundle', 'php-symfony-web-profiler-bundle');
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/../fpm/pool.inc';

$redis = RedisServer::start();
$ini = ['extension' => ['ctype', 'dom', 'iconv', 'mbstring', 'tokenizer'], 'redislock.events' => '100', 'redislock.server' => $redis->address()];
$fpm = Fpm::start(['www' => ['pm.max_children' => '1']], [...extension_under_test(), ...ini_options($ini)]);
$work = 'require ' . var_export(__DIR__ . '/profiler.inc', true) . ';' . <<<'PHP'
    use RedisLock\Symfony\LockEventsTaken;

    final class Kept
    {
        public static RedisLock $lock;
    }
    $kernel = application_with_profiler();
    $kernel->service('event_dispatcher')->addListener(LockEventsTaken::class, function (LockEventsTaken $taken): void {
        foreach ($taken->events as $event) {
            echo "listener: $event[key] $event[event] ($event[outcome])\n";
        }
    });
    $token = profile($kernel, function (): void {
        Kept::$lock = new RedisLock(NAME, 60);
        Kept::$lock->acquire() || exit(1);
    });
    echo preg_replace('/.*held when.*\K|^.*\n/m', '', panel_text(profiler_page($kernel, "/_profiler/$token?panel=redislock")));
    PHP;
foreach (['first', 'second'] as $name) {
    echo "-- $name\n", $fpm->run("const NAME = '$name'; $work");
}
echo $fpm->troubles();
--EXPECT--
-- first
listener: first acquired (free)
first | – | – | still held when the profile was written / free
-- second
listener: first released (request)
listener: second acquired (free)
second | – | – | still held when the profile was written / free
