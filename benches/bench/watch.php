<?php
// Owns how much others disturb a piece of the benchmark while it is measured, and which of its rounds count.
// Does not say what is done with a piece that was disturbed (suite.php).

declare(strict_types=1);

final class Watch
{
    private Load $piece;
    /** Rounds of this piece that may still be measured again. */
    private int $spare = 0;

    /** @param float $noise how much of the machine others may take, in percent */
    public function __construct(private readonly Server $server, public readonly float $noise)
    {
    }

    public function begin(int $spare): void
    {
        $this->piece = new Load($this->server);
        $this->spare = $spare;
    }

    /** Measures a round; again, without its figures, if the host of this machine took too much of it: that comes in bursts. */
    public function round(Figures $figures, Closure $round): void
    {
        for (;; $this->spare--) {
            $before = $figures->snapshot();
            $load = new Load($this->server);
            $round();
            if (($load->stolen() ?? 0.0) <= $this->noise || $this->spare === 0) {
                return;
            }
            $this->piece->leaveOut($load);
            $figures->restore($before);
        }
    }

    /** In percent of the machine, since begin(), but for the rounds that do not count; 0 where unknown. */
    public function foreign(): float
    {
        return $this->piece->foreign() ?? 0.0;
    }
}
