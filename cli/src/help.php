<?php
// Owns what is said of the command, once: commands, options, environment, exit codes, examples; and --help, which is made of it.
// Does not own the man page (man.php, of the same data), nor which options a command takes (its OPTIONS; a test compares them).

declare(strict_types=1);

namespace Redislock\Command;

final class Help
{
    public const TITLE = 'locks on Redis, for the shell, for cron and for operators';

    public const GENERAL = [
        'KEY and PATTERN are written as in PHP: redislock.prefix of php.ini is added at their beginning. A key that starts with a dash goes after --, or for run into --key=KEY. A token is proof of holding a lock, so it is shortened unless --show-token is given. The holder\'s name is shown where redislock.label is set.',
    ];

    /** Those of each command. */
    public const OPTIONS = [
        '--server ADDRESS' => 'where Redis is; given several times, the servers are a quorum. Without it: REDISLOCK_SERVER in the environment (for a quorum several, separated by spaces), then redislock.server in php.ini',
        '-h, --help' => 'prints this text',
    ];

    private const JSON_KEYS = 'A key, name or token that is not UTF-8 is exact in key_base64, name_base64, token_base64';

    /** What show, list and top tell of a lock. */
    private const FIELDS = [
        'HOLDER' => 'the label of the holder, or the beginning of its token. "2 of 5: ...": two of the lock\'s five permits are held, by these. "at rest": no process holds the lock, but the --at-least of its last run is not over',
        'LEFT' => 'the time until Redis removes the key, unless it is renewed; of permits, the first of them',
        'WAITING' => 'yes: a process waits now, or waited within the last 5 seconds. ?: not known, as the holder does not signal its release',
        'FENCE' => 'the number of the last lease that had one',
    ];

    /** What metrics prints, by figure, in this order. */
    public const FIGURES = [
        'redislock_held' => 'Leases that processes hold; each permit counts.',
        'redislock_waited_for' => 'Locks that a process waits for, or waited for within the last 5 seconds.',
        'redislock_resting' => 'Locks that no process holds and that stay taken for their at-least time.',
        'redislock_done' => 'Locks that no process holds because their work is done, until its done-for time is over.',
        'redislock_endless' => 'Leases without a ttl, which no time ends.',
        'redislock_expiring' => 'Leases that end within 5 seconds and that their holder does not renew.',
        'redislock_oldest_seconds' => 'Age of the oldest lease whose label says when it was taken (%t in redislock.label).',
        'redislock_waiting_clients' => 'Clients of the server that are blocked in the wait for a lock; before Redis 7.2 those of other programs, too.',
        'redislock_up' => 'Whether Redis could be scanned.',
        'redislock_scan_complete' => 'Whether every key was looked at, and every expiring lock a second time.',
        'redislock_scan_keys' => 'Keys that were looked at.',
        'redislock_scan_seconds' => 'How long that took.',
    ];

