<?php
// Owns the search for calls that RedisLock does not stand: random programs, one after the other, until the time is over;
// one that finds something is made as short as it gets, and printed.
// Called by `make fuzz`: php -n -d extension=redislock.so fuzz/methods.php [SECONDS [SEED]], or with a file that it wrote.

declare(strict_types=1);

require __DIR__ . '/../php-tests/support/redis.inc';
require __DIR__ . '/methods/chance.php';
require __DIR__ . '/methods/values.php';
require __DIR__ . '/methods/script.php';
require __DIR__ . '/methods/stand.php';

/** Lines of one program: enough for a story, few enough that the next one comes soon. */
const LENGTH = 60;
/** Seconds for making a program shorter. */
const TIME_TO_SHORTEN = 90.0;

/** What a finding is, without what differs from run to run. */
function signature(string $finding): string
{
    return preg_replace('/0x[0-9a-f]+|\d+(\.\d+)?/', '#', substr($finding, 0, 120));
}

/** Tells whether a program finds the same once more; what depends on the moment gets some tries. */
function repeats(Stand $stand, string $text, string $signature, int $tries): bool
{
    while ($tries-- > 0) {
        if (in_array($signature, array_map(signature(...), $stand->play($text)), true)) {
            return true;
        }
    }

    return false;
}

/** Leaves out lines, in ever smaller pieces, as long as the finding stays. @return list<string> */
function shortened(Stand $stand, Script $script, string $signature, int $tries): array
{
    $lines = $script->lines;
    $end = hrtime(true) + TIME_TO_SHORTEN * 1e9;
    for ($piece = intdiv(count($lines), 2); $piece >= 1; $piece = intdiv($piece, 2)) {
        for ($from = 0; $from < count($lines) && hrtime(true) < $end;) {
            $fewer = $lines;
            array_splice($fewer, $from, $piece);
            if (repeats($stand, Stand::text($script, $fewer), $signature, $tries)) {
                $lines = $fewer;
            } else {
                $from += $piece;
            }
        }
    }

    return $lines;
}

function report(Stand $stand, Script $script, array $findings, int $seed, int $round): never
{
    echo "\n", implode("\n", $findings), "\n\nmaking it shorter ...\n";
    $signature = signature($findings[0]);
    $lines = $script->lines;
    if (repeats($stand, Stand::text($script, $lines), $signature, 5)) {
        $lines = shortened($stand, $script, $signature, 2);
    } else {
        echo "it does not happen each time; this is the whole program:\n";
    }
    $text = Stand::text($script, $lines);
    $file = dirname(__DIR__) . "/target/fuzz/methods-$seed-$round.php";
    @mkdir(dirname($file), 0777, true);
    file_put_contents($file, $text);
    echo "\n$text\nmake fuzz found the above with seed $seed in program $round; it repeats with\n",
        "  php -n -d extension=redislock.so fuzz/methods.php $file\n";
    exit(1);
}

if (!class_exists('RedisLock')) {
    fwrite(STDERR, "methods.php: the extension is not loaded; `make fuzz` does it\n");
    exit(2);
}
$stand = new Stand();
if (isset($argv[1]) && !is_numeric($argv[1])) {
    $findings = $stand->play(file_get_contents($argv[1]));
    echo $findings === [] ? "nothing was found\n" : implode("\n", $findings) . "\n";
    exit($findings === [] ? 0 : 1);
}
$seconds = (float) ($argv[1] ?? 60);
$seed = (int) ($argv[2] ?? random_int(1, 999_999_999));
echo "methods: seed $seed, $seconds s, programs of ", LENGTH, " lines\n";
$begun = hrtime(true);
for ($round = 1; (hrtime(true) - $begun) / 1e9 < $seconds; $round++) {
    $chance = new Chance(crc32("$seed/$round"));
    $script = new Script($chance, new Values($chance), LENGTH);
    $findings = $stand->play(Stand::text($script, $script->lines));
    if ($findings !== []) {
        report($stand, $script, $findings, $seed, $round);
    }
}
printf("methods: %d programs, %d lines in %.0f s, nothing found\n", $round - 1, ($round - 1) * LENGTH, (hrtime(true) - $begun) / 1e9);
