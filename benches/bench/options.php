<?php
// Owns the command line of bench.php.
// Does nothing of what it says.

declare(strict_types=1);

final class Options
{
    public const USAGE = <<<'TEXT'
        usage: bench.php [--quick] [--noise=PERCENT] [--beside=FILE] [--readme] [--plots=FOLDER] [PART...]
          --quick          a few cycles of everything: shows that it works, and gives no figures worth reading
          --noise=PERCENT  how much of the machine others may take (10); more, and there is no result
          --beside=FILE    RedisLock is measured also as the redislock.so that FILE is, an older build for instance, and
                           every row of cycles, crowd, requests, scale, roads and waiting in which it got worse is
                           named
          --readme         a result is written to figures.md and the plots of benches/, and README.md
          --plots=FOLDER   the plots are written to FOLDER, a result or not
          PART             cycles, crowd, requests, scale, capacity, footprint, ends, renewal, roads, waiting;
                           without: all
        TEXT;

    public bool $isQuick = false;
    public float $noise = 10.0;
    public bool $forReadme = false;
    public ?Beside $beside = null;
    public ?string $plots = null;
    /** @var list<string> */
    public array $parts = [];

    /** @param list<string> $arguments */
    public function __construct(array $arguments)
    {
        foreach ($arguments as $argument) {
            [$name, $value] = explode('=', $argument, 2) + [1 => null];
            match (true) {
                $argument === '--quick' => $this->isQuick = true,
                $argument === '--readme' => $this->forReadme = true,
                $name === '--noise' && is_numeric($value) && $value >= 0 => $this->noise = (float) $value,
                $name === '--beside' && is_file((string) $value) => $this->beside = new Beside(realpath($value)),
                $name === '--beside' => throw new InvalidArgumentException("$argument names no file"),
                $name === '--plots' && is_dir((string) $value) => $this->plots = $value,
                $name === '--plots' => throw new InvalidArgumentException("$argument names no folder"),
                in_array($argument, self::parts(), true) => $this->parts[] = $argument,
                default => throw new InvalidArgumentException("$argument is no option and no part"),
            };
        }
        $this->parts = $this->parts ?: self::parts();
        // The pages show all of it, and nothing that a few cycles have brought.
        if ($this->forReadme && ($this->isQuick || $this->beside !== null || $this->parts !== self::parts())) {
            throw new InvalidArgumentException('--readme needs all parts, and neither --quick nor --beside');
        }
    }

    /** @return list<string> */
    private static function parts(): array
    {
        return [...array_keys(Suite::PARTS), Suite::WAITING];
    }
}
