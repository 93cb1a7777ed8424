<?php
// Owns what `redislock --help` says, of the command as a whole and of each part, with examples to copy.
// Does not own the options themselves (each command's OPTIONS; a test holds the two together).

declare(strict_types=1);

namespace Redislock\Command;

final class Help
{
    private const COMMON = <<<'END'
          --server ADDRESS   where Redis is; several times: a quorum. Else the
                             environment's REDISLOCK_SERVER, of a quorum several with
                             blanks between, else redislock.server of php.ini
          -h, --help         this text

        END;

    private const TEXTS = [
        '' => <<<'END'
            redislock: locks on Redis, for the shell, for cron and for who looks after them

            usage: redislock run KEY [options] -- COMMAND [ARGUMENT...]
                   redislock show KEY [options]
                   redislock list [PATTERN] [options]
                   redislock top [PATTERN] [options]
                   redislock release KEY (--token TOKEN | --force) [options]
                   redislock COMMAND --help
                   redislock --version

              run      runs a command while it holds a lock, as flock(1) does on one machine
              show     tells who holds a lock, how long, and whether somebody waits
              list     tells the same of all locks, in a table
              top      the same, live
              release  ends a lock that its holder has left

            KEY and PATTERN are as PHP programs give them: redislock.prefix of php.ini goes in
            front. One that starts with a dash stands behind --, or for run in --key=KEY. A token
            is proof of holding a lock, and is shown shortened unless it is asked for by
            --show-token. Who holds a lock is known where redislock.label is set.

            exit codes:
              0    done
              1    show: nobody holds it; release: there was nothing to release
              64   the command line is wrong
              69   Redis could not be asked, or answered with an error
              74   what was to be printed could not be written
              75   run: somebody else holds the lock (another code by -E)
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

            Runs COMMAND while it holds the lock KEY, so that one of many machines runs it at a
            time. The lock is renewed as long as the command runs, and released at its end.
            Signals (TERM, INT, HUP, QUIT, USR1, USR2, ALRM) are passed on to the command, not to
            what it has started, and redislock ends as it ends: a script runs its last program by
            exec, or waits for it in a trap. Killed by SIGKILL, redislock leaves the command running
            and the lock to its ttl.

              --key KEY          KEY, where it starts with a dash
              --ttl SECONDS      how long the lock outlives a machine that dies, 0.01 or more;
                                 default: redislock.ttl (30). INF: for ever
              --wait SECONDS     how long to wait for the lock; default 0: asks once. INF: for
                                 ever. It is woken as soon as the lock is released
              -E, --conflict-exit-code N
                                 what to end with when somebody else holds the lock, 0 to 255;
                                 default 75
              -q, --quiet        says nothing of that
              --on-lost WHAT     what to do when the lock is lost while the command runs, since
                                 Redis was away for longer than the ttl, or somebody removed it:
                                 warn (the default): say so, and let it run
                                 term: send SIGTERM, and SIGKILL later, and say so
                                 kill: send SIGKILL, and say so
                                 On Linux both go to all that the command has started, but for
                                 those whose parent has ended; elsewhere to it alone. Redis is
                                 not asked before: it may be what hangs. Not with a ttl of INF
              --kill-after SECONDS
                                 how much later; default 10
              --label TEXT       whose the lock is, in place of redislock.label: %h is the host,
                                 %p the process

            END . self::COMMON . <<<'END'

            exit codes: the command's own, or 128+n when signal n ended it; 64 the command line is
            wrong; 69 Redis could not be asked, and the command was not run; 75 (-E) somebody else
            holds the lock, and the command was not run; 76 the lock was lost, with --on-lost=term
            or kill; 126 the command cannot be executed; 127 it was not found.

            examples:
              # cron on three machines: one of them makes the report, the others say nothing
              0 3 * * *  redislock run report:daily --ttl 60 -E 0 -q -- /srv/bin/report

              # the next deployment waits for the one before, ten minutes at most
              redislock run deploy --wait 600 --label "$USER@%h" -- ./deploy.sh production

              # an import that must never run twice: it is stopped when the lock is lost
              redislock run import --on-lost=term --kill-after 30 -- php import.php

            END,
        'show' => <<<'END'
            usage: redislock show KEY [options]

            Tells who holds the lock KEY, how long it has left, and whether somebody waits for it.

              --json             for scripts: an object, or null when nobody holds it; remaining
                                 is in seconds, null for ever; waiting is null when nobody knows;
                                 a key, name or token that is no UTF-8 is exact in key_base64,
                                 name_base64, token_base64
              --show-token       the whole token: whoever has it can release the lock

            END . self::COMMON . <<<'END'

            exit codes: 0 somebody holds it; 1 nobody does; 64 the command line is wrong; 69 Redis
            could not be asked.

            examples:
              redislock show report:daily
              redislock show report:daily >/dev/null && echo "the report is being made"
              redislock show report:daily --json | jq -r .label

            END,
        'list' => <<<'END'
            usage: redislock list [PATTERN] [options]

            Lists the locks that RedisLock has taken, by SCAN, which does not hold up Redis. In a
            cluster every master is asked. PATTERN is that of SCAN, such as 'orders:*'.

              --all              every key that matches: locks that hand-written code, Laravel or
                                 Symfony took, and whatever else is there
              --limit N          as many at most; default 1000
              --json             for scripts: an array of objects, as show has them
              --show-token       the whole tokens: whoever has one can release its lock

            END . self::COMMON . <<<'END'

            exit codes: 0 done, also when there are none; 64 the command line is wrong; 69 Redis
            could not be asked.

            examples:
              redislock list
              redislock list 'orders:*'
              redislock list --all 'laravel_cache:*'
              redislock list --json | jq -r '.[] | select(.remaining == null) | .name'

            END,
        'top' => <<<'END'
            usage: redislock top [PATTERN] [options]

            Draws the table of list again and again; those for which somebody waits stand on top.
            q or Ctrl-C quits, any other key draws at once.

              --interval SECONDS how often, 0.1 to 3600; default 1
              --all              every key that matches, as in list
              --show-token       the whole tokens

            END . self::COMMON . <<<'END'

            exit codes: 0 quit; 64 the command line is wrong, or this is no terminal; 128+n signal n
            ended it.

            examples:
              redislock top
              redislock top 'orders:*' --interval 0.5

            END,
        'release' => <<<'END'
            usage: redislock release KEY (--token TOKEN | --force) [options]

            Ends a lock that its holder has left: with its token, which Redis compares, or by
            force, whoever holds it. A holder that still works is not stopped by that; it learns of
            it at its next question.

              --token TOKEN      the token; -: read it from standard input, since everybody on this
                                 machine sees the command line
              --force            without one
              --all              with --force: also what is no string, a lock of another make or
                                 no lock at all
              --json             for scripts: {"released":true}

            END . self::COMMON . <<<'END'

            exit codes: 0 released; 1 it is not held, or not with this token; 64 the command line is
            wrong; 69 Redis could not be asked.

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
