<?php
// Owns the rows of each road, with their budgets.
// Does not measure (parts/roads.php).

declare(strict_types=1);

final class RoadRows
{
    private readonly string $title;

    public function __construct(private readonly Road $road)
    {
        $this->title = $road->title();
    }

    /** @return list<Row> */
    public function rows(): array
    {
        return [
            new Row('p50', $this->figure('p50'), ' us', 1, isListed: true),
            ...match (true) {
                $this->road->members() > 0 => $this->ofQuorum(),
                $this->road === Road::Far => $this->ofFar(),
                $this->road->hasNativeCommands() => $this->ofNative(),
                default => $this->ofNear(),
            },
        ];
    }

    /** @return list<Row> */
    private function ofNear(): array
    {
        $toPhpredis = match ($this->road) {
            Road::Tcp => 1.0,
            Road::Tls => 0.9,
            default => null,
        };

        return [
            $this->quotient('p50 to phpredis', $toPhpredis),
            $this->quotient('p50 to floor'),
            ...($this->road === Road::Tcp ? $this->toCarefulFloor() : []),
            ...$this->toReference(in_array($this->road, [Road::Sentinel, Road::Cluster], true) ? 1.05 : null),
            new Row('by unset, to phpredis', $this->figure('unset'), 'x', 2),
            ...$this->clientCpu(),
            new Row('new connection', $this->figure('p50 new'), ' us', 0, isListed: true),
            new Row('  to phpredis', $this->figure('p50 new to phpredis'), 'x', 2),
            ...($this->road === Road::Tcp ? $this->toNewProcess() : []),
        ];
    }

    /** @return list<Row> */
    private function ofQuorum(): array
    {
        [$toFloor, $toReference, $toCombined] = match ($this->road) {
            Road::Quorum5 => [1.2, null, 0.3],
            Road::FarQuorum => [null, null, 0.3],
            default => [null, null, null],
        };

        return [
            $this->quotient('p50 to floor', $toFloor),
            ...$this->toReference($toReference),
            $this->quotient('p50 to CombinedStore', $toCombined),
            $this->quotient('p50 to phpredis'),
            ...$this->clientCpu(),
        ];
    }

    /** @return list<Row> */
    private function ofFar(): array
    {
        return [
            $this->quotient('p50 to phpredis', 1.05),
            $this->quotient('p50 to floor'),
            new Row('by unset, to phpredis', $this->figure('unset'), 'x', 2, atMost: 0.52),
            new Row('by run()', $this->figure('p50 run'), ' us', 1),
            new Row('by run(), to phpredis', $this->figure('p50 run to phpredis'), 'x', 2, atMost: 1.05),
            ...$this->clientCpu(null),
            new Row('round trip by a relay', $this->figure('round trip'), ' us', 1),
            new Row("  a relay's own share", $this->figure('share'), ' us', 1),
            new Row('handoff', $this->figure('handoff'), ' us', 0, isListed: true),
            new Row('  to floor', $this->figure('handoff to floor'), 'x', 2),
            new Row('  from the release on', $this->figure('change'), ' us', 0),
            new Row('  two at once', $this->figure('holds, overlaps'), '', 0, 'sum', atMost: 0),
        ];
    }

    /** @return list<Row> */
    private function ofNative(): array
    {
        return [
            new Row('by a native command', $this->figure('p50 native'), ' us', 1),
            $this->quotient('p50 to phpredis', 1.0),
            $this->quotient('p50 to native command', 1.0),
            ...$this->toCarefulFloor(),
            new Row('by unset, to phpredis', $this->figure('unset'), 'x', 2),
            ...$this->clientCpu(),
        ];
    }

    /** @return list<Row> */
    private function toNewProcess(): array
    {
        return [
            new Row('new, no script cached', $this->figure('p50 flushed'), ' us', 0, isListed: true),
            new Row('  uncached, to phpredis', $this->figure('p50 flushed to phpredis'), 'x', 2),
            new Row('new, refused', $this->figure('p50 refused'), ' us', 0, isListed: true),
            new Row('  refused, to phpredis', $this->figure('p50 refused to phpredis'), 'x', 2),
        ];
    }

    /** @return list<Row> */
    private function toCarefulFloor(): array
    {
        return [
            new Row('p50 to careful floor', $this->figure('p50 to ' . Floor::CAREFUL), 'x', 2),
            new Row('by unset, to its floor', $this->figure('unset to floor'), 'x', 2),
        ];
    }

    /** @return list<Row> none where there is nothing to compare it with */
    private function toReference(?float $atMost): array
    {
        return $this->road->reference() === null ? [] : [$this->quotient("p50 to {$this->road->reference()}", $atMost)];
    }

    /** @return list<Row> */
    private function clientCpu(?float $atMost = 1): array
    {
        return [
            new Row('client CPU', $this->figure('cpu'), ' us', 1),
            new Row('client CPU to phpredis', $this->figure('cpu to phpredis'), 'x', 2, atMost: $atMost),
        ];
    }

    /** Of the road's cycle, by the figure that is called like the row. */
    private function quotient(string $label, ?float $atMost = null): Row
    {
        return new Row($label, $this->figure($label), 'x', 2, atMost: $atMost);
    }

    private function figure(string $name): string
    {
        return "$this->title $name";
    }
}
