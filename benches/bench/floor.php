<?php
// Owns the floor: its program, and the two requests that it sends, which are RedisLock's as they are on the wire today.
// Does not measure.

declare(strict_types=1);

final class Floor
{
    public const NAME = 'floor';
    /** It, without waiting for its releases. */
    public const AHEAD = 'floor-ahead';
    /** It, with the questions to the kernel that RedisLock's promises need. */
    public const CAREFUL = 'floor-careful';
    public const CAREFUL_AHEAD = 'floor-ahead-careful';
    /** The careful one, and it looks for an answer before it sleeps. */
    public const SPINNING = 'floor-careful-spinning';
    /** @var array<string, string> those that a budget is held against, and what they are called */
    public const TITLES = [self::NAME => 'floor', self::CAREFUL => 'careful floor', self::SPINNING => 'spinning floor'];

    /** Those that take part where neither a careful nor a spinning one does. */
    public const PLAIN = [self::NAME, self::AHEAD];
    /** What it needs to speak TLS. */
    public const PACKAGE_OF_TLS = 'libssl-dev';
    /** The key in the requests that are recorded; all keys have one length, and so have all requests. */
    private const KEY = 'bench:000000000';

    /** Whether floor.c can speak TLS here. */
    public readonly bool $speaksTls;
    private readonly string $program;
    /** @var array<string, array{string, string}> the request that acquires, and the one that releases, of self::KEY */
    private readonly array $requests;

    public function __construct(private readonly Server $server)
    {
        $this->program = "$server->folder/floor";
        $this->speaksTls = self::compile('floor.c', $this->program, '-DWITH_TLS', '-lssl', '-lcrypto') === null;
        if (!$this->speaksTls) {
            self::mustCompile('floor.c', $this->program);
        }
        $requests = self::record($server, 'redislock');
        $ahead = self::record($server, 'redislock-unset');
        $this->requests = [
            self::NAME => $requests,
            self::CAREFUL => $requests,
            self::SPINNING => $requests,
            self::AHEAD => $ahead,
            self::CAREFUL_AHEAD => $ahead,
        ];
    }

    /** What it needs and has not, or null. */
    public static function absence(): ?string
    {
        exec('cc --version 2>&1', $output, $status);

        return $status === 0 ? null : 'gcc, libc6-dev';
    }

    public function client(Address $address, string $cores, int $firstKey = 0, string $name = self::NAME): Client
    {
        return self::start($this->program, $this->requests[$name], $address, $cores, $firstKey, $name);
    }

    /** @param array{string, string} $requests of self::KEY */
    private static function start(string $program, array $requests, Address $address, string $cores, int $firstKey, string $name): Client
    {
        $requests = str_replace(self::KEY, sprintf('bench:%09d', $firstKey), $requests);
        $how = array_slice(explode('-', $name), 1);

        return new Client($name, [$program, (string) $address, ...$requests, ...$how], $cores);
    }

    private static function mustCompile(string $source, string $program): void
    {
        $error = self::compile($source, $program);
        $error === null || throw new RuntimeException("$source was not compiled:\n$error");
    }

    /** Returns what the compiler says, or null once the program is there. */
    private static function compile(string $source, string $program, string ...$options): ?string
    {
        $command = ['cc', '-O2', '-o', $program, __DIR__ . "/$source", ...$options];
        exec(implode(' ', array_map(escapeshellarg(...), $command)) . ' 2>&1', $output, $status);

        return $status === 0 ? null : implode("\n", $output);
    }

    /** Stands between RedisLock and the server for two cycles. In the first one RedisLock connects and sends its script. */
    private static function record(Server $server, string $contender): array
    {
        $door = stream_socket_server('tcp://127.0.0.1:0');
        $port = (int) substr(strrchr(stream_socket_get_name($door, false), ':'), 1);
        $client = Client::of($contender, Address::tcp($port), Layout::Unpinned->clientCores());
        $client->begin(1);
        $inside = stream_socket_accept($door, 10);
        $outside = stream_socket_client('tcp://127.0.0.1:' . $server->tcp->port());
        self::pass($inside, $outside, $client);
        $client->begin(1);
        $requests = self::pass($inside, $outside, $client);
        if (count($requests) !== 2) {
            throw new RuntimeException('a cycle of RedisLock was not two requests but ' . count($requests));
        }

        return $requests;
    }

    /**
     * Passes on what comes until the client has done its cycle.
     *
     * @return list<string> what the client has sent: it waits for each answer but the last
     */
    private static function pass($inside, $outside, Client $client): array
    {
        $requests = [];
        while (true) {
            [$heard, $none] = [[$inside, $outside, $client->output()], null];
            stream_select($heard, $none, $none, 10) || throw new RuntimeException('RedisLock and the server are silent');
            if (in_array($inside, $heard, true)) {
                fwrite($outside, $requests[] = fread($inside, 65_536));
            } elseif (in_array($outside, $heard, true)) {
                fwrite($inside, fread($outside, 65_536));
            } else {
                $client->answer();
                // What it has not waited for may still be under way.
                for ($late = [$inside]; stream_select($late, $none, $none, 0, 50_000); $late = [$inside]) {
                    fwrite($outside, $requests[] = fread($inside, 65_536));
                }

                return $requests;
            }
        }
    }
}
