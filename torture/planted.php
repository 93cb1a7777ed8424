<?php
// Owns the check of the checker: faults that are planted in a copy of the extension, one at a time, and each must be found by the
// torture, by the rule that is about it.
// The extension is the real one but for one line, built without optimization; whatever it does beside that line is what users get.
// Called by `make torture-planted`: planted.php [NAME...]; minutes. TORTURE_SECONDS is for one try of one fault. And by `make lint`:
// planted.php --check only looks whether all can be planted still.

declare(strict_types=1);

// A command has to be under way in the moment of a cut: one try in three, or two, finds what is wrong then.
const TRIES = 6;

/**
 * By the name of each: what is replaced by what in which file (each text must be there exactly once, so that a fault does not
 * silently plant nothing), which rule has to find it, which faults of the nemesis bring it to light, and in which layout, where
 * that is not one_master.
 */
const FAULTS = [
    'release without token' => [
        [['src/lua/release_one.lua', 'if value == ARGV[1] then', 'if true then']],
        ['no two leases overlap', 'no lease is lost without a reason'],
        'Stop,Kill',
    ],
    'token per object instead of per lease' => [
        [['src/lock/acquire.rs', '(None, TokenSource::Fresh) => self.fresh_token()?', '(None, TokenSource::Fresh) => match self.lease().lock().tokens.token.clone() { Some(token) => token, None => self.fresh_token()? }']],
        ['every lease has a token of its own'],
        'Stop',
    ],
    'no drift' => [
        [['src/ttl.rs', 'ttl / 100 + Duration::from_millis(2)', 'ttl / 1_000_000_000']],
        ['the deadline leaves room for drift'],
        'Stop',
    ],
    'extend that shortens' => [
        [['src/lua/extend.lua', 'if left >= 0 and left < tonumber(ARGV[2]) then', 'if left >= 0 then']],
        ['no two leases overlap', 'no lease is lost without a reason'],
        'ScriptFlush',
    ],
    'renewal sent after release' => [
        [
            ['src/lease/gate.rs', 'self.with(|_| write()).is_some()', '{ write(); true }'],
            ['src/lease/gate.rs', 'self.with(|held| held.deadline)', 'self.with(|held| held.deadline).or_else(|| Some(Deadline::At(Instant::now().after(self.ttl))))'],
        ],
        ['nothing is extended after its release'],
        'ScriptFlush',
    ],
    'NX left out' => [
        [
            ['src/scripts/mod.rs', 'encoded(2, b"$2\r\nNX\r\n$2\r\nEX\r\n")', 'encoded(1, b"$2\r\nEX\r\n")'],
            ['src/scripts/mod.rs', 'encoded(2, b"$2\r\nNX\r\n$2\r\nPX\r\n")', 'encoded(1, b"$2\r\nPX\r\n")'],
            ['src/scripts/mod.rs', 'command.encoded(1, b"$2\r\nNX\r\n")', '&mut command'],
            ['src/scripts/mod.rs', 'if ttl.is_some() { 6 } else { 4 }', 'if ttl.is_some() { 5 } else { 3 }'],
        ],
        ['no two leases overlap'],
        'ScriptFlush',
    ],
    'companion names that collide with a user\'s key' => [
        [
            ['src/key.rs', 'Self::Waiting => ":rl-waiting{"', 'Self::Waiting => ":waiting{"'],
            ['src/key.rs', 'any(|window| window == RESERVED)', 'any(|_| false)'],
        ],
        ['no name is used that is a program\'s own'],
        'ScriptFlush',
    ],
    'a waiter that leaves with its signal' => [
        [
            ['src/lock/wait_loop.rs', 'if signalled && matches!(self.attempt()?, Outcome::Held) {', 'if signalled && false {'],
            ['src/lock/wait_loop.rs', 'self.await_holder(holder.unwrap_or(UNKNOWN_HOLDER))', '{ let turn = self.await_holder(holder.unwrap_or(UNKNOWN_HOLDER)); if self.is_over() { return Ok(Turn::Done(Answer::Refused)); } turn }'],
        ],
        ['no waiter sleeps on a free lock'],
        'None',
    ],
    'plain close instead of reset' => [
        [['src/net/socket.rs', 'drop(self.socket().set_linger(Some(Duration::ZERO)));', '']],
        ['nothing is taken after its acquire was given up'],
        'Cut',
    ],
    'an object\'s end that sends nothing' => [
        [['src/topology/one_master/mod.rs', 'return flush::release_ahead(address, *timeouts, lease.release(scope, reason));', 'return;']],
        ['what was dropped is gone soon'],
        'None',
    ],
    'child of a fork that releases' => [
        [['src/lease/mod.rs', '.map_or(&self.own, |renewed| renewed);', '.map_or(&self.own, |renewed| renewed); if true { return first; }']],
        ['no lease is lost without a reason', 'a forked child holds nothing'],
        'ScriptFlush',
    ],
    'an adopted lock that ends with its object' => [
        [
            ['src/lock/endings.rs', '_ if owed.adopted && owed.since.is_none() => return false,', '_ if false => return false,'],
            ['src/lock/endings.rs', '.filter(|_| !owed.adopted)', ''],
        ],
        ['no lease is lost without a reason'],
        'ScriptFlush',
    ],
    'a yes of too few replicas' => [
        [['src/topology/replicas.rs', 'if confirmed >= i64::from(attempt.replicas)', 'if confirmed >= 0']],
        ['no yes before the replicas have it'],
        'ReplicasStop',
        'sentinels',
    ],
    'extends that go out one after the other' => [
        [
            ['src/renewal/leases.rs', 'const MOST_TOGETHER: usize = 256;', 'const MOST_TOGETHER: usize = 1;'],
        ],
        ['a kept lock is renewed while Redis is well'],
        'None',
    ],
    'a fence that is Redis\'s clock alone' => [
        [['src/lua/parts/fence.lua', 'math.max(last + 1, now[1] * 1000000 + now[2])', 'now[1] * 1000000 + now[2]']],
        ['fences grow'],
        'ClockBack',
    ],
    'PHP that is started again and leaves what is held' => [
        [['src/php/life_cycle.rs', 'registry::end_request(ini::timeouts());', 'use std::sync::atomic::{AtomicU8, Ordering}; static ENDS: AtomicU8 = AtomicU8::new(0); if ENDS.fetch_add(1, Ordering::Relaxed) < 2 { registry::end_request(ini::timeouts()); }']],
        ['the end of a process releases its locks'],
        'None',
    ],
    'a refused attempt that keeps its signal' => [
        [['src/lua/acquire_all.lua', "if slept > 0 and redis.call('EXISTS', KEYS[slept]) == 0 then wake(KEYS[n + slept], KEYS[2 * n + slept], ARGV[7], 1, '1') end\n", "\n"]],
        ['no waiter sleeps on a free lock', 'no waiter sleeps on a lock that is gone'],
        'None',
    ],
    'a permit that is taken twice' => [
        [['src/lua/acquire_permit.lua', "redis.call('SET', KEYS[i], ARGV[1], 'NX', 'PX', ARGV[2])", "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])"]],
        ['no two leases on one permit', 'never more leases than permits'],
        'ScriptFlush',
    ],
    'a late release of what an acquire by a known token may have taken' => [
        [
            ['src/node/recovery.rs', 'once_until.is_some_and(', 'once_until.is_none_or('],
            ['src/topology/one_master/mod.rs', '_ => return first,', 'Err(Failure::Unanswered { .. }) if attempt.token.is_shared() => { attempt.release_later(&self.node.address, Reason::Unknown); return first; } _ => return first,'],
        ],
        ['what a holder by its token trusts stands'],
        'LoseReply',
    ],
    'an end that overtakes an owed marker' => [
        [['src/lock/endings.rs', 'leaves: owed.leaves,', 'leaves: if let Leaves::Done(_) = owed.leaves { Leaves::Nothing } else { owed.leaves },']],
        ['what was to be marked leaves its marker'],
        'Busy,ReadOnly',
    ],
    'a marker for work that threw' => [
        [['src/php/run.rs', "// Its exception, always: what becomes of the lease is counted.\n            lock.release_unwatched();", 'drop(lock.end_run(Finish { done_for: work.done_for, is_looked_for: false }));']],
        ['no marker without work that was done'],
        'None',
    ],
    'a change that Redis tells of and no one hears' => [
        [
            ['src/connection/tracking.rs', 'self.all || self.keys.iter().any(|name| name == key)', 'self.all && !self.keys.iter().any(|name| name == key)'],
            // A slice would end it before it is for certain.
            ['src/topology/pause.rs', 'let longest = if blocks && all_signal || watches { LONGEST }', 'let longest = if watches { 10 * LONGEST } else if blocks && all_signal { LONGEST }'],
        ],
        ['no waiter sleeps on a free lock', 'no waiter sleeps on a lock that is gone'],
        'None',
    ],
    'a waiter that turns to a signal and leaves no mark' => [
        [['src/topology/one_master/waiter.rs', 'if !link.connection.has_no_tracking() {', 'if false {']],
        ['no waiter sleeps on a free lock'],
        'None',
    ],
    'a release ahead by an old idea of the deadline' => [
        [
            ['src/node/recovery.rs', 'once_until.is_some_and(', 'once_until.is_none_or('],
            ['src/lease/mod.rs', 'self.owed_token().filter(|token| !token.is_shared())?', 'self.owed_token()?'],
        ],
        ['what a holder by its token trusts stands'],
        'ScriptFlush',
    ],
];

