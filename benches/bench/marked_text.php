<?php
// Owns the text between two marks of a page: it is replaced, and nothing else is.
// Does not know what stands there.

declare(strict_types=1);

final class MarkedText
{
    public readonly string $begin;
    public readonly string $end;

    /** @param string $what the marks call it, of which a page has one */
    public function __construct(string $what)
    {
        $this->begin = "<!-- make bench-readme writes $what -->";
        $this->end = "<!-- make bench-readme wrote $what -->";
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
