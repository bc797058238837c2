"""Replays what a program wrote: which text stood on the screen when, and which cells had a picture when.

Done after the measurement, so that it costs the measured program nothing.
"""

import re

from .terminal import CELL_HEIGHT, CELL_WIDTH, COLUMNS, ROWS

SEQUENCE = re.compile(
    rb"\x1b\[([<-?]?)([0-9;:]*)([ -/]*)([@-~])"  # CSI
    rb"|\x1bP([0-9;]*)q(.*?)\x1b\\"  # sixel
    rb"|\x1b[P_^X].*?\x1b\\"  # other strings
    rb"|\x1b\].*?(?:\x07|\x1b\\)"  # OSC
    rb"|\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~]"  # ESC and one byte
    rb"|[\x00-\x1a\x1c-\x1f\x7f]"  # C0
    rb"|[^\x00-\x1f\x7f]+",  # text
    re.S,
)
SIXEL = re.compile(rb"!(\d+)([?-~])|([?-~]+)|(\$+)|(-+)|[#\"][0-9;]*")


class Screen:
    """A small terminal: enough of VT220 and xterm for what ncurses sends."""

    def __init__(self):
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.top, self.bottom = 0, ROWS - 1
        self.saved = (0, 0)
        self.last = " "
        self.pending = b""
        self.pictures = 0
        self.now = 0.0
        self.covered = {}  # (row, column) -> when a picture first painted this cell
        self.frame_ends = []  # when a synchronized update ended
        self.picture_ends = []  # when a sixel was complete

    def feed(self, when, data):
        self.now = when
        data = self.pending + data
        at = 0
        while at < len(data):
            match = SEQUENCE.match(data, at)
            if not match or (match.end() == len(data) and self.is_cut(data, match)):
                break
            at = match.end()
            self.dispatch(match)
        self.pending = data[at:]

    def is_cut(self, data, match):
        """Whether the last piece may go on in the next chunk: an ESC that could still open a string."""
        piece = match[0]
        return piece in (b"\x1b", b"\x1b[", b"\x1bP", b"\x1b]") or (piece[-1] >= 0x80 and self.partial_utf8(piece))

    @staticmethod
    def partial_utf8(piece):
        try:
            piece.decode()
            return False
        except UnicodeDecodeError as error:
            return error.reason == "unexpected end of data"

    def dispatch(self, match):
        piece = match[0]
        if match[4]:
            self.control(match[1], match[2], match[3], match[4])
        elif match[6] is not None:
            self.sixel(match[5], match[6])
        elif piece[0] == 0x1B:
            self.escape(piece)
        elif piece[0] < 0x20 or piece == b"\x7f":
            self.c0(piece)
        else:
            for character in piece.decode("utf-8", "replace"):
                self.put(character)

    def put(self, character):
        if self.column >= COLUMNS:
            self.column = 0
            self.line_feed()
        self.cells[self.row][self.column] = self.last = character
        self.column += 1

    def line_feed(self):
        if self.row == self.bottom:
            self.scroll(1)
        elif self.row < ROWS - 1:
            self.row += 1

    def scroll(self, lines):
        for _ in range(min(abs(lines), ROWS)):
            if lines > 0:
                del self.cells[self.top]
                self.cells.insert(self.bottom, [" "] * COLUMNS)
            else:
                del self.cells[self.bottom]
                self.cells.insert(self.top, [" "] * COLUMNS)

    def c0(self, byte):
        if byte == b"\r":
            self.column = 0
        elif byte in (b"\n", b"\v", b"\f"):
            self.line_feed()
        elif byte == b"\b":
            self.column = max(0, self.column - 1)
        elif byte == b"\t":
            self.column = min(COLUMNS - 1, self.column // 8 * 8 + 8)

    def escape(self, piece):
        if piece == b"\x1b7":
            self.saved = (self.row, self.column)
        elif piece == b"\x1b8":
            self.row, self.column = self.saved
        elif piece == b"\x1bM":
            if self.row == self.top:
                self.scroll(-1)
            else:
                self.row = max(0, self.row - 1)
        elif piece == b"\x1bD":
            self.line_feed()

    def control(self, private, parameters, intermediate, final):
        numbers = [int(n or 0) for n in re.split(rb"[;:]", parameters)] if parameters else [0]
        n = max(1, numbers[0])
        if private or intermediate:
            if private == b"?" and final == b"l" and 2026 in numbers:
                self.frame_ends.append(self.now)
            return
        row = self.cells[self.row]
        if final in b"Hf":
            self.row = min(ROWS, n) - 1
            self.column = min(COLUMNS, max(1, numbers[1] if len(numbers) > 1 else 1)) - 1
        elif final == b"A":
            self.row = max(0, self.row - n)
        elif final in b"Be":
            self.row = min(ROWS - 1, self.row + n)
        elif final in b"Ca":
            self.column = min(COLUMNS - 1, self.column + n)
        elif final == b"D":
            self.column = max(0, self.column - n)
        elif final in b"G`":
            self.column = min(COLUMNS, n) - 1
        elif final == b"d":
            self.row = min(ROWS, n) - 1
        elif final == b"E":
            self.row, self.column = min(ROWS - 1, self.row + n), 0
        elif final == b"J":
            self.erase_display(numbers[0])
        elif final == b"K":
            first, last = ((self.column, COLUMNS), (0, self.column + 1), (0, COLUMNS))[min(2, numbers[0])]
            row[first:last] = [" "] * len(row[first:last])
        elif final == b"X":
            row[self.column : self.column + n] = [" "] * len(row[self.column : self.column + n])
        elif final == b"@":
            row[self.column : self.column] = [" "] * n
            del row[COLUMNS:]
        elif final == b"P":
            del row[self.column : self.column + n]
            row += [" "] * (COLUMNS - len(row))
        elif final == b"b":
            for _ in range(min(n, COLUMNS)):
                self.put(self.last)
        elif final in b"LM" and self.top <= self.row <= self.bottom:
            top, self.top = self.top, self.row
            self.scroll(-n if final == b"L" else n)
            self.top = top
        elif final == b"S":
            self.scroll(n)
        elif final == b"T":
            self.scroll(-n)
        elif final == b"r":
            last = numbers[1] if len(numbers) > 1 and numbers[1] else ROWS
            self.top, self.bottom = n - 1, min(ROWS, last) - 1
            self.row = self.column = 0
        elif final == b"s":
            self.saved = (self.row, self.column)
        elif final == b"u":
            self.row, self.column = self.saved

    def erase_display(self, part):
        if part == 0:
            self.cells[self.row][self.column :] = [" "] * (COLUMNS - self.column)
            rows = range(self.row + 1, ROWS)
        elif part == 1:
            self.cells[self.row][: self.column + 1] = [" "] * (self.column + 1)
            rows = range(self.row)
        else:
            rows = range(ROWS)
        for y in rows:
            self.cells[y] = [" "] * COLUMNS

    def sixel(self, parameters, body):
        """Notes which cells the picture paints. Without P2=1 that is its whole raster box."""
        self.pictures += 1
        self.picture_ends.append(self.now)
        fields = parameters.split(b";")
        raster = re.match(rb'"\d+;\d+;(\d+);(\d+)', body)
        if raster and (len(fields) < 2 or fields[1] != b"1"):
            width, height = int(raster[1]), int(raster[2])
            boxes = {
                (y, x)
                for y in range(-(-height // CELL_HEIGHT))
                for x in range(-(-width // CELL_WIDTH))
            }  # fmt: skip
        else:
            boxes = painted_cells(body)
        for y, x in boxes:
            self.covered.setdefault((self.row + y, self.column + x), self.now)

    def line(self, row):
        return "".join(self.cells[row])


def painted_cells(body):
    """The cells in which a sixel body sets at least one pixel."""
    cells = set()
    x = band = 0
    for match in SIXEL.finditer(body):
        if match[3]:
            if match[3].strip(b"?"):
                row = band * 6 // CELL_HEIGHT
                for offset, value in enumerate(match[3]):
                    if value != 0x3F:
                        cells.add((row, (x + offset) // CELL_WIDTH))
            x += len(match[3])
        elif match[2]:
            count = int(match[1])
            if match[2] != b"?":
                row = band * 6 // CELL_HEIGHT
                cells.update((row, column) for column in range(x // CELL_WIDTH, (x + count - 1) // CELL_WIDTH + 1))
            x += count
        elif match[4]:
            x = 0
        elif match[5]:
            band += len(match[5])
            x = 0
    return cells


def replay(chunks):
    screen = Screen()
    for when, data in chunks:
        screen.feed(when, data)
    return screen


def tile_count(covered):
    """How many separate areas the covered cells form: pictures with a gutter between them."""
    left = set(covered)
    count = 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            y, x = edge.pop()
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
    return count
