<?php
// Owns how the settings of phpredis and predis are written as an address of RedisLock's.
// Does not read config/database.php (LockServer.php).
// Called by LockServer.php.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Closure;
use Illuminate\Support\Sleep;
use Predis\Connection\NodeConnectionInterface;
use SensitiveParameter;

/** @internal */
final class Address
{
    /** Options of PHP's SSL contexts that RedisLock has, too. */
    private const TLS_OPTIONS = ['cafile', 'local_cert', 'local_pk', 'peer_name', 'verify_peer'];
    /** Those that do not change who is trusted. */
    private const IRRELEVANT = [
        'capture_peer_cert', 'capture_peer_cert_chain', 'ciphers', 'crypto_method', 'disable_compression', 'no_ticket',
        'security_level', 'SNI_enabled',
    ];

    /** The longest timeout that an address may name, in seconds, and the shortest. */
    private const LONGEST_TIMEOUT = 60;
    private const SHORTEST_TIMEOUT = 0.01;

    /**
     * @param list<string>|null $nodes of a cluster
     * @param Closure(string): \Throwable $refuse
     */
    public static function ofPhpRedis(#[SensitiveParameter] array $settings, ?array $nodes, Closure $refuse): string
    {
        $password = $settings['password'] ?? null;
        $user = $settings['username'] ?? null;
        if (is_array($password)) {
            [$user, $password] = count($password) > 1 ? array_values($password) : [null, ...array_values($password)];
        } elseif (!class_exists(Sleep::class)) {
            // Laravel 8 does not send it, and hosters' addresses have one that means nothing. (Sleep came with 10.)
            $user = null;
        }
        $login = self::login($user, $password);
        $context = self::context($settings['context'] ?? []);
        $timeouts = self::timeouts($settings);
        if ($nodes !== null) {
            return self::cluster($nodes, $login, $context, $timeouts, $refuse);
        }

        [$scheme, $host] = self::schemeAndHost((string) ($settings['host'] ?? ''), $settings['scheme'] ?? null);
        $database = (int) ($settings['database'] ?? 0);

        return self::single($scheme, $host, (int) ($settings['port'] ?? 0), $login, $database, $context, $timeouts, $refuse);
    }

    /**
     * @param object $connection predis's own, which has not connected yet
     * @param list<array>|null $nodes of a cluster, their parameters
     * @param array $own settings of the application, without those that Laravel and predis add
     * @param Closure(string): \Throwable $refuse
     */
    public static function ofPredis(object $connection, ?array $nodes, #[SensitiveParameter] array $own, Closure $refuse): string
    {
        // Of these classes some were renamed in predis 2.
        if ($nodes !== null && !str_ends_with($connection::class, '\\RedisCluster')) {
            throw $refuse('predis spreads keys over its servers by itself there; with cluster => redis among the options it is a cluster');
        }
        if ($nodes === null && !$connection instanceof NodeConnectionInterface) {
            throw $refuse('predis has sentinels or replication there');
        }
        $parameters = $nodes[0] ?? $connection->getParameters()->toArray();
        $login = self::login($parameters['username'] ?? null, $parameters['password'] ?? null);
        $context = $parameters['ssl'] ?? [];
        $timeouts = self::timeouts($own);
        if ($nodes !== null) {
            $names = array_map(fn (array $node): string => "$node[scheme]://" . self::host($node['host']) . ":$node[port]", $nodes);

            return self::cluster($names, $login, $context, $timeouts, $refuse);
        }
        $scheme = $parameters['scheme'];
        $host = $scheme === 'unix' ? $parameters['path'] ?? '' : $parameters['host'];
        $database = (int) ($parameters['database'] ?? 0);

        return self::single($scheme, $host, (int) $parameters['port'], $login, $database, $context, $timeouts, $refuse);
    }

    private static function single(
        string $scheme,
        string $host,
        int $port,
        #[SensitiveParameter] string $login,
        int $database,
        array $context,
        array $timeouts,
        Closure $refuse,
    ): string {
        if ($host === '') {
            throw $refuse('it names no host');
        }
        if ($scheme === 'unix') {
            $path = implode('/', array_map(rawurlencode(...), explode('/', $host)));

            return "unix://$login$path" . self::query(['db' => $database] + $timeouts);
        }
        $tls = self::isTls($scheme, $refuse);

        return ($tls ? 'rediss' : 'redis') . "://$login" . self::host($host) . ":$port/$database"
            . self::query(($tls ? self::options($context, $refuse) : []) + $timeouts);
    }

    private static function cluster(
        array $nodes,
        #[SensitiveParameter] string $login,
        array $context,
        array $timeouts,
        Closure $refuse,
    ): string {
        $tls = false;
        foreach ($nodes as &$node) {
            // Laravel 8 writes each node's settings after it.
            [$scheme, $node] = self::schemeAndHost(strtok($node, '?'), null);
            $tls = self::isTls($scheme, $refuse);
            $colon = (int) strrpos($node, ':');
            $node = self::host(substr($node, 0, $colon)) . substr($node, $colon);
        }

        return ($tls ? 'rediss' : 'redis') . "-cluster://$login" . implode(',', $nodes)
            . self::query(($tls ? self::options($context, $refuse) : []) + $timeouts);
    }

    /** @return array{string, string} the scheme may precede the host, and a path is a socket */
    private static function schemeAndHost(string $host, ?string $scheme): array
    {
        if (preg_match('#^([a-z]+)://(.*)$#is', $host, $parts)) {
            [, $scheme, $host] = $parts;
        }

        return str_starts_with($host, '/') ? ['unix', $host] : [strtolower($scheme ?? 'tcp'), $host];
    }

    private static function isTls(string $scheme, Closure $refuse): bool
    {
        return match ($scheme) {
            'tcp', 'redis' => false,
            'tls', 'ssl', 'rediss' => true,
            default => throw $refuse("its scheme is \"$scheme\"; RedisLock knows tcp, tls and unix"),
        };
    }

    private static function host(string $host): string
    {
        return str_contains($host, ':') && !str_starts_with($host, '[') ? "[$host]" : $host;
    }

    /** Laravel takes an empty password for none, and a user without one for no user. */
    private static function login(mixed $user, #[SensitiveParameter] mixed $password): string
    {
        return empty($password) ? '' : rawurlencode((string) $user) . ':' . rawurlencode((string) $password) . '@';
    }

    /** Below `ssl` or `stream`, or neither: phpredis has it each way in one of its classes, and Laravel 13 accepts all. */
    private static function context(array $context): array
    {
        return $context['stream'] ?? $context['ssl'] ?? $context;
    }

    /** How long the application lets its Redis client wait, where it says so; else php.ini's settings stand. */
    private static function timeouts(#[SensitiveParameter] array $settings): array
    {
        $timeouts = [
            'connect_timeout' => $settings['timeout'] ?? 0,
            // The second is predis's name.
            'io_timeout' => $settings['read_timeout'] ?? $settings['read_write_timeout'] ?? 0,
        ];
        // To both clients 0 and less is no limit, which RedisLock has none of.
        $chosen = array_filter($timeouts, fn (mixed $seconds): bool => is_numeric($seconds) && $seconds > 0);

        return array_map(fn ($seconds): float => max(self::SHORTEST_TIMEOUT, min((float) $seconds, self::LONGEST_TIMEOUT)), $chosen);
    }

    private static function query(array $options): string
    {
        return $options === [] ? '' : '?' . http_build_query($options, '', '&', PHP_QUERY_RFC3986);
    }

    private static function options(array $context, Closure $refuse): array
    {
        if (!($context['verify_peer'] ?? true)) {
            // Whom to trust does not matter then.
            $context = array_intersect_key($context, array_flip(['verify_peer', 'local_cert', 'local_pk']));
        }
        $options = [];
        foreach ($context as $name => $value) {
            // What PHP does without them, too.
            $isDefault = $value === null || [$name, $value] === ['verify_peer_name', true] || [$name, $value] === ['allow_self_signed', false];
            if ($isDefault || in_array($name, self::IRRELEVANT, true)) {
                continue;
            }
            if (!in_array($name, self::TLS_OPTIONS, true)) {
                throw $refuse("RedisLock has no option \"$name\" for TLS; it has " . implode(', ', self::TLS_OPTIONS));
            }
            $options[$name] = is_bool($value) ? (int) $value : $value;
        }

        return $options;
    }
}