    /**
     * By command: what it does, how it is written after `redislock COMMAND`, paragraphs, options, further terms, exit codes, and
     * examples, each a comment and a line.
     */
    public const COMMANDS = [
        'run' => [
            'summary' => 'runs a command while it holds a lock, as flock(1) does on one machine',
            'usage' => ['KEY [options] -- COMMAND [ARGUMENT...]', '--key=KEY [--key=KEY...] [options] -- COMMAND [ARGUMENT...]'],
            'text' => [
                'Runs COMMAND while it holds the lock KEY, so that only one of many machines runs it at a time. The lock is renewed while the command runs, and released when it ends.',
                'Several keys are taken together, all or none. To other processes each of them is an ordinary lock. In a cluster they need a common {hash tag}.',
                'Signals (TERM, INT, HUP, QUIT, USR1, USR2, ALRM) are passed on to the command, but not to the programs that it started, and redislock ends when the command ends. So a script should start its last program with exec, or wait for it in a trap. If redislock itself is killed by SIGKILL, the command goes on running and the lock is left to its ttl.',
            ],
            'options' => [
                '--key KEY' => 'a key: for one that starts with a dash, or several times for several keys',
                '--ttl SECONDS' => 'how long the lock outlives a machine that dies, 0.01 or more; default: redislock.ttl (30). INF: for ever',
                '--wait SECONDS' => 'how long to wait for the lock; default 0: tries once. INF: for ever. The release of the lock wakes the wait at once',
                '--permits N' => 'how many processes may hold the lock at a time, 1 to 64; default 1. Every process that uses KEY must give the same number',
                '--at-least SECONDS' => 'keeps other processes from taking the lock for this time: if the command ends sooner, the lock is left at rest, held by no process. For short jobs on machines whose clocks differ',
                '--done-for SECONDS' => 'a command that ends with 0 is not run again for this time, by no redislock run with --done-for of this KEY: it prints that the work is done, and ends with 0',
                '--fence' => 'gives the lease a number, greater than that of every earlier lease of the key, in REDISLOCK_FENCE',
                '-E, --conflict-exit-code N' => 'the exit code when the lock is held by another, 0 to 255; default 75',
                '-q, --quiet' => 'prints nothing when the lock is held by another',
                '--on-lost WHAT' => "what to do when the lock is lost while the command runs, because Redis is away for so long that the ttl runs out, or the key was removed:\nwarn (the default): print a warning, let the command run\nterm: print it, send SIGTERM, and SIGKILL after --kill-after\nkill: print it, send SIGKILL\nThe command is stopped before the key can expire, without a request to Redis, which may be what hangs: SIGTERM comes earlier by --kill-after, where the ttl has room for that. A key that was removed may have a next holder at once, and both run until the command has ended. On Linux both signals go to everything that the command started, except programs whose parent has ended; elsewhere to the command alone. Not with a ttl of INF",
                '--kill-after SECONDS' => 'the time between SIGTERM and SIGKILL; default 10, or a third of the ttl where that is less. More than half of the ttl has no room before the key can expire: then the command may run on beside the next holder',
                '--label TEXT' => "the holder's name, in place of redislock.label: %h is the host, %p the process",
            ],
            'terms' => ['COMMAND finds in its environment' => [
                'REDISLOCK_KEY' => 'the key as it was given, without redislock.prefix; several keys: one on each line',
                'REDISLOCK_TOKEN' => 'the token, which is enough to release the lock',
                'REDISLOCK_FENCE' => 'the number of the lease; not set without --fence',
            ]],
            'exit codes' => ['64' => 'the command line is wrong', '69' => 'Redis could not be reached, or replied with an error, and the command was not run', '75' => '(-E) the lock is held by another, and the command was not run', '76' => 'the lock was lost, or could not be renewed in time, with --on-lost=term or kill', '126' => 'the command cannot be executed, or no process can be started', '127' => 'it was not found', '128+n' => 'signal n ended the command, or redislock before it ran', 'any other' => "the command's own"],
            'examples' => [
                ['cron looks in /usr/bin:/bin alone without this line; % in a crontab ends the line', 'PATH=/usr/local/bin:/usr/bin:/bin'],
                ['cron on three machines: one of them makes the report, the others print nothing', '0 3 * * *  redislock run report:daily --ttl 60 -E 0 -q -- /srv/bin/report'],
                ['the same for a report of a second, on machines whose clocks differ by up to 30 s', '0 3 * * *  redislock run report --at-least 30 -E 0 -q -- /srv/bin/report'],
                ['cron on three machines: one of them makes the backup, however their clocks differ', '0 3 * * *  redislock run backup --done-for 43200 -q -- /srv/backup'],
                ['a deployment waits for the one that is running, for ten minutes at most', 'redislock run deploy --wait 600 --label "$USER@%h" -- ./deploy.sh prod'],
                ['an import that must not run twice at once: it is stopped when the lock is lost', 'redislock run import --ttl 60 --on-lost=term --kill-after 30 -- ./import'],
                ['two accounts at once, or neither of them', 'redislock run --key=acct:1 --key=acct:7 --wait 5 -- ./transfer.sh 1 7'],
                ['an API that allows three calls at a time, from all machines together', 'redislock run api --permits 3 --wait 60 -- curl https://api.example/'],
            ],
        ],
        'show' => [
            'summary' => 'shows who holds a lock, for how long, and whether a process waits for it',
            'usage' => ['KEY [options]'],
            'text' => ['Shows who holds the lock KEY, how long it has left, and whether a process waits for it.'],
            'options' => [
                '--json' => 'for scripts: an object, or null when the lock is free. remaining is in seconds, null: for ever. waiting is null where it is not known. ' . self::JSON_KEYS,
                '--show-token' => 'shows the whole token, which is enough to release the lock',
            ],
            'terms' => ['It tells' => self::FIELDS],
            'exit codes' => ['0' => 'the lock is held or at rest', '1' => 'it is free', '64' => 'the command line is wrong', '69' => 'Redis could not be reached, or replied with an error'],
            'examples' => [
                ['', 'redislock show report:daily'],
                ['', 'redislock show report:daily >/dev/null && echo "the report is being made"'],
                ['', 'redislock show report:daily --json | jq -r .label'],
            ],
        ],
        'why' => [
            'summary' => 'explains one lock: who has it, since when, who waits, and what to do',
            'usage' => ['KEY [options]'],
            'text' => [
                'Explains the state of the lock KEY: which holders it has and since when, whether they renew it and wake waiters, how many clients wait and from which addresses, and what an operator may do next. It also explains a key at rest, a lock of another library, and a key that is no lock.',
                'Since when is known where redislock.label has %t, or to some extent by a fence. A lock is looked at twice, half a second apart, or as long as --watch says; whether a holder renews it is known when half of its time left is over. How many wait is told by CLIENT LIST, where the user may run it, and as an upper bound: a server does not tell for which key a client waits.',
            ],
            'options' => [
                '--watch SECONDS' => 'watches the lock for this time, such as 5s, at most 3600: how often it changes hands, and whether it is renewed',
                '--json' => 'for scripts: an object with state (free, held, resting, done, foreign), lock as show prints it, made_by, purpose, holders, waiters, watched and advice. What is not known is null',
                '--show-token' => 'shows whole tokens, each of which is enough to release its lock',
            ],
            'exit codes' => ['0' => 'the lock is held or at rest', '1' => 'it is free', '64' => 'the command line is wrong', '69' => 'Redis could not be reached, or replied with an error'],
            'examples' => [
                ['', 'redislock why report:daily'],
                ['is its holder alive, and how often does it change hands?', 'redislock why report:daily --watch 10s'],
                ['', 'redislock why report:daily --json | jq -r .advice[]'],
            ],
        ],
        'list' => [
            'summary' => 'shows the same for all locks, in a table',
            'usage' => ['[PATTERN] [options]'],
            'text' => ["Lists the locks that RedisLock has taken, by SCAN, which does not hold up Redis; in a cluster, those of every master. In PATTERN a * stands for any bytes: 'orders:*'."],
            'options' => [
                '--all' => 'lists every key that matches: locks of hand-written code, Laravel or Symfony, and keys that are no locks',
                '--limit N' => 'the most locks to list; default 1000',
                '--json' => 'for scripts: an array of the objects that show prints',
                '--show-token' => 'shows whole tokens, each of which is enough to release its lock',
            ],
            'terms' => ['Its columns' => self::FIELDS],
            'exit codes' => ['0' => 'done, also where there are no locks, which is said on standard error', '64' => 'the command line is wrong', '69' => 'Redis could not be reached, or replied with an error'],
            'examples' => [
                ['', 'redislock list'],
                ['', "redislock list 'orders:*'"],
                ['', "redislock list --all 'laravel_cache:*'"],
                ['', "redislock list --json | jq -r '.[] | select(.remaining == null) | .name'"],
            ],
        ],
        'top' => [
            'summary' => 'shows that table live',
            'usage' => ['[PATTERN] [options]'],
            'text' => ['Draws the table of list again and again, with the locks that processes have waited for the longest at the top. w, h and k sort it by wait, by hold and by key; q or Ctrl-C quits, any other key draws the table at once. Beside the number of locks that processes wait for are bars for the last minute, five seconds each. A terminal of 90 columns has room for LAST MINUTE, one of 110 for FENCE.'],
            'options' => [
                '--sort WHAT' => 'wait (the default), hold or key',
                '--interval SECONDS' => 'the time between two tables, 0.1 to 3600; default 1',
                '--all' => 'shows every key that matches, as in list',
                '--show-token' => 'shows whole tokens',
            ],
            'terms' => ['Its columns' => self::FIELDS + [
                'PERMITS' => 'of locks with permits, how many of how many are held',
                'HELD' => 'how long it has been held: by the label (%t), else since top has seen its holder; "> ": or longer. Of permits, the longest',
                'LAST MINUTE' => 'how often it changed hands, as far as top saw it: a bar for five seconds',
            ]],
            'exit codes' => ['0' => 'quit', '64' => 'the command line is wrong, or the output is not a terminal', '126' => 'no process can be started', '128+n' => 'signal n ended it; 129: its terminal has gone'],
            'examples' => [['', 'redislock top'], ['', "redislock top 'orders:*' --interval 0.5"]],
        ],
        'metrics' => [
            'summary' => 'prints figures of all locks, as text for Prometheus',
            'usage' => ['[PATTERN] [options]'],
            'text' => [
                "Prints figures of the locks that RedisLock has taken, by name, in Prometheus's text format, for the textfile collector of node_exporter. They are the server's, so that one machine is enough: each one sees all locks. A name is a key with * in place of each number, mail address and id: orders:42 counts as orders:*. Figures that are of processes, such as the length of waits, are in RedisLock::stats().",
                'It takes bounded time on a server of any size: when a bound is reached, it ends there, and redislock_scan_complete is 0. Locks that end within 5 seconds are looked at a second time, when a renewal would have come. If Redis cannot be scanned, redislock_up is 0, and all other figures are missing.',
            ],
            'options' => [
                '--output FILE' => 'writes the figures to FILE, as a whole or not at all: in a directory that node_exporter reads, with a name that ends in .prom. A link is followed; a file that is there keeps its owner and rights; what is no regular file is refused. -: standard output',
                '--seconds SECONDS' => 'how long it may take; default 10',
                '--keys N' => 'the most keys to look at, about; default 10000000',
                '--limit N' => 'the most locks to count; default 100000',
                '--names N' => 'the most names to print; default 200. Those with the fewest locks are added up as (others)',
            ],
            'terms' => ['It prints' => self::FIGURES],
            'exit codes' => ['0' => 'done', '64' => 'the command line is wrong', '69' => 'Redis could not be reached, or replied with an error'],
            'examples' => [
                ['', 'redislock metrics'],
                ['cron of one machine, each minute, beside a node_exporter; PATH as for run', '* * * * *  redislock metrics --output /var/lib/metrics/redislock.prom'],
            ],
        ],
        'release' => [
            'summary' => 'releases a lock whose holder is gone',
            'usage' => ['KEY (--token TOKEN | --force) [options]'],
            'text' => ['Releases a lock whose holder is gone: with its token, which Redis compares, or by force, whichever process holds it. A holder that still works is not stopped by that; it learns of it at its next request.'],
            'options' => [
                '--token TOKEN' => 'the token; -: read it from standard input, because other users of this machine can see the command line',
                '--force' => 'releases without a token',
                '--permits N' => 'how many permits the lock has, as given to run. --token releases the permit that has this token, --force releases all permits',
                '--all' => 'with --force: removes a key that is not a string too, a lock of another library or no lock at all',
                '--json' => 'for scripts: {"released":true}',
            ],
            'exit codes' => ['0' => 'released', '1' => 'the lock is not held, or not with this token', '64' => 'the command line is wrong', '69' => 'Redis could not be reached, or replied with an error'],
            'examples' => [
                ['', 'redislock release report:daily --token - < token-of-the-report'],
                ['', 'redislock release report:daily --force'],
            ],
        ],
        'doctor' => [
            'summary' => 'checks PHP, the settings and the servers, and says what to do',
            'usage' => ['[KEY] [options]'],
            'text' => [
                'Checks this PHP, the extension and its settings, and each server that the address leads to: whether it is reached and may be written to, what this user may run, what removes or loses locks, replicas, clocks, sentinels, the cluster, the quorum. Each finding is ok, a note, a warning or an error, and says what to do.',
                'Nothing is changed. Commands are tried in a form that does nothing, on KEY, and where that is not enough on a key whose name begins with it; a lock at KEY stays as it is. Without KEY it is redislock-doctor: where this user may use only some keys, give one of them. What a user may not run adds lines to ACL LOG. INFO and CONFIG GET tell most, so run it once as an administrator.',
            ],
            'options' => ['--json' => 'for scripts: an object with result (ok, warning or error), php, servers, and findings, each with level, check, node, message and advice'],
            'terms' => ['The levels' => [
                'note' => 'worth knowing; nothing has to be done',
                'warning' => 'locks work, and a person should decide whether this may stay',
                'error' => 'locks do not work, or do not exclude what they should',
            ]],
            'exit codes' => ['0' => 'no warning and no error', '1' => 'a warning or an error', '64' => 'the command line is wrong', '69' => 'no server, or no majority of a quorum, was reached, whatever else was found', '78' => 'PHP has not loaded the extension; nothing else is checked then'],
            'examples' => [
                ['', 'redislock doctor'],
                ['', 'redislock doctor orders:1'],
                ['as an administrator, whose password is not on the command line', 'REDISLOCK_SERVER=redis://admin:PASSWORD@10.0.0.5 redislock doctor'],
                ['', "redislock doctor --json | jq -r '.findings[] | select(.level == \"error\") | .message'"],
            ],
        ],
    ];

