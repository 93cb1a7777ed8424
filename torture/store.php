<?php
// Owns the guarded store of the torture: a file for each key that takes a write only under a fence that is not lower than the last.
// Does not know locks. It is what a program's database would be.
// Called by worker.php.

declare(strict_types=1);

final class Store
{
    public function __construct(private string $folder)
    {
    }

    /** Tries to write; 'taken', 'refused' as too late, or 'busy': a process was stopped in the middle of a write. */
    public function write(string $key, int $fence, string $token): string
    {
        $file = fopen("$this->folder/$key", 'c+');
        // No worker waits for a process that the nemesis has stopped here.
        for ($try = 0; !flock($file, LOCK_EX | LOCK_NB); $try++) {
            if ($try > 20) {
                return 'busy';
            }
            usleep(500);
        }
        $last = (int) fgets($file);
        if ($fence < $last) {
            return 'refused';
        }
        rewind($file);
        fwrite($file, str_pad((string) $fence, 20) . "\n");
        // In the order in which they were taken: what the checker reads.
        file_put_contents("$this->folder/$key.log", hrtime(true) . " $key $token $fence\n", FILE_APPEND);

        return 'taken';
    }
}
