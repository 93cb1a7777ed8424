#!/usr/bin/env python3
"""Draws the sequence diagrams of protocol.md: docs/sequence.py writes wait-woken.svg and reply-lost.svg beside itself."""
import pathlib
from xml.sax.saxutils import escape

WIDTH, HEAD = 880, 64
STYLE = """
text{font-family:system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;font-size:13px;fill:#24292f}
.lane{font-weight:600;font-size:14px}.code{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:12px}
.small{fill:#57606a;font-size:12px}.page{fill:#fff}.box{fill:#f6f8fa;stroke:#d0d7de}.life{stroke:#afb8c1;stroke-dasharray:4 4}
.arrow{stroke:#24292f;stroke-width:1.3;fill:none}.tip{fill:#24292f}.signal{stroke:#0969da;stroke-width:2;fill:none}.signaltip{fill:#0969da}
.held{fill:#1a7f37}.asleep{fill:#8c959f}.unknown{fill:#bf8700}.lost{stroke:#cf222e;stroke-width:2;fill:none}.frame{fill:none;stroke:#8c959f}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.page{fill:#0d1117}.box{fill:#161b22;stroke:#3d444d}
.life{stroke:#3d444d}.arrow{stroke:#e6edf3}.tip{fill:#e6edf3}.signal{stroke:#4493f8}.signaltip{fill:#4493f8}.held{fill:#3fb950}
.asleep{fill:#656c76}.unknown{fill:#d29922}.lost{stroke:#f85149}.frame{stroke:#656c76}}
"""


class Diagram:
    def __init__(self, title, description, **lanes):
        self.title, self.description, self.lanes = title, description, lanes
        self.y, self.shapes, self.bars, self.open = HEAD + 14, [], [], {}

    def text(self, x, y, words, style="", anchor="middle"):
        self.shapes.append(f'<text class="{style}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>')

    def arrow(self, start, end, words, style="arrow", lost=False):
        """A message from lane to lane, its words above it; a lost one ends in a cross on its way."""
        self.y += 34
        from_x, to_x = self.lanes[start], self.lanes[end]
        step = 1 if to_x > from_x else -1
        from_x, to_x = from_x + 6 * step, to_x - 6 * step
        self.text((from_x + to_x) / 2, self.y - 7, words, "code")
        if lost:
            to_x = from_x + (to_x - from_x) * 0.55
        self.shapes.append(f'<path class="{style}" d="M{from_x:g} {self.y}H{to_x - (0 if lost else 8 * step):g}"/>')
        if lost:
            self.shapes.append(f'<path class="lost" d="M{to_x - 7:g} {self.y - 7}l14 14m0 -14l-14 14"/>')
        else:
            tip = "signaltip" if style == "signal" else "tip"
            self.shapes.append(f'<path class="{tip}" d="M{to_x:g} {self.y}l{-9 * step} -4.5v9z"/>')

    def note(self, lane, *lines, width=300, style="box"):
        """A box on a lane: what happens there."""
        self.y += 14
        height = 17 * len(lines) + 11
        x = self.lanes[lane] - width / 2
        self.shapes.append(f'<rect class="{style}" x="{x:g}" y="{self.y}" width="{width}" height="{height}" rx="5"/>')
        for number, line in enumerate(lines):
            code = line.startswith("`")
            self.text(self.lanes[lane], self.y + 19 + 17 * number, line.strip("`"), "code" if code else "small")
        self.y += height

    def begin(self, lane, style):
        """Begins a bar on a lane: held, asleep, unknown."""
        self.open[lane] = (style, self.y)

    def end(self, lane):
        style, top = self.open.pop(lane)
        x = self.lanes[lane] - 5
        self.bars.append(f'<rect class="{style}" x="{x:g}" y="{top}" width="10" height="{self.y - top}" rx="2"/>')

    def beside(self, lane, *lines, side=1, up=0):
        """Words beside a lane's bar."""
        x, anchor = self.lanes[lane] + 14 * side, "start" if side > 0 else "end"
        for number, line in enumerate(lines):
            self.text(x, self.y - up + 16 * number, line, "small", anchor)

    def gap(self, height):
        self.y += height

    def end_lanes(self):
        """Ends the lanes; what follows is the legend."""
        self.y += 12
        self.bottom = self.y
        self.y += 26

    def label(self, x, words):
        self.text(x, self.y, words, "small", "start")

    def write(self, name):
        height = self.y + 24
        out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">',
               f'<title id="title">{escape(self.title)}</title>', f'<desc id="desc">{escape(self.description)}</desc>',
               f"<style>{STYLE}</style>", f'<rect class="page" width="{WIDTH}" height="{height}" rx="6"/>']
        for lane, x in self.lanes.items():
            out.append(f'<path class="life" d="M{x} {HEAD}V{self.bottom}"/>')
            out.append(f'<rect class="box" x="{x - 75}" y="24" width="150" height="34" rx="5"/>')
            out.append(f'<text class="lane" x="{x}" y="46" text-anchor="middle">{escape(lane)}</text>')
        (pathlib.Path(__file__).parent / name).write_text("\n".join([*out, *self.bars, *self.shapes, "</svg>\n"]))


