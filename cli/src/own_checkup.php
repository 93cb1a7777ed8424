<?php
// Owns what `redislock doctor` says of this PHP, of the extension in it, and of its settings.
// Does not look at any server, nor for an extension that is not loaded (MissingExtension).

declare(strict_types=1);

namespace Redislock\Command;

final class OwnCheckup
{
    /** As docs/reference.md has them; a test compares them with the extension. */
    public const DEFAULTS = [
        'redislock.server' => 'redis://127.0.0.1:6379', 'redislock.connect_timeout' => '1', 'redislock.io_timeout' => '1', 'redislock.spin' => '1', 'redislock.tracking' => 'auto', 'redislock.events' => '0',
        'redislock.prefix' => '', 'redislock.label' => '', 'redislock.ttl' => '30', 'redislock.report_lost' => '0',
    ];
    /** A ttl of more seconds than this keeps what a killed process held for long. */
    private const LONG = 3600.0;

    public function __construct(private Findings $findings)
    {
    }

    /** @return array<string, mixed> what is known of it, for scripts */
    public static function facts(): array
    {
        return [
            'version' => PHP_VERSION,
            'sapi' => PHP_SAPI,
            'binary' => PHP_BINARY,
            'api' => self::build(),
            'zts' => PHP_ZTS === 1,
            'debug' => PHP_DEBUG === 1,
            'ini' => Needs::has('php_ini_loaded_file') ? (php_ini_loaded_file() ?: null) : null,
            'extension' => Needs::version(),
            'settings' => Needs::version() === null ? [] : ['redislock.server' => self::shown(Needs::setting('redislock.server'))] + Needs::settings(),
        ];
    }

    public function run(): void
    {
        $this->findings->about('PHP of the command line (a web server may load other files)');
        $facts = self::facts();
        $kind = ($facts['zts'] ? 'thread-safe' : 'not thread-safe') . ($facts['debug'] ? ', debug' : '');
        $scanned = array_filter(explode(',', Needs::has('php_ini_scanned_files') ? (string) php_ini_scanned_files() : ''));
        $more = $scanned === [] ? '' : ' and ' . count($scanned) . ' files in ' . dirname(trim($scanned[0]));
        $this->findings->ok('php', "PHP $facts[version] ($facts[sapi], $kind), $facts[binary]; php.ini: " . ($facts['ini'] ?? 'none') . $more);
        if ($facts['extension'] === null) {
            $missing = MissingExtension::find();
            $this->findings->error('extension', "PHP has not loaded redislock: $missing->reason", $missing->advice);

            return;
        }
        $this->findings->ok('extension', "redislock $facts[extension], for PHP API $facts[api]");
        foreach (Needs::allLacking() as $lacking => $advice) {
            $this->findings->note('php', $lacking, $advice);
        }
        $this->settings($facts['settings']);
    }

    private function settings(array $settings): void
    {
        $off = array_filter($settings, fn (string $value, string $name): bool => $value !== (self::DEFAULTS[$name] ?? null), ARRAY_FILTER_USE_BOTH);
        $list = implode(', ', array_map(fn (string $name, string $value): string => "$name=\"$value\"", array_keys($off), $off));
        $this->findings->ok('settings', $off === [] ? 'all settings have their defaults' : "set: $list");
        if ($settings['redislock.label'] === '') {
            $this->findings->note('label', 'redislock.label is not set: show, list and top cannot name holders', 'set redislock.label="%h:%p" in php.ini: host and process');
        }
        $ttl = strcasecmp($settings['redislock.ttl'], 'INF') === 0 ? INF : (float) $settings['redislock.ttl'];
        if ($ttl > self::LONG) {
            $lasts = is_infinite($ttl) ? 'for ever' : "for $ttl s";
            $this->findings->warning('ttl', "redislock.ttl is $ttl: a process that is killed leaves its lock $lasts", 'set it to the longest time for which work may stand still after a crash, and use autoRenew for work that takes longer');
        }
        $slowest = (float) $settings['redislock.connect_timeout'] + 2 * (float) $settings['redislock.io_timeout'];
        if ($slowest >= $ttl) {
            $this->findings->warning('timeouts', "an acquire() may take $slowest s (redislock.connect_timeout and twice redislock.io_timeout), and redislock.ttl is $ttl s: a slow Redis gives locks that have ended", 'make the timeouts shorter, or the ttl longer');
        }
    }

    /** What an extension is built for: API20220829,NTS without its first three letters. */
    public static function build(): string
    {
        if (!Needs::has('phpinfo')) {
            return '?';
        }
        ob_start();
        phpinfo(INFO_GENERAL);

        return preg_match('/^PHP Extension Build => API(\S+)$/m', (string) ob_get_clean(), $found) ? $found[1] : '?';
    }

    /** Without a password, also where it is none of the addresses in which that has its place. */
    private static function shown(string $address): string
    {
        return preg_match('~^(memory:$|[a-z-]+://)~Di', $address) === 1 ? Terminal::masked($address) : '(not an address)';
    }
}
