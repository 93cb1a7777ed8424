#!/usr/bin/env python3
"""Draws the pictures of observing.md: docs/observing.py writes incident.svg and, of top.txt, top.svg beside itself.

The style is that of sequence.py, whose diagrams are drawn with them.
"""
import pathlib
import re
from xml.sax.saxutils import escape

from sequence import STYLE, WIDTH

FOLDER = pathlib.Path(__file__).parent
# Of the incident that php-tests/observing stages: seconds from its beginning.
FORCED, LOST, END, WAITERS = 6.2, 8.2, 10.0, 40
LEFT, SCALE, TOP = 132, 70, 92

MORE = """
.wait{stroke:#8c959f;stroke-width:1.6}.had{stroke:#1a7f37;stroke-width:3}.tick{fill:#0969da}.mark{stroke:#57606a;stroke-dasharray:3 3}.seen{fill:#0969da;opacity:.09}
.term{fill:#fff;stroke:#d0d7de}.mono{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:13px;white-space:pre}
.bold{font-weight:700}.dim{fill:#6e7781}.warn{fill:#9a6700}.alarm{fill:#cf222e}
@media(prefers-color-scheme:dark){.wait{stroke:#656c76}.had{stroke:#3fb950}.tick{fill:#4493f8}.mark{stroke:#9198a1}.seen{fill:#4493f8;opacity:.16}
.term{fill:#0d1117;stroke:#3d444d}.dim{fill:#8b949e}.warn{fill:#d29922}.alarm{fill:#f85149}}
"""


def svg(name, title, description, height, shapes, width=WIDTH):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-labelledby="t d">'
    words = f'<title id="t">{escape(title)}</title><desc id="d">{escape(description)}</desc><style>{STYLE}{MORE}</style>'
    (FOLDER / name).write_text("\n".join([head, words, f'<rect class="page" width="{width}" height="{height}"/>', *shapes, "</svg>"]) + "\n")


def text(x, y, words, style="small", anchor="start"):
    return f'<text class="{style}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>'


def incident():
    """Who has report:7, who waits for it, and what an operator does."""
    at = lambda second: LEFT + second * SCALE
    bar = lambda start, end, style, y=TOP: f'<rect class="{style}" x="{at(start):g}" y="{y}" width="{(end - start) * SCALE:g}" height="16" rx="2"/>'
    bottom = TOP + 46 + WAITERS * 5
    shapes = [f'<rect class="seen" x="{at(3):g}" y="44" width="{3 * SCALE}" height="{bottom - 44}"/>', text(at(4.5), 36, "redislock why --watch 3s", "code", "middle")]
    for second, words, anchor in ((FORCED, "release --force", "start"), (LOST, "ensureHeld() throws", "start")):
        shapes.append(f'<path class="mark" d="M{at(second):g} 44V{bottom}"/>')
        shapes.append(text(at(second) + 4, 56, words, "code", anchor))
    shapes += [text(16, TOP + 13, "web1", "lane"), bar(0, FORCED, "held"), bar(FORCED, LOST, "unknown"), text(at(0.1), TOP - 8, "hangs, and its lock is renewed", "small")]
    shapes.append(text(at(FORCED) + 4, TOP - 8, "does not know yet"))
    # Renewed at a third of the ttl, which is 6 seconds.
    shapes += [f'<circle class="tick" cx="{at(second):g}" cy="{TOP + 8}" r="4"/>' for second in (2, 4, 6)]
    shapes.append(f'<path class="lost" d="M{at(LOST) - 6:g} {TOP + 2}l12 12m0 -12l-12 12"/>')
    shapes += [text(16, TOP + 58, "web2", "lane"), text(16, TOP + 76, "40 processes")]
    for number in range(WAITERS):
        y = TOP + 44 + number * 5
        start, got = 0.3 + number * 0.03, FORCED + 0.05 + number * 0.08
        shapes.append(f'<path class="wait" d="M{at(start):g} {y}H{at(got):g}"/><path class="had" d="M{at(got):g} {y}h{0.08 * SCALE:g}"/>')
    for second in range(0, int(END) + 1, 2):
        shapes.append(text(at(second), bottom + 20, f"{second} s", "small", "middle"))
    legend = bottom + 46
    for x, style, words in ((LEFT, "held", "holds the lock"), (LEFT + 150, "unknown", "holds nothing, and does not know"), (LEFT + 390, "asleep", "waits, asleep in Redis")):
        shapes += [f'<rect class="{style}" x="{x}" y="{legend - 10}" width="14" height="10" rx="2"/>', text(x + 20, legend, words)]
    shapes += [f'<circle class="tick" cx="{LEFT + 570}" cy="{legend - 5}" r="4"/>', text(LEFT + 582, legend, "renewal")]
    svg("incident.svg", "The incident", "web1 holds report:7 and hangs; forty waiters pile up; an operator removes the lock; each waiter has it for a moment", legend + 18, shapes)


def screen(name, source, title):
    """A terminal's text, with its colours as `tmux capture-pane -e` writes them."""
    styles = {"1": "bold", "2": "dim", "31": "alarm", "33": "warn"}
    lines = (FOLDER / source).read_text().rstrip("\n").split("\n")
    width = 36 + 7.83 * max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    shapes = [f'<rect class="term" x="1" y="1" width="{width - 2:g}" height="{len(lines) * 19 + 22}" rx="6"/>']
    for number, line in enumerate(lines):
        spans, style = [], ""
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            codes = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
            if codes:
                # The last one of several decides; 0, 39 and none end it.
                style = styles.get(codes[1].split(";")[-1], "")
            elif part:
                spans.append(f'<tspan class="{style}">{escape(part)}</tspan>' if style else escape(part))
        shapes.append(f'<text class="mono" xml:space="preserve" x="18" y="{number * 19 + 28}">{"".join(spans)}</text>')
    svg(name, title, f"The screen of {title}", len(lines) * 19 + 24, shapes, round(width))


incident()
screen("top.svg", "top.txt", "redislock top")