    public const ENVIRONMENT = [
        'REDISLOCK_SERVER' => 'where Redis is; several addresses, separated by spaces, are a quorum. An address with a password belongs here, because other users of this machine can see the command line',
        'NO_COLOR' => 'if it is not empty, nothing is coloured',
    ];

    /** Those of the command as a whole; each command has its own words for its own. */
    public const EXIT_CODES = [
        '0' => 'done, also where list finds no lock; show, why: the lock is held or at rest',
        '1' => 'show, why: the lock is free; release: it is not held, or not with this token; doctor: there is a warning or an error, and neither 69 nor 78 applies',
        '64' => 'the command line is wrong',
        '69' => 'Redis could not be reached, or replied with an error; run: the command was not run; doctor: no server, or no majority of a quorum, was reached, whatever else was found',
        '70' => 'a mistake in redislock, or the system did not say how the command ended',
        '74' => 'the output could not be written',
        '75' => 'run: the lock is held by another, and the command was not run; another code by -E',
        '76' => 'run: the lock was lost, or could not be renewed in time, with --on-lost=term or kill',
        '78' => 'PHP has not loaded the extension redislock, or one too old for an option, or lacks a function or an extension that the command needs',
        '126' => 'run: the command cannot be executed; run, top: no process can be started',
        '127' => 'run: the command was not found',
        '128 + n' => 'signal n ended redislock, or the command that it ran; 129 also where the terminal of top or why has gone',
        '255' => 'PHP itself has failed, and says why',
        'any other' => "run: the command's own",
    ];

