<?php
// Owns the text between two marks of a page: it is replaced, and nothing else is.
// Does not know what stands there.
// Called by readme_table.php and readme_waiting.php.

declare(strict_types=1);

final class MarkedText
{
    public function __construct(private readonly string $begin, private readonly string $end)
    {
    }

    public function replace(string $file, string $text): void
    {
        $marks = '/(?<=' . preg_quote($this->begin, '/') . ')|(?=' . preg_quote($this->end, '/') . ')/';
        $parts = preg_split($marks, file_get_contents($file));
        if (count($parts) !== 3) {
            throw new RuntimeException("$file has not once each: $this->begin $this->end");
        }
        file_put_contents($file, "$parts[0]\n$text\n$parts[2]");
    }
}
