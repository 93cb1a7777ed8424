<?php
// Owns the servers of the search, running a program in a PHP process of its own, and what of its end is a finding.
// Does not own the programs (script.php), nor what a program watches itself (stage.php).
// Called by methods.php.

declare(strict_types=1);

final class Stand
{
    /** After so many seconds a program hangs. */
    private const PATIENCE = 60.0;

    private readonly RedisServer $server;
    /** Only so that they live as long. */
    private readonly array $others;
    /** Where they are, for stage.php. */
    private readonly string $servers;
    private readonly string $folder;

    public function __construct()
    {
        $this->server = RedisServer::start();
        $cluster = RedisServer::start('--cluster-enabled', 'yes');
        $cluster->becomeCluster();
        $quorum = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
        $this->servers = json_encode([
            'port' => $this->server->port,
            'server' => $this->server->address(),
            'unix' => $this->server->unix(),
            'quorum' => array_map(fn (RedisServer $server): string => $server->address(), $quorum),
            'sentinels' => "redis-sentinel://127.0.0.1:{$this->server->sentinel()}/my-master",
            'cluster' => "redis-cluster://127.0.0.1:$cluster->port",
            'refused' => free_port(),
        ]);
        $this->others = [$cluster, $quorum];
        $this->folder = dirname(substr($this->server->unix(), strlen('unix://')));
    }

    /** The program as a file has it. @param list<string> $lines */
    public static function text(Script $script, array $lines): string
    {
        $head = '<?php declare(strict_types=' . ($script->strict ? 1 : 0) . ");\n// ending: $script->ending\n";
        $end = "settle();\n" . ($script->ending === '' ? '' : "at('ending');\n$script->ending;\n");

        return $head . 'require ' . var_export(__DIR__ . '/stage.php', true) . ";\n" . implode("\n", $lines) . "\n$end";
    }

    /** Runs a program; returns the findings, one a line. @return list<string> */
    public function play(string $text): array
    {
        preg_match('~^// ending: (.*)$~m', $text, $ending);
        $file = "$this->folder/program.php";
        $log = "$this->folder/log-of-php";
        @unlink($log);
        file_put_contents($file, $text);
        $options = [
            ...extension_under_test(),
            ...ini_options([
                'extension' => ['posix', 'pcntl'], 'redislock.server' => $this->server->address(), 'redislock.io_timeout' => '0.03',
                'redislock.connect_timeout' => '0.03', 'display_errors' => '1', 'html_errors' => '0', 'error_reporting' => (string) E_ALL, 'log_errors' => '0', 'error_log' => $log,
            ]),
        ];
        $output = [['file', '/dev/null', 'r'], ['file', "$file.out", 'w'], ['file', "$file.err", 'w']];
        $started = hrtime(true);
        $environment = ['REDISLOCK_FUZZ_SERVERS' => $this->servers] + getenv();
        $process = proc_open(mortal(PHP_BINARY, '-n', ...$options, ...[$file]), $output, $pipes, null, $environment);
        $status = $this->waitFor($process, $started);
        $findings = $this->judge($status, self::endingOf($ending[1] ?? ''), (string) file_get_contents("$file.out"), (string) file_get_contents("$file.err"));

        return [...$findings, ...$this->lookAtLog((string) @file_get_contents($log))];
    }

    /** @return array{int, string} */
    private static function endingOf(string $ending): array
    {
        return Script::ENDINGS[$ending] ?? [0, ''];
    }

    /** @param resource $process */
    private function waitFor($process, int $started): array
    {
        $pause = 500;
        while (($status = proc_get_status($process))['running']) {
            if ((hrtime(true) - $started) / 1e9 > self::PATIENCE) {
                proc_terminate($process, 9);
                proc_close($process);

                return ['hangs' => true] + $status;
            }
            usleep($pause = min(5000, $pause + 500));
        }

        return ['hangs' => false] + $status;
    }

    /** @return list<string> */
    private function judge(array $status, array $ending, string $out, string $err): array
    {
        [$code, $words] = $ending;
        // Its last lock may be refused as any other.
        if ($code === 255 || str_contains($out, 'Uncaught RedisLock')) {
            $wanted = preg_match('/Uncaught RedisLock(Connection|Server|NotAcquired|Lost)Exception: [^\x00-\x1f\x7f]+ in /', $out);
            [$code, $words] = $wanted ? [255, 'Uncaught RedisLock'] : $ending;
        }
        $findings = preg_grep('/^FINDING/', explode("\n", $err));
        if ($status['hangs']) {
            $findings[] = 'FINDING: it hangs for ' . self::PATIENCE . ' s';
        } elseif ($status['signaled']) {
            $findings[] = "FINDING: signal {$status['termsig']} ended it";
        } elseif ($status['exitcode'] !== $code) {
            $findings[] = "FINDING: it ended with {$status['exitcode']} instead of $code";
        }
        if ($words === '' ? trim($out) !== '' : !str_contains($out, $words)) {
            $findings[] = 'FINDING: it printed ' . substr(trim($out), 0, 600);
        }
        $rest = array_filter(explode("\n", $err), fn (string $line): bool => $line !== '' && !str_starts_with($line, 'FINDING'));
        if ($rest !== []) {
            $findings[] = 'FINDING: on standard error: ' . substr(implode(' ', $rest), 0, 600);
        }

        return array_values($findings);
    }

    /** What redislock.report_lost has PHP write: one line for each lock, whatever its key is. */
    private function lookAtLog(string $log): array
    {
        $findings = [];
        foreach (array_filter(explode("\n", $log)) as $line) {
            if (!preg_match('/^\[[^\]]+\] .*redislock/i', $line) || preg_match('/[\x00-\x1f\x7f]|s3cr3t|r[ln]_[0-9a-f]{32}/', $line)) {
                $findings[] = 'FINDING: in the log: ' . addcslashes(substr($line, 0, 300), "\0..\37\177..\377");
            }
        }

        return $findings;
    }
}
