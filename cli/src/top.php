<?php
// Owns `redislock top`: the table of all locks, drawn again and again until q is typed.
// Does not own how locks are found (RedisLock::locks()) and written (Report).

declare(strict_types=1);

namespace Redislock\Command;

final class Top
{
    public const OPTIONS = ['all' => Arguments::FLAG, 'interval' => Arguments::VALUE, 'show-token' => Arguments::FLAG];

    private Terminal $terminal;
    private Report $report;

    public function __invoke(Arguments $arguments): int
    {
        $pattern = $arguments->word('PATTERN', '*');
        $interval = $arguments->seconds('interval', 1.0);
        $interval >= 0.1 && $interval <= 3600 || throw new UsageError('--interval must be 0.1 to 3600 seconds');
        if (!stream_isatty(STDIN) || !stream_isatty(STDOUT)) {
            throw new UsageError("top needs a terminal; 'redislock list' shows the locks once");
        }
        $this->terminal = new Terminal(STDOUT);
        $this->report = new Report($this->terminal, $arguments->has('show-token'));
        $look = fn (): array => \RedisLock::locks($pattern, $arguments->server(), $arguments->has('all'), ListLocks::LIMIT);
        // What is wrong with the arguments is said before the screen is taken.
        $look = $this->checked($look);
        $modes = trim((string) exec('stty -g', result_code: $status));
        $status === 0 || throw new UsageError('top needs stty(1) to read keys');
        try {
            // In here: a signal from here on finds a terminal that must be put in order.
            $signals = new Signals(SIGTERM, SIGINT, SIGHUP, SIGQUIT);
            pcntl_signal(SIGTSTP, SIG_IGN);
            pcntl_signal(SIGWINCH, fn () => null, restart_syscalls: false);
            exec('stty -icanon -echo min 0 time 0');
            echo "\e[?1049h\e[?25l";
            $this->draw($pattern, $interval, $look);
        } catch (Stopped $stopped) {
            if ($stopped->signal !== SIGINT) {
                throw $stopped;
            }
        } finally {
            // Quiet: a terminal that has gone cannot be put in order.
            @fwrite(STDOUT, "\e[?25h\e[?1049l");
            exec('stty ' . escapeshellarg($modes) . ' 2>/dev/null');
        }

        return ExitCode::OK;
    }

    /** Looks once: an error that may pass, such as a Redis that is away, is for the screen; any other is thrown. */
    private function checked(callable $look): callable
    {
        try {
            $look();
        } catch (\RedisLockException) {
        }

        return $look;
    }

    private function draw(string $pattern, float $interval, callable $look): void
    {
        while (true) {
            [$rows, $columns] = Terminal::size();
            $lines = array_slice($this->lines($pattern, $look, $rows, $columns), 0, $rows);
            // The rest of each line is cleared, and what is below them once, so that nothing flickers. A line that reaches the
            // border would lose its last character by that: the cursor stays on it.
            $clear = fn (string $line): string => Terminal::width(preg_replace('/\e\[[0-9;]*m/', '', $line)) < $columns ? "\e[K" : '';
            $drawn = array_map(fn (string $line): string => ($line = Terminal::cut($line, $columns)) . $clear($line), $lines);
            echo "\e[H", implode("\r\n", $drawn), count($lines) < $rows ? "\r\n\e[J" : '';
            $end = hrtime(true) / 1e9 + $interval;
            while (($left = $end - hrtime(true) / 1e9) > 0) {
                [$read, $none] = [[STDIN], null];
                if (@stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1) * 1e6)) === false) {
                    // The size has changed.
                    break;
                }
                if ($read !== [] && ($key = fread(STDIN, 16)) !== '') {
                    if ($key === false || strpbrk($key, "qQ\x04") !== false || feof(STDIN)) {
                        return;
                    }
                    break;
                }
            }
        }
    }

    /** @return list<string> */
    private function lines(string $pattern, callable $look, int $most, int $columns): array
    {
        try {
            $locks = $look();
        } catch (\RedisLockException $failure) {
            $text = wordwrap(Terminal::safe($failure->getMessage()), max(1, $columns - 1), "\n", true);

            return [$this->title($pattern, '-'), '', ...array_map(fn (string $line): string => $this->terminal->colour($line, Terminal::RED), explode("\n", $text))];
        }
        // Locks that a process waits for are what an operator looks for; the others stay where they are.
        usort($locks, fn (array $one, array $other): int => [$other['waiting'] === true, $one['name']] <=> [$one['waiting'] === true, $other['name']]);
        $count = count($locks) === ListLocks::LIMIT ? ListLocks::LIMIT . ' or more' : (string) count($locks);
        // Beside the title, an empty line and the headings; the last line says how many do not fit.
        $room = max(1, $most - 3);
        $shown = count($locks) > $room ? array_slice($locks, 0, $room - 1) : $locks;
        $rest = count($locks) - count($shown);

        return [
            $this->title($pattern, $count),
            '',
            ...($locks === [] ? [] : $this->report->table($shown, $columns)),
            ...($rest > 0 ? [$this->terminal->colour("and $rest more", Terminal::DIM)] : []),
        ];
    }

    private function title(string $pattern, string $count): string
    {
        return $this->terminal->colour('redislock', Terminal::BOLD) . '  ' . Terminal::safe($pattern) . "  locks: $count  " . date('H:i:s') . '  q quits';
    }
}
