--TEST--
redislock run does not pass Ctrl-C on to a command in the same terminal, which gets it by itself
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
    die('skip only Linux tells that a signal came from the terminal');
}
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
// A byte for each that arrives, however close they are.
$script = <<<'END'
import os, signal, time
near, far = os.pipe()
os.set_blocking(far, False)
signal.signal(signal.SIGINT, lambda *_: None)
signal.set_wakeup_fd(far)
print("ready", flush=True)
signals = len(os.read(near, 1))
time.sleep(0.5)
os.write(far, b"-")
print("had", signals + len(os.read(near, 9)) - 1)
END;
$shown = terminal($redis, ['run', 'job', '--', 'python3', '-c', $script], [['see', 'ready'], ['type', "\x03"], ['see', 'had ']]);
preg_match('/had \d+/', $shown['output'], $had);
echo $had[0], " -> $shown[code]\n";
--EXPECT--
had 1 -> 0
