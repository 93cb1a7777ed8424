--TEST--
Whatever a server and its keys contain, in any verb, in --json and in errors, a terminal gets text alone
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$verbs = [
    ['list'], ['list', '--json'], ['list', '--all', '--show-token'], ['show', 'ok:1'], ['show', 'ok:1', '--json', '--show-token'], ['why', 'ok:1'],
    ['why', 'ok:1', '--watch', '0.1', '--json'], ['doctor'], ['doctor', '--json'], ['metrics'], ['release', 'ok:1', '--force'],
    ['release', "k\e[31mEVIL\u{9b}", '--force', '--all'], ['run', "k\x7f\u{202e}", '--', 'true'], ["\e[31m\xff"], ['show', '--token', "\e[31m"],
];
foreach (['valid', 'raw'] as $texts) {
    $server = proc_open(mortal(PHP_BINARY, '-n', __DIR__ . '/hostile_server.inc', $texts), [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
    $ini = ['redislock.server' => 'redis://127.0.0.1:' . (int) fgets($pipes[1])];
    foreach ($verbs as $words) {
        $result = redislock($redis, $words, $ini);
        $text = $result->out . $result->err;
        $obeyed = preg_match('/[^\x20-\x7e\n]/', strtr($text, ['…' => '', "\u{fffd}" => '']), $found);
        echo $obeyed === 1 ? "$texts, " . implode(' ', $words) . ': ' . bin2hex($found[0]) . "\n" : '';
        in_array('--json', $words, true) && json_decode($result->out, flags: JSON_THROW_ON_ERROR);
        echo str_contains($text, 'EVIL') || in_array($words[0][0], ["\e", 'm'], true) || in_array('--token', $words, true) ? '' : "$texts, " . implode(' ', $words) . ": $text\n";
    }
    foreach ([['top', '--interval', '0.1'], ['list', '--all'], ['show', 'ok:1', '--json']] as $words) {
        // A terminal of its own adds carriage returns.
        $shown = terminal($redis, [...$words, '--server', $ini['redislock.server']], [['see', 'EVIL'], ...($words[0] === 'top' ? [['type', 'q']] : [])], columns: 120)['output'];
        $rest = preg_replace('/\e\[(\d*m|\?25[hl]|\?1049[hl]|[HKJ])|\r+\n|[…▁-█\x{fffd}]/u', '', $shown);
        echo preg_match('/[^\x20-\x7e]/', $rest, $found) ? "$texts, in a terminal, $words[0]: " . bin2hex($found[0]) . "\n" : '', str_contains($shown, "\e[31mEVIL") ? "red\n" : '';
    }
    fclose($pipes[0]);
    proc_close($server);
}
echo "done\n";
--EXPECT--
done
