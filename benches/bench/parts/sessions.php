<?php
// Owns how soon many requests of one session are served, one after the other, in php-fpm, and which of their writes are lost.
// Does not own the handler (bridges/php), php-fpm and its protocol (php-tests/fpm).

declare(strict_types=1);

final class Sessions extends Part
{
    private const TITLE = '32 requests of one session, 50 ms each, php-fpm, unpinned, TCP';
    private const REQUESTS = 32;
    /** Milliseconds. */
    private const WORK = 50;
    /** The pool of phpredis as it is without settings: it goes on without the lock. */
    private const DEFAULTS = 'phpredis-defaults';
    /** @var array<string, array<string, string>> settings by pool, which is called as its column; all but the floor's keep sessions in Redis */
    private const POOLS = [
        'redislock' => [],
        Floor::NAME => ['session.save_handler' => 'files'],
        'phpredis' => ['redis.session.locking_enabled' => '1', 'redis.session.lock_retries' => '-1'],
        self::DEFAULTS => ['redis.session.locking_enabled' => '1'],
    ];
    private const PAGE = <<<'PHP'
        ini_set('session.use_cookies', '0');
        session_id('abc');
        session_start();
        PHP;

    public function pieces(): array
    {
        // RedisLock's sessions are phpredis's, too, since those of PHP's files would be locked by these.
        return in_array('phpredis', $this->names, true) ? [self::TITLE => $this->measure(...)] : [];
    }

    public function rows(): array
    {
        $row = fn (string $label, string $figure, mixed ...$more): Row => new Row($label, self::TITLE . " $figure", ...$more);

        return [self::TITLE => [
            $row('until all are served', 'all', unit: ' ms', atMost: 1.05 * self::REQUESTS * self::WORK),
            $row('  to phpredis', 'all to phpredis', unit: 'x', decimals: 2),
            $row('two at once', 'requests, overlaps', summary: 'sum', atMost: 0),
            $row('writes lost', 'lost', summary: 'max', atMost: 0),
            $row('commands to Redis', 'commands', atMost: 300),
            $row("phpredis's defaults", 'all by defaults', unit: ' ms'),
            $row('  two at once', 'by defaults, overlaps', summary: 'sum'),
            $row('  writes lost', 'lost by defaults', summary: 'max'),
        ]];
    }

    private function measure(): void
    {
        $redis = RedisServer::start();
        $fpm = $this->start($redis);
        $pages = [];
        foreach (array_keys(self::POOLS) as $pool) {
            $pages[$pool] = $this->pages($fpm, $pool);
            // Warms up, and counts, which would take its time from a round.
            $commands = $redis->monitor();
            $this->requests($fpm, $pool, $pages[$pool]);
            $this->figures->add($pool, self::TITLE, ['commands' => (float) count($commands())]);
        }
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->progress->show(self::TITLE . ", round $number of {$this->counts->contests}");
            $this->watch->round($this->figures, function () use ($fpm, $pages, $number): void {
                $round = [];
                foreach (self::inTurn(array_keys($pages), $number) as $pool) {
                    $round[$pool] = $this->requests($fpm, $pool, $pages[$pool]);
                }
                $defaults = $round[self::DEFAULTS];
                unset($round[self::DEFAULTS]);
                $round['phpredis'] += ['all by defaults' => $defaults['all'], 'by defaults, overlaps' => $defaults['requests, overlaps'],
                    'lost by defaults' => $defaults['lost']];
                $this->addRound(self::TITLE, $round, ['all']);
            });
        }
        $fpm->stop();
        $redis->stop();
    }

    private function start(RedisServer $redis): Fpm
    {
        $pools = [];
        foreach (self::POOLS as $pool => $settings) {
            $settings += ['session.save_handler' => 'redis', 'redislock.server' => $redis->address()];
            $settings += ['session.save_path' => $pool === Floor::NAME ? $redis->folder : "tcp://127.0.0.1:$redis->port"];
            $pools[$pool] = ['pm.max_children' => (string) self::REQUESTS, 'php_admin_flag[display_errors]' => 'off'];
            foreach ($settings as $name => $value) {
                $pools[$pool]["php_value[$name]"] = $value;
            }
        }

        return Fpm::start($pools, array_slice(Php::options(withOpcache: true), 1));
    }

    /** @return array{string, string} the page that counts in the session, and that which tells what was counted and removes it */
    private function pages(Fpm $fpm, string $pool): array
    {
        $handler = var_export(dirname(__DIR__, 3) . '/bridges/php/src/Session/LockedHandler.php', true);
        $ours = "require $handler; session_set_save_handler(new RedisLock\Session\LockedHandler(new SessionHandler()));";
        $start = ($pool === 'redislock' ? $ours : '') . self::PAGE;
        $work = '$began = hrtime(true); $_SESSION["n"] = 1 + ($_SESSION["n"] ?? 0); usleep(1_000 * ' . self::WORK . ');';

        return [
            $fpm->script("$start $work echo json_encode([\$began, hrtime(true)]);"),
            $fpm->script("$start echo \$_SESSION['n'] ?? 0; session_destroy();"),
        ];
    }

    /**
     * @param array{string, string} $pages
     * @return array{all: float, lost: float, "requests, overlaps": float} milliseconds, and counts
     */
    private function requests(Fpm $fpm, string $pool, array $pages): array
    {
        $asked = hrtime(true);
        $requests = array_map(fn (): FastCgiRequest => $fpm->ask($pages[0], $pool), range(1, self::REQUESTS));
        $answers = array_map(fn (FastCgiRequest $request): string => $request->body(), $requests);
        $served = hrtime(true);
        $spans = array_map(fn (string $answer): array => json_decode($answer, flags: JSON_THROW_ON_ERROR), $answers);
        sort($spans);
        $overlaps = 0;
        for ($i = 1; $i < self::REQUESTS; $i++) {
            $overlaps += (int) ($spans[$i][0] < max(array_column(array_slice($spans, 0, $i), 1)));
        }

        $counted = (float) $fpm->ask($pages[1], $pool)->body();

        return ['all' => ($served - $asked) / 1e6, 'lost' => self::REQUESTS - $counted, 'requests, overlaps' => (float) $overlaps];
    }
}
