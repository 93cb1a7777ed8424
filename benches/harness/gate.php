<?php
// Owns a barrier between processes: who comes to it sleeps until it is opened, and then all go on at once.
// Does not know who comes.

declare(strict_types=1);

final class Gate
{
    /** Seconds after which a sleeper goes on although nobody has opened. */
    private const PATIENCE = 300;

    /** @var resource */
    private $sleepers;
    /** @var resource */
    private $opener;

    public function __construct()
    {
        [$this->sleepers, $this->opener] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_timeout($this->sleepers, self::PATIENCE);
    }

    /** For a forked process, so that the end of the one that opens is an opening, too. */
    public function cannotOpen(): void
    {
        fclose($this->opener);
    }

    /** Sleeps in the kernel: 64 processes that spin would take the two cores from each other. */
    public function pass(): void
    {
        fread($this->sleepers, 1);
    }

    public function open(): void
    {
        // Not fclose(): a process that was forked later has a copy, and the gate would stay shut.
        stream_socket_shutdown($this->opener, STREAM_SHUT_RDWR);
    }
}
