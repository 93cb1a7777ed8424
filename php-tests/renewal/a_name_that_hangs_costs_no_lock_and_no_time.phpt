--TEST--
A host name whose look-up hangs costs neither its own lock nor another one its life, and does not hold up the end of the process
--SKIPIF--
<?php
exec('unshare --mount true 2>&1', $output, $status);
if ($status !== 0) {
    die('skip only root may give a process name servers of its own, and not in every container: ' . implode(' ', $output));
}
--FILE--
<?php
require __DIR__ . '/renewal.inc';
const NAME_SERVER = '127.0.0.77';
$redis = RedisServer::start();
$folder = sys_get_temp_dir() . '/redislock-names-' . getmypid();
mkdir($folder);
file_put_contents("$folder/resolv.conf", 'nameserver ' . NAME_SERVER . "\n");
$names = proc_open(mortal(PHP_BINARY, '-n', __DIR__ . '/../support/names.php', NAME_SERVER, "$folder/stop"), [1 => ['pipe', 'w']], $pipes);
fgets($pipes[1]);

file_put_contents("$folder/script.php", '<?php' . <<<'PHP'

    [, $port, $stop, $ends] = $argv;
    $near = new RedisLock('near', 3, "redis://127.0.0.1:$port", autoRenew: true);
    $far = new RedisLock('far', 4, "redis://far.test:$port", autoRenew: true);
    var_dump($near->acquire(), $far->acquire());
    touch($stop);
    // A look-up that nobody answers takes ten seconds.
    for ($least = INF, $end = hrtime(true) + 6e9; hrtime(true) < $end; usleep(10_000)) {
        $least = min($least, $near->remaining());
    }
    var_dump($least > 1, $near->isHeld(), $far->remaining() > 0, RedisLock::stats()['lost']);
    file_put_contents($ends, hrtime(true));
    PHP);
$php = php_under_test('-n', ...extension_under_test(), ...["$folder/script.php", parse_url($redis->address(), PHP_URL_PORT), "$folder/stop", "$folder/ends"]);
$inside = "mount --bind $folder/resolv.conf /etc/resolv.conf && exec " . implode(' ', array_map(fn ($word) => escapeshellarg((string) $word), $php));
passthru('unshare --mount sh -c ' . escapeshellarg($inside) . ' 2>&1');
$took = (hrtime(true) - (int) file_get_contents("$folder/ends")) / 1e9;
echo $took < 2 ? 'ended' : "ended after $took s", "\n";
proc_terminate($names);
array_map('unlink', glob("$folder/*"));
rmdir($folder);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
ended
