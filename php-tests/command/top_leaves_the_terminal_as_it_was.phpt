--TEST--
Ctrl-C, Ctrl-D and signals end redislock top within a moment, also while Redis hangs, and the terminal is as it was
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
foreach (['Ctrl-C' => ['type', "\x03"], 'Ctrl-D' => ['type', "\x04"], 'Q' => ['type', 'Q'], 'SIGTERM' => ['signal', 15], 'SIGHUP' => ['signal', 1]] as $name => $end) {
    $shown = terminal($redis, ['top', '--interval', '60'], [['see', 'locks: 0'], $end]);
    echo "$name: $shown[code], ", $shown['restored'] && str_ends_with($shown['output'], "\e[?25h\e[?1049l") ? 'restored' : 'not restored', "\n";
}
$redis->call('CLIENT', 'PAUSE', '8000', 'ALL');
$begin = hrtime(true);
$shown = terminal($redis, ['top'], [['type', 'x'], ['see', 'no reply within 1 s'], ['type', "\x03"]]);
echo "Ctrl-C: $shown[code], ", $shown['restored'] ? 'restored' : 'not restored', "\n";
--EXPECT--
Ctrl-C: 0, restored
Ctrl-D: 0, restored
Q: 0, restored
SIGTERM: 143, restored
SIGHUP: 129, restored
Ctrl-C: 0, restored
