<?php
// Owns `redislock top`: the table of all locks, drawn again and again until q is typed.
// Does not own how locks are found (RedisLock::locks()) and written (Report).

declare(strict_types=1);

namespace Redislock\Command;

final class Top
{
    public const OPTIONS = ['all' => Arguments::FLAG, 'interval' => Arguments::VALUE, 'sort' => Arguments::VALUE, 'show-token' => Arguments::FLAG];

    /** By what the table is sorted; the first letter is its key. */
    private const SORTS = ['wait', 'hold', 'key'];
    /** In microseconds, where a terminal has something to read, and then has not. */
    private const PAUSE = 50_000;

    private Terminal $terminal;
    private Report $report;
    private History $history;
    private string $sort;

    public function __invoke(Arguments $arguments): int
    {
        $pattern = $arguments->word('PATTERN', '*');
        $interval = $arguments->seconds('interval', 1.0);
        $interval >= 0.1 && $interval <= 3600 || throw new UsageError('--interval must be 0.1 to 3600 seconds');
        $this->sort = $arguments->value('sort') ?? self::SORTS[0];
        in_array($this->sort, self::SORTS, true) || throw new UsageError('--sort must be ' . implode(', ', array_slice(self::SORTS, 0, -1)) . ' or ' . self::SORTS[count(self::SORTS) - 1]);
        if (!stream_isatty(STDIN) || !stream_isatty(STDOUT)) {
            throw new UsageError("top needs a terminal; 'redislock list' shows the locks once");
        }
        $this->terminal = new Terminal(STDOUT);
        $this->report = new Report($this->terminal, $arguments->has('show-token'));
        $this->history = new History();
        $look = fn (): array => Found::locks($pattern, $arguments->server(), $arguments->has('all'), ListLocks::LIMIT);
        // What is wrong with the arguments is said before the screen is taken.
        $look = $this->checked($look);
        $modes = trim((string) @exec('stty -g'));
        $modes !== '' || throw new UsageError('top needs stty(1) to read keys, and could not run it');
        try {
            // In here: a signal from here on finds a terminal that must be put in order.
            $signals = new Signals(SIGTERM, SIGINT, SIGHUP, SIGQUIT);
            pcntl_signal(SIGTSTP, SIG_IGN);
            pcntl_signal(SIGWINCH, fn () => null, restart_syscalls: false);
            @exec('stty -icanon -echo min 0 time 0');
            self::write("\e[?1049h\e[?25l");
            $this->draw($pattern, $interval, $look);
        } catch (Stopped $stopped) {
            if ($stopped->signal !== SIGINT) {
                throw $stopped;
            }
        } finally {
            // Quiet: a terminal that has gone cannot be put in order.
            @fwrite(STDOUT, "\e[?25h\e[?1049l");
            @exec('stty ' . escapeshellarg($modes) . ' 2>/dev/null');
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
            $this->mustBeThere();
            [$rows, $columns] = Terminal::size();
            $lines = array_slice($this->lines($pattern, $look, $rows, $columns), 0, $rows);
            // The rest of each line is cleared, and what is below them once, so that nothing flickers. A line that reaches the
            // border would lose its last character by that: the cursor stays on it.
            $clear = fn (string $line): string => Terminal::width(preg_replace('/\e\[[0-9;]*m/', '', $line)) < $columns ? "\e[K" : '';
            $drawn = array_map(fn (string $line): string => ($line = Terminal::cut($line, $columns)) . $clear($line), $lines);
            self::write("\e[H" . implode("\r\n", $drawn) . (count($lines) < $rows ? "\r\n\e[J" : ''));
            $end = hrtime(true) / 1e9 + $interval;
            while (($left = $end - hrtime(true) / 1e9) > 0) {
                [$read, $none] = [[STDIN], null];
                if (@stream_select($read, $none, $none, (int) $left, (int) (fmod($left, 1) * 1e6)) === false) {
                    // The size has changed.
                    break;
                }
                if ($read !== []) {
                    // Quiet: from a terminal that has gone nothing can be read.
                    $key = (string) @fread(STDIN, 16);
                    if ($key === '') {
                        $this->mustBeThere();
                        usleep(self::PAUSE);
                        continue;
                    }
                    if (str_starts_with($key, "\e")) {
                        // A function key, an arrow, the mouse: letters follow, which were not typed.
                        continue;
                    }
                    if (strpbrk($key, "qQ\x04") !== false) {
                        return;
                    }
                    foreach (self::SORTS as $sort) {
                        $this->sort = stripos($key, $sort[0]) !== false ? $sort : $this->sort;
                    }
                    break;
                }
            }
        }
    }