$root = dirname(__DIR__);
if (array_slice($argv, 1) === ['--check']) {
    foreach (FAULTS as $name => [$changes]) {
        array_map(fn (array $change): string => planted($root, $name, ...$change), $changes);
    }
    exit(0);
}
$copy = "$root/target/planted";
$names = array_slice($argv, 1) ?: array_keys(FAULTS);
run("rm -rf $copy/source && mkdir -p $copy/source && cp -r $root/Cargo.toml $root/Cargo.lock $root/build.rs $root/composer.json $root/README.md $root/src $copy/source/");
$missed = [];
build($copy);
torture($root, $copy, '', 1, 'one_master') === [] || fail('without any planted fault something is found: see above');
echo "without a planted fault    nothing is found\n";
foreach ($names as $name) {
    $found = find($root, $copy, $name, ...(FAULTS[$name] ?? fail("no fault is called '$name'")));
    printf("%-50s %s\n", $name, $found ?? 'NOT FOUND');
    if ($found === null) {
        $missed[] = $name;
    }
}
printf("\n%d of %d planted faults were found\n", count($names) - count($missed), count($names));
exit($missed === [] ? 0 : 1);

/** Plants one, and returns which of its rules has found it. */
function find(string $root, string $copy, string $name, array $changes, array $rules, string $nemesis, string $layout = 'one_master'): ?string
{
    foreach ($changes as $change) {
        file_put_contents("$copy/source/$change[0]", planted("$copy/source", $name, ...$change));
    }
    build($copy);
    $found = null;
    for ($try = 1; $found === null && $try <= TRIES; $try++) {
        $broken = torture($root, $copy, $nemesis, $try, $layout);
        $found = array_values(array_intersect($rules, $broken))[0] ?? null;
    }
    foreach (array_unique(array_column($changes, 0)) as $file) {
        copy("$root/$file", "$copy/source/$file");
    }

    return $found;
}

