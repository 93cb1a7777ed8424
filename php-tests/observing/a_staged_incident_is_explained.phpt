--TEST--
A holder that hangs, forty waiters, a lost lock and a unique job's lock are explained by why, metrics, events(), Laravel and OpenTelemetry, as docs/observing.md shows
--SKIPIF--
<?php
require __DIR__ . '/../laravel/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/incident.inc';
require __DIR__ . '/../docs/page.inc';

// What differs from run to run: numbers, the four digits of a token, where a line is broken; and what a server tells of its clients.
$plain = fn (string $text): string => preg_replace(['/r[ln]_[0-9a-f]{4}…/', '/\b\d{8}T\d{6}Z/', '/\d+([.:-]\d+)*/', '/\bN [hms]( N [hms])?\b/', '/\s+/', '/(at most )?N, from N \(N\)(; these are all .*?waits)?/'], ['TOKEN', 'TIME', 'N', 'N s', ' ', 'WAITERS'], trim($text));
preg_match_all('/^```text\n(?:\$ [^\n]*\n)?(.*?)\n```$/ms', page('docs/observing.md'), $blocks);
$shown = array_map($plain, $blocks[1]);
$said = incident(RedisServer::start());
foreach ($said as $who => $text) {
    $isShown = in_array($plain($text), $shown, true);
    echo "$who: ", $isShown ? "as shown\n" : "differs\n$text";
}
var_dump(str_contains($said['waiters'], (WAITERS - 2) . ' acquired after a wait'), preg_match('/clients\{node=.*\} (3[5-9]|40)\n/', $said['metrics']), count($shown));
--EXPECT--
why: as shown
metrics: as shown
holder: as shown
waiters: as shown
opentelemetry: as shown
laravel: as shown
unique: as shown
bool(true)
int(1)
int(7)
