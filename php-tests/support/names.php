<?php
// Owns a server of names: every name has the address 127.0.0.1, until the file STOP is there; then no request gets a reply.
// Runs until it is killed. Called by tests and benches: php names.php ADDRESS STOP

declare(strict_types=1);

[, $address, $stop] = $argv;
$socket = stream_socket_server("udp://$address:53", $code, $why, STREAM_SERVER_BIND)
    ?: throw new RuntimeException("no server of names at $address: $why");
echo "ready\n";
while (($request = stream_socket_recvfrom($socket, 512, 0, $peer)) !== false) {
    if (file_exists($stop)) {
        continue;
    }
    // The question as it came (RFC 1035, 4.1.2); its type is the last but one of its 16-bit numbers.
    $question = substr($request, 12, strpos($request, "\0", 12) + 5 - 12);
    $isAddress = substr($question, -4, 2) === "\0\x01";
    // Name as in the question, type A, class IN, no time to live, 4 bytes.
    $answer = $isAddress ? "\xc0\x0c\0\x01\0\x01\0\0\0\0\0\x04" . inet_pton('127.0.0.1') : '';
    $counts = pack('n4', 1, (int) $isAddress, 0, 0);
    stream_socket_sendto($socket, substr($request, 0, 2) . "\x81\x80" . $counts . $question . $answer, 0, $peer);
}
