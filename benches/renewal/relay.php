<?php
// Owns a relay: a TCP port of 127.0.0.1 that passes everything on to another, later by a delay in each direction.
// Prints its port, then runs until standard input ends. SIGUSR1 begins the delay: what was sent before is not delayed.
// Called as a program: php relay.php TARGET_PORT DELAY_MS

declare(strict_types=1);

[, $target, $delay] = $argv;
$delay = (int) ((float) $delay * 1e6);
$isDelaying = false;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use (&$isDelaying): void {
    $isDelaying = true;
});
// By default the kernel wakes a sleeper up to 50 us late.
@file_put_contents('/proc/self/timerslack_ns', '1');
$door = stream_socket_server('tcp://127.0.0.1:0');
echo substr(strrchr(stream_socket_get_name($door, false), ':'), 1), "\n";
/** @var array<int, array{from: resource, to: resource, pieces: SplQueue}> $ways by the number of the socket they are read from */
$ways = [];
$add = function ($from, $to) use (&$ways): void {
    stream_set_blocking($from, false);
    socket_set_option(socket_import_stream($from), SOL_TCP, TCP_NODELAY, 1);
    $ways[(int) $from] = ['from' => $from, 'to' => $to, 'pieces' => new SplQueue()];
};
$close = function (int $number) use (&$ways): void {
    $way = $ways[$number];
    unset($ways[$number], $ways[(int) $way['to']]);
    fclose($way['from']);
    fclose($way['to']);
};
while (!feof(STDIN)) {
    $now = hrtime(true);
    $next = $now + 1_000_000_000;
    foreach ($ways as $number => $way) {
        while (!$way['pieces']->isEmpty() && $way['pieces']->bottom()[0] <= $now) {
            [, $piece] = $way['pieces']->dequeue();
            $written = @fwrite($way['to'], $piece);
            if ($written !== strlen($piece)) {
                // The peer reads slowly: the rest goes first, soon.
                $way['pieces']->unshift([$now + 1_000_000, substr($piece, (int) $written)]);
                break;
            }
        }
        $next = $way['pieces']->isEmpty() ? $next : min($next, $way['pieces']->bottom()[0]);
    }
    $readable = [STDIN, $door, ...array_column($ways, 'from')];
    $none = null;
    $left = max(0, $next - hrtime(true));
    if (!@stream_select($readable, $none, $none, intdiv($left, 1_000_000_000), intdiv($left % 1_000_000_000, 1_000))) {
        continue;
    }
    foreach ($readable as $socket) {
        if ($socket === STDIN) {
            fread(STDIN, 1);
        } elseif ($socket === $door) {
            $client = stream_socket_accept($door);
            $server = stream_socket_client("tcp://127.0.0.1:$target");
            $add($client, $server);
            $add($server, $client);
        } elseif (isset($ways[(int) $socket])) {
            $piece = fread($socket, 65536);
            if ($piece === '' || $piece === false) {
                $close((int) $socket);
                continue;
            }
            $ways[(int) $socket]['pieces']->enqueue([hrtime(true) + ($isDelaying ? $delay : 0), $piece]);
        }
    }
}