    private const WIDTH = 88;
    /** Where the text of an option starts. */
    private const INDENT = 21;

    /** What --help prints for a command; '' or what is none: for all of them. */
    public static function of(string $command): string
    {
        $page = self::COMMANDS[$command] ?? null;

        return $page === null ? self::overview() : self::page($command, $page);
    }

    private static function overview(): string
    {
        $lines = ['redislock: ' . self::TITLE, ''];
        foreach (self::COMMANDS as $name => $page) {
            $lines[] = ($lines[2] ?? null ? '       ' : 'usage: ') . "redislock $name {$page['usage'][0]}";
        }
        array_push($lines, '       redislock COMMAND --help', '       redislock --version', '');
        foreach (self::COMMANDS as $name => $page) {
            $lines[] = sprintf('  %-8s %s', $name, $page['summary']);
        }
        array_push($lines, '', ...self::paragraphs(self::GENERAL), ...['exit codes:', ...self::terms(self::EXIT_CODES, 13)]);

        return implode("\n", $lines) . "\n";
    }

    private static function page(string $name, array $page): string
    {
        $lines = [];
        foreach ($page['usage'] as $usage) {
            $lines[] = ($lines === [] ? 'usage: ' : '       ') . "redislock $name $usage";
        }
        array_push($lines, '', ...self::paragraphs($page['text']), ...self::terms($page['options'] + self::OPTIONS));
        foreach ($page['terms'] ?? [] as $title => $terms) {
            array_push($lines, '', "$title:", ...self::terms($terms));
        }
        $code = fn (int|string $code, string $meaning): string => "$code $meaning";
        $codes = implode('; ', array_map($code, array_keys($page['exit codes']), $page['exit codes']));
        array_push($lines, '', ...self::paragraphs(["exit codes: $codes. 70, 74, 78 and 255 are those of every command: redislock --help."]), ...['examples:']);
        foreach ($page['examples'] as $n => [$comment, $line]) {
            array_push($lines, ...($comment === '' ? [] : [...($n > 0 ? [''] : []), "  # $comment"]), ...["  $line"]);
        }

        return implode("\n", $lines) . "\n";
    }

    /** @return list<string> each with an empty line after it */
    private static function paragraphs(array $texts): array
    {
        return array_map(fn (string $text): string => wordwrap($text, self::WIDTH) . "\n", $texts);
    }

    /** @return list<string> what is explained, and beside it, or below where it is long, its explanation */
    private static function terms(array $terms, int $indent = self::INDENT): array
    {
        $margin = "\n" . str_repeat(' ', $indent);

        return array_map(function (int|string $term, string $text) use ($margin, $indent): string {
            $begin = strlen((string) $term) + 3 < $indent ? str_pad("  $term", $indent) : "  $term$margin";

            return $begin . str_replace("\n", $margin, wordwrap($text, self::WIDTH - $indent));
        }, array_keys($terms), $terms);
    }
}
