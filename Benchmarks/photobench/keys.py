"""Key to frame, and bytes per key."""

import random
import re

from . import photos
from .bench import GRID_COLUMNS, NAME, TILES
from .replay import Screen
from .report import Section, median, percentile, spread
from .terminal import ROWS


def keys(bench):
    files, sessions, presses = (96, 2, 60) if bench.quick else (240, 5, 120)
    plain, _ = bench.maker.jpegs(TILES if bench.quick else 48, 12)
    folder = bench.maker.scroll_folder(plain, files)
    photos.warm(sorted(folder.iterdir()))
    section = Section(
        "Key to frame",
        f"{sessions} sessions of {presses} keys (j, l, k; every 30 to 50 ms) in a folder of {files} photos of 12 "
        "megapixels without embedded thumbnails, beginning right after the first frame, while thumbnails load. "
        "From writing the key to the terminal until the status line shows the new position: replayed from the "
        "recorded bytes, so another frame that happens to come first does not count.",
    )
    if not bench.photopick:
        section.notes.append("the program is not there: left out")
        return section
    loading, first_bytes, lost, pictures = [], [], 0, 0
    for number in range(sessions):
        photos.say(f"keys: session {number + 1} of {sessions}")
        effect, byte, missed, drawn = type_keys(bench, folder, files, presses, seed=number + 1)
        loading += effect
        first_bytes += byte
        lost += missed
        pictures += drawn
    photos.say("")
    tail = percentile(loading, 99)
    section.add("while thumbnails load, median", f"{median(loading):.1f} ms")
    section.add("while thumbnails load, 99th percentile", f"{tail:.1f} ms", "", "< 16 ms", tail < 16 and not lost)
    section.add("while thumbnails load, slowest", f"{max(loading, default=0):.1f} ms")
    section.add("to the next byte of any frame, median / 99th", f"{median(first_bytes):.1f} / {percentile(first_bytes, 99):.1f} ms")
    section.notes.append(f"{len(loading)} keys, {lost} without a visible effect; {pictures} graphics were drawn meanwhile")
    settled, moves, pages = settled_keys(bench, folder)
    section.add("when nothing loads, median / 99th", f"{median(settled):.1f} / {percentile(settled, 99):.1f} ms")
    section.add("bytes per key, cursor within the page", spread(moves, "bytes"))
    section.add("bytes per key, next page (24 pictures)", spread([b / 1000 for b in pages], "kB"))
    return section


def type_keys(bench, folder, total, presses, seed):
    """Types while thumbnails load; gives latencies in ms, keys without effect, and graphics drawn."""
    chance = random.Random(seed)
    position, sent = 1, []
    with bench.session(folder) as session:
        session.pump(10, until=lambda data: NAME in data)
        session.pump(0.05)
        down = True
        for _ in range(presses):
            if chance.random() < 0.3:
                key, position = b"l", position + 1
            else:
                if position + 2 * GRID_COLUMNS > total - GRID_COLUMNS:
                    down = False
                if position <= 2 * GRID_COLUMNS:
                    down = True
                key, position = (b"j", position + GRID_COLUMNS) if down else (b"k", position - GRID_COLUMNS)
            sent.append((session.send(key), position))
            session.pump(chance.uniform(0.030, 0.050))
        session.pump(1.0)
        ended = session.now()
    return latencies(session.chunks, sent, ended)


def latencies(chunks, sent, ended):
    """Replays a session: when did the status line show the position that each key asked for?

    A key whose frame was skipped because the next key's came first counts until that one.
    """
    screen, timeline = Screen(), []
    for when, data in chunks:
        if when > ended:
            break
        screen.feed(when, data)
        found = shown_position(screen)
        if found and (not timeline or timeline[-1][1] != found):
            timeline.append((when, found))
    effects, waiting = [], list(sent)
    for when, position in timeline:
        answered = [i for i, (typed, wanted) in enumerate(waiting) if typed <= when and wanted == position]
        if answered:
            effects += [(when - typed) * 1e3 for typed, _ in waiting[: answered[-1] + 1]]
            del waiting[: answered[-1] + 1]
    first_bytes = [(next((t for t, _ in chunks if t >= typed), ended) - typed) * 1e3 for typed, _ in sent]
    start = sent[0][0] if sent else 0
    return effects, first_bytes, len(waiting), sum(1 for t in screen.picture_ends if start <= t <= ended)


def settled_keys(bench, folder):
    """Latency in ms and bytes of keys within a settled page, and bytes of a page move."""
    presses = 20 if bench.quick else 60
    sent, moves, pages, position = [], [], [], 1
    with bench.session(folder) as session:
        session.settle(2.0, 60)
        for index in range(presses):
            key, step = (b"l", 1) if index // 10 % 2 == 0 else (b"h", -1)
            position += step
            before = session.byte_count()
            sent.append((session.send(key), position))
            session.pump(0.12)
            moves.append(session.byte_count() - before)
        for _ in range(2 if bench.quick else 5):
            before = session.byte_count()
            session.send(b"\x1b[6~")
            session.settle(1.5, 20)
            pages.append(session.byte_count() - before)
        ended = session.now()
    effects, _, _, _ = latencies(session.chunks, sent, ended)
    return effects, moves, pages


def shown_position(screen):
    """The position in the status line (`17/1,204`), from the last row that has one."""
    for row in range(ROWS - 1, max(0, ROWS - 4), -1):
        if match := re.search(r"(?<![\d/.,])(\d[\d,]*)/\d[\d,]*(?![\d/])", screen.line(row)):
            return int(match[1].replace(",", ""))
    return None