    /** What a signal's handler throws while PHP is writing is a fatal error, so it waits until that is done. */
    private static function write(string $text): void
    {
        pcntl_async_signals(false);
        echo $text;
        pcntl_async_signals(true);
        pcntl_signal_dispatch();
    }

    /** Ends as by SIGHUP where the terminal has gone: that signal may be ignored, or may have been sent to another process. */
    private function mustBeThere(): void
    {
        stream_isatty(STDIN) && !$this->terminal->hasGone() || throw new Stopped(SIGHUP);
    }

    /** @return list<string> */
    private function lines(string $pattern, callable $look, int $most, int $columns): array
    {
        try {
            $locks = $look();
        } catch (\RedisLockException $failure) {
            $lines = Terminal::wrapped(Terminal::printable($failure->getMessage()), max(1, $columns - 1));

            return [$this->title($pattern, '-', '', '', $columns), '', ...array_map(fn (string $line): string => $this->terminal->colour($line, Terminal::RED), $lines)];
        }
        $now = hrtime(true) / 1e9;
        $this->history->note($locks, $now);
        usort($locks, $this->order($now));
        $count = count($locks) === ListLocks::LIMIT ? ListLocks::LIMIT . ' or more' : (string) count($locks);
        // Beside the title, an empty line and the headings; the last line says how many do not fit.
        $room = max(1, $most - 3);
        $shown = count($locks) > $room ? array_slice($locks, 0, $room - 1) : $locks;
        $rest = count($locks) - count($shown);

        $waited = count(array_filter($locks, fn (array $lock): bool => $lock['waiting'] === true));

        return [
            $this->title($pattern, $count, "waited: $waited", $this->history->waits($now), $columns),
            '',
            ...($locks === [] ? [] : $this->report->liveTable($shown, $this->history, $now, $columns)),
            ...($rest > 0 ? [$this->terminal->colour("and $rest more", Terminal::DIM)] : []),
        ];
    }

    /** Locks that a process waits for are what an operator looks for; what is equal stays where it is, by its name. */
    private function order(float $now): \Closure
    {
        $rank = fn (array $lock): float => match ($this->sort) {
            'wait' => $this->history->waited($lock, $now) ?? -1.0,
            'hold' => $this->history->held($lock, $now)[0],
            'key' => 0.0,
        };

        return fn (array $one, array $other): int => [$rank($other), $one['name']] <=> [$rank($one), $other['name']];
    }

    /** What it says, as far as it fits: which keys do what is said before the time of day. */
    private function title(string $pattern, string $count, string $waits, string $bars, int $columns): string
    {
        $parts = ['redislock', Terminal::safe($pattern), "locks: $count", trim("$waits $bars"), date('H:i:s'), "by $this->sort (w h k)", 'q quits'];
        foreach ([4 => null, 3 => $waits, 5 => "by $this->sort"] as $at => $shorter) {
            if (Terminal::width(implode('  ', array_filter($parts))) > $columns) {
                $parts[$at] = $shorter;
            }
        }
        $over = Terminal::width(implode('  ', array_filter($parts))) - $columns;
        if ($over > 0 && Terminal::width($parts[1]) > 2) {
            $parts[1] = Terminal::cut($parts[1], max(1, Terminal::width($parts[1]) - $over - 1)) . '…';
        }
        $parts[0] = $this->terminal->colour('redislock', Terminal::BOLD);

        return implode('  ', array_filter($parts));
    }
}
