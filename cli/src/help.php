<?php
// Owns what `redislock --help` says, of the command as a whole and of each part, with examples to copy.
// Does not own the options themselves (each command's OPTIONS; a test holds the two together).

declare(strict_types=1);

namespace Redislock\Command;

final class Help
{
    private const COMMON = <<<'END'
          --server ADDRESS   where Redis is; given several times, the servers are a
                             quorum. Without it: REDISLOCK_SERVER in the environment
                             (for a quorum several, separated by spaces), then
                             redislock.server in php.ini
          -h, --help         prints this text

        END;

    private const TEXTS = [
        '' => <<<'END'
            redislock: locks on Redis, for the shell, for cron and for operators

            usage: redislock run KEY [options] -- COMMAND [ARGUMENT...]
                   redislock show KEY [options]
                   redislock list [PATTERN] [options]
                   redislock top [PATTERN] [options]
                   redislock release KEY (--token TOKEN | --force) [options]
                   redislock COMMAND --help
                   redislock --version

              run      runs a command while it holds a lock, as flock(1) does on one machine
              show     shows who holds a lock, for how long, and whether a process waits for it
              list     shows the same for all locks, in a table
              top      shows that table live
              release  releases a lock whose holder is gone

            KEY and PATTERN are written as in PHP: redislock.prefix of php.ini is added at their
            beginning. A key that starts with a dash goes after --, or for run into --key=KEY. A
            token is proof of holding a lock, so it is shortened unless --show-token is given. The
            holder's name is shown where redislock.label is set.

            exit codes:
              0    done
              1    show: the lock is free; release: there was nothing to release
              64   the command line is wrong
              69   Redis could not be reached, or replied with an error
              74   the output could not be written
              75   run: the lock is held by another (-E chooses another code)
              76   run: the lock was lost, with --on-lost=term or kill
              78   PHP has not loaded the extension redislock
              126  run: the command cannot be executed
              127  run: the command was not found
              128+n  signal n ended redislock, or the command that it ran
              run passes on every other code of its command

            END,
        'run' => <<<'END'
            usage: redislock run KEY [options] -- COMMAND [ARGUMENT...]
                   redislock run --key=KEY [options] -- COMMAND [ARGUMENT...]

            Runs COMMAND while it holds the lock KEY, so that only one of many machines runs it at
            a time. The lock is renewed while the command runs, and released when it ends.

            Signals (TERM, INT, HUP, QUIT, USR1, USR2, ALRM) are passed on to the command, but not
            to the programs that it started, and redislock ends when the command ends. So a script
            should start its last program with exec, or wait for it in a trap. If redislock itself
            is killed by SIGKILL, the command goes on running and the lock is left to its ttl.

              --key KEY          the key, for one that starts with a dash
              --ttl SECONDS      how long the lock outlives a machine that dies, 0.01 or more;
                                 default: redislock.ttl (30). INF: for ever
              --wait SECONDS     how long to wait for the lock; default 0: tries once. INF: for
                                 ever. The release of the lock wakes the wait at once
              -E, --conflict-exit-code N
                                 the exit code when the lock is held by another, 0 to 255;
                                 default 75
              -q, --quiet        prints nothing when the lock is held by another
              --on-lost WHAT     what to do when the lock is lost while the command runs, because
                                 Redis was away for longer than the ttl, or the key was removed:
                                 warn (the default): print a warning, let the command run
                                 term: print it, send SIGTERM, and SIGKILL later
                                 kill: print it, send SIGKILL
                                 On Linux both signals go to everything that the command
                                 started, except programs whose parent has ended; elsewhere
                                 to the command alone. They are sent before the key can
                                 expire, without a request to Redis, which may be what hangs.
                                 Not with a ttl of INF
              --kill-after SECONDS
                                 the time between SIGTERM and SIGKILL; default 10
              --label TEXT       the holder's name, in place of redislock.label: %h is the host,
                                 %p the process

            END . self::COMMON . <<<'END'

            exit codes: the command's own, or 128+n when signal n ended it; 64 the command line is
            wrong; 69 Redis could not be reached, and the command was not run; 75 (-E) the lock is
            held by another, and the command was not run; 76 the lock was lost, with
            --on-lost=term or kill; 126 the command cannot be executed; 127 it was not found.

            examples:
              # cron on three machines: one of them makes the report, the others print nothing
              0 3 * * *  redislock run report:daily --ttl 60 -E 0 -q -- /srv/bin/report

              # a deployment waits for the one that is running, for ten minutes at most
              redislock run deploy --wait 600 --label "$USER@%h" -- ./deploy.sh production

              # an import that must not run twice at once: it is stopped when the lock is lost
              redislock run import --on-lost=term --kill-after 30 -- php import.php

            END,
        'show' => <<<'END'
            usage: redislock show KEY [options]

            Shows who holds the lock KEY, how long it has left, and whether a process waits for it.

              --json             for scripts: an object, or null when the lock is free. remaining
                                 is in seconds, null: for ever. waiting is null where it is not
                                 known. A key, name or token that is not UTF-8 is exact in
                                 key_base64, name_base64, token_base64
              --show-token       shows the whole token, which is enough to release the lock

            END . self::COMMON . <<<'END'

            exit codes: 0 the lock is held; 1 it is free; 64 the command line is wrong; 69 Redis
            could not be reached.

            examples:
              redislock show report:daily
              redislock show report:daily >/dev/null && echo "the report is being made"
              redislock show report:daily --json | jq -r .label

            END,
        'list' => <<<'END'
            usage: redislock list [PATTERN] [options]

            Lists the locks that RedisLock has taken, by SCAN, which does not hold up Redis; in a
            cluster, those of every master. PATTERN is one of SCAN's, such as 'orders:*'.

              --all              lists every key that matches: locks of hand-written code, Laravel
                                 or Symfony, and keys that are no locks
              --limit N          the most locks to list; default 1000
              --json             for scripts: an array of the objects that show prints
              --show-token       shows whole tokens, each of which is enough to release its lock

            END . self::COMMON . <<<'END'

            exit codes: 0 done, also when there are no locks; 64 the command line is wrong; 69
            Redis could not be reached.

            examples:
              redislock list
              redislock list 'orders:*'
              redislock list --all 'laravel_cache:*'
              redislock list --json | jq -r '.[] | select(.remaining == null) | .name'

            END,
        'top' => <<<'END'
            usage: redislock top [PATTERN] [options]

            Draws the table of list again and again, with the locks that processes wait for at the
            top. q or Ctrl-C quits, any other key draws the table at once.

              --interval SECONDS the time between two tables, 0.1 to 3600; default 1
              --all              shows every key that matches, as in list
              --show-token       shows whole tokens

            END . self::COMMON . <<<'END'

            exit codes: 0 quit; 64 the command line is wrong, or the output is not a terminal; 128+n
            signal n ended it.

            examples:
              redislock top
              redislock top 'orders:*' --interval 0.5

            END,
        'release' => <<<'END'
            usage: redislock release KEY (--token TOKEN | --force) [options]

            Releases a lock whose holder is gone: with its token, which Redis compares, or by
            force, whichever process holds it. A holder that still works is not stopped by that; it
            learns of it at its next request.

              --token TOKEN      the token; -: read it from standard input, because other users of
                                 this machine can see the command line
              --force            releases without a token
              --all              with --force: removes a key that is not a string too, a lock of
                                 another library or no lock at all
              --json             for scripts: {"released":true}

            END . self::COMMON . <<<'END'

            exit codes: 0 released; 1 the lock is not held, or not with this token; 64 the command
            line is wrong; 69 Redis could not be reached.

            examples:
              redislock release report:daily --token - < token-of-the-report
              redislock release report:daily --force

            END,
    ];

    public static function of(string $command): string
    {
        return self::TEXTS[$command] ?? self::TEXTS[''];
    }
}