woken = Diagram(
    "A wait that is woken",
    "The holder takes orders:42 with SET NX EX. The waiter's acquire.lua is refused, leaves the mark, and is told the ttl that is"
    " left and that this holder signals. The waiter blocks in BLPOP on the wake list. The holder's release.lua deletes the key,"
    " finds the mark and pushes one element. The BLPOP returns it, the waiter sends acquire.lua once more and holds the lock.",
    Holder=120, Redis=440, Waiter=760)
woken.arrow("Holder", "Redis", "SET orders:42 rl_A NX EX 10")
woken.arrow("Redis", "Holder", "OK")
woken.begin("Holder", "held")
woken.arrow("Waiter", "Redis", "acquire.lua: rl_B, mark for 5000 ms")
woken.note("Redis", "The value is rl_A: refused, and it signals.", "`SET orders:42:rl-waiting{orders:42} 1 PX 5000`", width=360)
woken.arrow("Redis", "Waiter", "{9640 ms left, signals: 1}")
woken.arrow("Waiter", "Redis", "BLPOP orders:42:rl-wake{orders:42} 0.900")
woken.begin("Waiter", "asleep")
woken.gap(14)
woken.beside("Waiter", "asleep for", "at most 1 s", up=-14)
woken.gap(10)
woken.arrow("Holder", "Redis", "release.lua: rl_A, signal for 5000 ms")
woken.end("Holder")
woken.note("Redis", "The value is rl_A:", "`DEL orders:42`", "The mark is there and the list is empty:", "`RPUSH orders:42:rl-wake{orders:42} 1`", "`PEXPIRE orders:42:rl-wake{orders:42} 5000`", width=360)
woken.arrow("Redis", "Holder", "1: it was ours, and is free")
woken.arrow("Redis", "Waiter", "the element: one waiter is woken", style="signal")
woken.end("Waiter")
woken.arrow("Waiter", "Redis", "acquire.lua: rl_B, mark for 5000 ms")
woken.arrow("Redis", "Waiter", "1: taken, with the full ttl")
woken.begin("Waiter", "held")
woken.gap(26)
woken.end("Waiter")
woken.end_lanes()
woken.label(40, "Green: holds the lock. Grey: blocked in Redis. Without a signal the client sends \\r\\n at the end of the slice, the BLPOP ends,")
woken.gap(17)
woken.label(40, "and acquire.lua is sent once more, as after a signal.")
woken.write("wait-woken.svg")

lost = Diagram(
    "An acquire whose reply is lost",
    "The client sends SET NX EX with the token rl_A. Redis runs it, but the reply does not arrive within the I/O timeout, so the"
    " outcome is unknown. The client closes the connection with a reset, connects again and sends acquire.lua with the same token"
    " and ARGV[4] = 1. Redis finds rl_A at the key and replies 1: the lock is held, with its full ttl. If that reply is lost, too,"
    " the client reports an error and owes a release of rl_A, which it sends before its next command to this server.",
    Client=220, Redis=660)
lost.arrow("Client", "Redis", "SET orders:42 rl_A NX EX 10")
lost.begin("Client", "unknown")
lost.note("Redis", "Free: the key has rl_A now.", width=230)
lost.arrow("Redis", "Client", "OK", lost=True)
lost.gap(8)
lost.note("Client", "No reply within the I/O timeout:", "the outcome is unknown.", "Close with a reset, connect again.", width=250)
lost.arrow("Client", "Redis", "acquire.lua: rl_A, ARGV[4] = 1")
lost.note("Redis", "The value is rl_A: ours already.", "`PEXPIRE orders:42 10000`", width=250)
lost.arrow("Redis", "Client", "1: held, with the full ttl")
lost.end("Client")
lost.begin("Client", "held")
lost.gap(26)
lost.end("Client")
lost.end_lanes()
lost.label(40, "Yellow: the outcome is unknown. Green: holds the lock. Other replies to the second request:")
for reply, meaning in (
    ("1", "The key was free, because the first command had not run: held."),
    ("{pttl, signals}", "Another holder has it: refused. The first command may still run, so rl_A is never used again."),
    ("none", "An error. The release of rl_A is owed, and is sent before the next command to this server."),
):
    lost.gap(20)
    lost.text(52, lost.y, reply, "code", "start")
    lost.text(176, lost.y, meaning, "small", "start")
lost.gap(4)
lost.write("reply-lost.svg")
