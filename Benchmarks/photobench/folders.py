"""Large folders, and doing nothing."""

from . import photos
from .bench import TILES, first_names
from .replay import Screen
from .report import Section, median, spread
from .terminal import ROWS


def big_folders(bench):
    counts, rounds = ((1000, 10_000), 3) if bench.quick else ((1000, 10_000, 100_000), 5)
    aims = {10_000: 50, 100_000: 100}
    section = Section(
        "First frame in large folders",
        f"Small distinct JPEGs in one folder, {rounds} runs each, interleaved; from exec until the names of the "
        "first page stand on the screen. The scanner alone (Benchmarks/Sources/scan-rate) and the bare loop, "
        "which only reads and sorts the names, are timed inside their processes.",
    )
    folders = {count: bench.maker.many(count) for count in counts}
    frames, bare, scans = ({count: [] for count in counts} for _ in range(3))
    for number in range(rounds):
        for count, folder in folders.items():
            photos.say(f"large folders: round {number + 1} of {rounds}, {count} files")
            bare[count].append(bench.scan("bare-loop", "readdir", folder)["seconds"] * 1e3)
            if "scan-rate" in bench.tools:
                scans[count].append(bench.scan("scan-rate", folder))
            if bench.photopick:
                frames[count].append(first_frame(bench, folder, count))
    photos.say("")
    for count in counts:
        if frames[count]:
            first = [frame for frame, _, _ in frames[count]]
            aim = f"< {aims[count]} ms" if count in aims else ""
            met = median(first) < aims[count] if count in aims else None
            section.add(f"photopick, {count:,} files: first frame", spread(first, "ms"), "", aim, met)
            section.add(f"photopick, {count:,} files: all counted", spread([s for _, s, _ in frames[count]], "ms"))
            section.add(f"photopick, {count:,} files: peak memory", spread([m for _, _, m in frames[count]], "MB"))
        if scans[count]:
            section.add(f"scanner alone, {count:,} files: first batch", spread([s["first_ms"] for s in scans[count]], "ms", 1))
            section.add(f"scanner alone, {count:,} files: all", spread([s["seconds"] * 1e3 for s in scans[count]], "ms"))
        section.add(f"bare enumeration, {count:,} files", spread(bare[count], "ms", 1))
    return section


def first_frame(bench, folder, count):
    """Milliseconds to the first names, milliseconds until the whole count is shown, and memory."""
    with bench.session(folder) as session:
        session.settle(1.5, 30)
        megabytes = session.usage().peak_kilobytes / 1024
        ended = session.now()
    chunks = [(when, data) for when, data in session.chunks if when <= ended]
    screen, whole = Screen(), float("nan")
    total = f"{count:,}"
    for when, data in chunks:
        screen.feed(when, data)
        if whole != whole and total in screen.line(0) + screen.line(ROWS - 1):
            whole = when
    return first_names(chunks) * 1e3, whole * 1e3, megabytes


def idle(bench):
    seconds = 3 if bench.quick else 10
    section = Section(
        f"Idle for {seconds} seconds",
        "A settled grid of 24 photos, no key: the process's CPU clock (nanoseconds, all threads), voluntary context "
        "switches, and bytes written.",
    )
    if not bench.photopick:
        section.notes.append("the program is not there: left out")
        return section
    plain, _ = bench.maker.jpegs(TILES, 12)
    with bench.session(bench.maker.page(plain)) as session:
        session.settle(3.0, 60)
        session.pump(8)  # until dispatch has let its idle threads go
        before, written = session.usage(), session.byte_count()
        session.pump(seconds)
        after = session.usage()
        written = session.byte_count() - written
    used = (after.cpu_seconds - before.cpu_seconds) * 1e3
    # One part in ten thousand: below that it is dispatch's own timer, which fires once a second.
    section.add("CPU time", f"{used:.2f} ms", f"{used / seconds / 10:.4f} %", "0", used < seconds * 0.1)
    section.add("wake-ups", str(after.wakeups_since(before)))
    section.add("bytes written", str(written))
    return section