/** Returns the text of a file with a fault in it. */
function planted(string $folder, string $name, string $file, string $old, string $new): string
{
    $text = file_get_contents("$folder/$file");
    if (substr_count($text, $old) !== 1) {
        fail("$name: the text to be replaced is not once in $file");
    }

    return str_replace($old, $new, $text);
}

function build(string $copy): void
{
    // A planted fault leaves code that is not used: a warning.
    run("cd $copy/source && CARGO_TARGET_DIR=$copy/build cargo build -q --locked --lib");
}

/** @return list<string> the rules that were broken */
function torture(string $root, string $copy, string $nemesis, int $seed, string $layout): array
{
    $environment = [
        'REDISLOCK_SO' => "$copy/build/debug/libredislock.so",
        // One master gets three eighths of it, any other layout one.
        'TORTURE_SECONDS' => (string) ((getenv('TORTURE_SECONDS') ?: 45) * ($layout === 'one_master' ? 1 : 3)),
        'TORTURE_SEED' => (string) $seed,
    ] + ($nemesis === '' ? [] : ['TORTURE_FAULTS' => $nemesis]);
    $command = 'cargo test -q --locked --no-default-features --test torture ' . $layout . ' -- --ignored --nocapture 2>&1';
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes, $root, $environment + getenv());
    $text = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    preg_match_all('/^ +\d+  (.*): [1-9]\d* broken/m', $text, $found);
    if ($status !== 0 && $found[1] === [] || $nemesis === '' && $found[1] !== []) {
        fail($text);
    }

    return $found[1];
}

/** Shows what it prints only when it fails. */
function run(string $command): void
{
    exec("{ $command; } 2>&1", $lines, $status);
    if ($status !== 0) {
        fail(implode("\n", $lines) . "\nfailed: $command");
    }
}

/** exit() with a text would be a success. */
function fail(string $text): never
{
    fwrite(STDERR, "planted.php: $text\n");
    exit(1);
}
