<?php
// Owns a Redis of the program's own, on a free port of 127.0.0.1, and the temporary folder of the program.
// Touches no other server. Both are gone when the program is, however it ended.
// Called by oversell.php and by benches/harness/server.php.

declare(strict_types=1);

final class PrivateRedis
{
    /** Seconds for the server to answer. It takes a tenth of one. */
    private const PATIENCE = 10;

    /**
     * Runs the server ("$@") until this process ends: then the pipe that it reads from closes, be it by kill -9. Ctrl-C reaches
     * every process of the terminal, so it is ignored here, or nobody would clean up. Its children live a moment
     * longer than a program that was killed, and a folder in which they still make files cannot be removed yet.
     */
    private const KEEPER = <<<'SH'
        trap "" INT TERM HUP
        "$@" >"$folder/log" 2>&1 </dev/null &
        read -r _
        kill -9 $!
        wait
        for try in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$folder" 2>/dev/null && break; sleep 1; done
        SH;

    public readonly string $folder;
    public readonly int $port;
    /** @var resource */
    private $keeper;
    /** @var resource|null */
    private $lifeline;
    private readonly int $process;

    /** The server's program, or null where none is in PATH. */
    public static function program(): ?string
    {
        foreach (['redis-server', 'valkey-server'] as $name) {
            foreach (explode(PATH_SEPARATOR, (string) getenv('PATH')) as $folder) {
                if (is_executable("$folder/$name")) {
                    return "$folder/$name";
                }
            }
        }

        return null;
    }

    /** $purpose is part of the folder's name. */
    public function __construct(string $program, string $purpose = 'demo')
    {
        $this->process = getmypid();
        $this->folder = sys_get_temp_dir() . "/redislock-$purpose-" . bin2hex(random_bytes(4));
        mkdir($this->folder, 0700);
        $this->port = self::freePort();
        $this->start($program);
        $end = hrtime(true) + self::PATIENCE * 1e9;
        while (!$this->answers()) {
            if (hrtime(true) > $end) {
                throw new RuntimeException("$program did not start:\n" . file_get_contents("$this->folder/log"));
            }
            usleep(10_000);
        }
    }

    public function __destruct()
    {
        if ($this->lifeline !== null && getmypid() === $this->process) {
            fclose($this->lifeline);
            proc_close($this->keeper);
        }
    }

    /** For a forked process: closes its copy, or the server would outlive a program that was killed. */
    public function letGo(): void
    {
        fclose($this->lifeline);
        $this->lifeline = null;
    }

    private function start(string $program): void
    {
        $command = [
            $program, '--port', "$this->port", '--bind', '127.0.0.1', '--unixsocket', "$this->folder/socket",
            '--dir', $this->folder, '--save', '', '--appendonly', 'no',
        ];
        $environment = ['folder' => $this->folder] + getenv();
        $this->keeper = proc_open(['sh', '-c', self::KEEPER, 'sh', ...$command], [['pipe', 'r']], $pipes, null, $environment);
        $this->lifeline = $pipes[0];
    }

    /**
     * Asked at the socket, which is ours for certain. Redis opens its port first, and ends if another has taken it meanwhile.
     */
    private function answers(): bool
    {
        $socket = @stream_socket_client("unix://$this->folder/socket");

        return $socket !== false && fwrite($socket, "PING\r\n") && fgets($socket) === "+PONG\r\n";
    }

    private static function freePort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $name = stream_socket_get_name($socket, false);

        return (int) substr($name, strrpos($name, ':') + 1);
    }
}
