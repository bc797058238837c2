"""The measurements themselves, one function a section of the report."""

import os
import random
import re
import shutil
import subprocess
import sys

from . import peers, photos
from .replay import Screen, replay, tile_count
from .report import Section, median, percentile, spread
from .terminal import COLUMNS, PROFILES, ROWS, Session

GRID_COLUMNS, GRID_ROWS, PICTURE_COLUMNS, PICTURE_ROWS = 6, 4, 18, 7
TILES = GRID_COLUMNS * GRID_ROWS
BOX = "160x120"
NAME = b"IMG_"  # every photo's name begins so: it is how a frame with tiles is told


class Bench:
    def __init__(self, tools, maker, photopick, quick, scratch):
        self.tools = tools  # name -> path of what the script compiled
        self.maker = maker
        self.photopick = photopick
        self.quick = quick
        self.environment = {"XDG_CACHE_HOME": str(scratch), "XDG_CONFIG_HOME": str(scratch)}

    def session(self, *arguments, terminal="xterm"):
        return Session([self.photopick, *map(str, arguments)], PROFILES[terminal], self.environment)

    def works(self):
        """Whether the program draws names at all; says on standard error what it does instead."""
        plain, _ = self.maker.jpegs(4, 12)
        with Session([self.photopick, str(plain[0].parent)], environment=self.environment) as session:
            shown = session.pump(10, until=lambda data: NAME in data)
            written = b"".join(data for _, data in session.chunks)[:200]
        if not shown:
            code = os.waitstatus_to_exitcode(session.status)
            print(f"bench: {self.photopick} shows no photo (status {code}, wrote {written!r}): left out", file=sys.stderr)
        return shown

    # -- first screen

    def first_screens(self):
        rounds = 3 if self.quick else 7
        plain, thumbed = self.maker.jpegs(TILES, 12)
        photos.warm(plain + thumbed)
        section = Section(
            "First frame and full first screen, 24 photos of 12 megapixels",
            f"Milliseconds from exec on a pseudo-terminal of {COLUMNS}x{ROWS} cells of 8x17 pixels that answers like "
            f"xterm -ti vt340; the files are in the page cache; {rounds} runs of each program, interleaved. A frame "
            "is there when the names of the page stand on the screen; the screen is full when every cell that shows "
            "a picture in the end shows one. timg and chafa print pictures of the same size and count as full when "
            "their last byte has come.",
        )
        section.notes += filter(None, (peers.missing("timg"), peers.missing("chafa")))
        others = peers.page_printers(GRID_COLUMNS, GRID_ROWS, PICTURE_COLUMNS, PICTURE_ROWS)
        if others and not any("-ps" in peer.argv for peer in others if peer.argv[0] == "timg"):
            section.notes.append("this timg has no sixel: it sends pixels in kitty's protocol (-pk) and quarter blocks (-pq)")
        sets = {"without embedded thumbnails": plain, "with embedded thumbnails": thumbed}
        ours = {(kind, terminal): [] for kind in sets for terminal in ("xterm", "foot")}
        theirs = {(kind, peer.name): [] for kind in sets for peer in others}
        limits = {kind: [] for kind in sets}
        for number in range(rounds):
            photos.say(f"first screen: round {number + 1} of {rounds}")
            for kind, files in sets.items():
                mode = "embedded" if kind.startswith("with ") else "decode"
                limits[kind].append(self.tool("bare-loop", mode, "144x119", files)["seconds"] * 1e3)
                for peer in others:
                    theirs[kind, peer.name].append(self.print_page(peer, files))
                if self.photopick:
                    for terminal in ("xterm", "foot"):
                        ours[kind, terminal].append(self.open_folder(files[0].parent, terminal))
        photos.say("")
        for kind in sets:
            of_peers = {name: [full for _, full in runs] for (k, name), runs in theirs.items() if k == kind}
            for terminal in ("xterm", "foot"):
                runs = ours[kind, terminal]
                if not runs:
                    continue
                label = f"photopick, {kind}, {PROFILES[terminal].version.decode()}"
                section.add(label + ": first frame", spread([r["frame"] for r in runs], "ms"))
                section.add(label + ": first picture", spread([r["picture"] for r in runs], "ms"))
                full = [r["full"] for r in runs]
                rivals = {n: t for n, t in of_peers.items() if n.startswith("timg")} or of_peers
                ratio, aim, met = "", "", None
                if rivals:
                    rival = min(rivals, key=lambda name: median(rivals[name]))
                    times = median([theirs / mine for theirs, mine in zip(rivals[rival], full)])
                    ratio = f"{times:.2f} x as fast as {rival}"
                    if rival.startswith("timg"):
                        wanted = 5.0 if kind.startswith("with ") else 1.0
                        aim, met = f">= {wanted:.0f} x timg --threads=1", times >= wanted
                section.add(label + ": full screen", spread([r["full"] for r in runs], "ms"), ratio, aim, met)
                if (tiles := {r["tiles"] for r in runs}) != {TILES}:
                    section.notes.append(f"{label}: {sorted(tiles)} separate picture areas in the end, not {TILES}")
                section.add(
                    label + ": bytes to the full screen", spread([r["bytes"] / 1000 for r in runs], "kB"),
                    f"{median([r['pictures'] for r in runs]):.0f} graphics",
                )  # fmt: skip
            section.add(f"limit: 24 bare decodes, {kind}, nothing drawn", spread(limits[kind], "ms"))
            for peer in others:
                runs = theirs[kind, peer.name]
                section.add(f"{peer.name}, {kind}: first picture", spread([p for p, _ in runs], "ms"))
                section.add(f"{peer.name}, {kind}: full", spread([f for _, f in runs], "ms"))
        return section

    def print_page(self, peer, files):
        """Milliseconds to a peer's first picture and to its last byte."""
        with Session(peer.argv + [str(f) for f in files], output_file="") as session:
            session.pump(120)
        seen, first = b"", None
        for when, data in session.chunks:
            seen = seen[-64:] + data
            if peer.picture in seen:
                first = when
                break
        last = session.chunks[-1][0] if session.chunks else session.ended
        return (first or last) * 1e3, last * 1e3

    def open_folder(self, folder, terminal="xterm", limit=60, quiet=1.5):
        """Opens a folder, waits until nothing more is drawn, and says when what was on the screen."""
        with self.session(folder, terminal=terminal) as session:
            session.settle(quiet, limit)
            usage = session.usage()
            ended = session.ended
        chunks = [(when, data) for when, data in session.chunks if not ended or when < ended]
        frame = first_names(chunks)
        screen = replay(chunks)
        full = max(screen.covered.values(), default=float("nan"))
        return {
            "frame": frame * 1e3,
            "picture": min(screen.picture_ends, default=float("nan")) * 1e3,
            "full": full * 1e3,
            "tiles": tile_count(screen.covered),
            "pictures": screen.pictures,
            "bytes": sum(len(data) for when, data in chunks if when <= full),
            "megabytes": usage.peak_kilobytes / 1024,
        }

    # -- decoder

    def decode_rate(self):
        count, rounds = (24, 3) if self.quick else (96, 7)
        plain, thumbed = self.maker.jpegs(count, 12)
        photos.warm(plain + thumbed)
        section = Section(
            "Thumbnails per second per core, 12-megapixel JPEG to 160x120",
            f"{count} files, thumbnails divided by CPU seconds (user and system, whole process), {rounds} rounds, "
            "interleaved; ratios are medians over the rounds. The bare loop is Benchmarks/bare-loop.c: read the file, "
            "TurboJPEG at 1/8, integer box filter, one thread, nothing else. photopick's decoder runs without the "
            "program around it (Benchmarks/Sources/decode-rate). vipsthumbnail also writes its results, as PPM.",
        )
        runners = {
            "bare TurboJPEG loop": lambda: self.tool("bare-loop", "decode", BOX, plain),
            "photopick's decoder": lambda: self.tool("decode-rate", "full", BOX, plain),
            "vipsthumbnail": lambda: self.vipsthumbnail(plain),
        }
        if note := peers.missing("vipsthumbnail"):
            del runners["vipsthumbnail"]
            section.notes.append(note)
        if "decode-rate" not in self.tools:
            del runners["photopick's decoder"]
        rates = interleave(runners, rounds, "thumbnails per second")
        bare, ours = rates["bare TurboJPEG loop"], rates.get("photopick's decoder")
        for name, runs in rates.items():
            values = [r["count"] / r["cpu"] for r in runs]
            ratio, aim, met = "", "", None
            if name != "bare TurboJPEG loop":
                share = median([b["cpu"] / r["cpu"] * r["count"] / b["count"] for r, b in zip(runs, bare)])
                ratio = f"{share:.2f} of the bare loop"
                if runs is ours:
                    aim, met = ">= 0.90 of the bare loop", share >= 0.9
            section.add(name, spread(values, "/s", 1), ratio, aim, met)
        embedded = {"bare loop, embedded thumbnail": lambda: self.tool("bare-loop", "embedded", BOX, thumbed)}
        if ours:
            embedded["photopick's decoder, embedded thumbnail"] = lambda: self.tool("decode-rate", "embedded", BOX, thumbed)
        for name, runs in interleave(embedded, rounds, "embedded thumbnails").items():
            section.add(name, spread([r["count"] / r["cpu"] for r in runs], "/s"))
        if ours:
            self.heic_rate(section, rounds)
        return section

    def heic_rate(self, section, rounds):
        """HEIC with a 320x240 thumbnail inside, as phones write it."""
        if note := peers.missing("heif-enc"):
            section.notes.append(note)
            return
        files = self.maker.heics(2 if self.quick else 4, shutil.which("heif-enc"))
        runners = {"photopick's decoder, HEIC 12 MP with thumbnail": lambda: self.tool("decode-rate", "embedded", BOX, files)}
        if shutil.which("vipsthumbnail"):
            runners["vipsthumbnail, HEIC 12 MP with thumbnail"] = lambda: self.vipsthumbnail(files)
        for name, runs in interleave(runners, rounds, "HEIC").items():
            section.add(name, spread([r["count"] / r["cpu"] for r in runs], "/s", 1))

    def tool(self, name, mode, box, files):
        """Runs one of our measuring programs and reads its line of figures."""
        command = [self.tools[name], mode, box, *map(str, files)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        figures = {key: float(value) for key, value in re.findall(r"(\w+)=([0-9.e+-]+)", output)}
        if figures["count"] != len(files):
            print(f"bench: {name} {mode} did {figures['count']:.0f} of {len(files)} files", file=sys.stderr)
        return figures

    def vipsthumbnail(self, files, size=BOX):
        """CPU and memory of one vipsthumbnail process over `files`."""
        folder = self.maker.root / "vips"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command = ["vipsthumbnail", "--vips-concurrency=1", "-s", size, "-o", f"{folder}/%s.ppm", *map(str, files)]
        figures = run_measured(command)
        figures["count"] = len(list(folder.iterdir()))
        shutil.rmtree(folder)
        return figures

    # -- memory

    def memory(self):
        count = 2 if self.quick else 4
        plain, thumbed = self.maker.jpegs(count, 48)
        photos.warm(plain + thumbed)
        section = Section(
            "Peak memory, 48-megapixel baseline JPEG (8064x6048)",
            f"{count} files in one process; VmHWM (for timg, chafa and vipsthumbnail the kernel's maxrss).",
        )
        bare = self.tool("bare-loop", "decode", BOX, plain)
        section.add("bare TurboJPEG loop", f"{bare['peak_kb'] / 1024:.0f} MB")
        if "decode-rate" in self.tools:
            ours = self.tool("decode-rate", "full", BOX, plain)
            section.add("photopick's decoder alone", f"{ours['peak_kb'] / 1024:.0f} MB")
        if self.photopick:
            runs = [self.open_folder(plain[0].parent) for _ in range(1 if self.quick else 3)]
            megabytes = [r["megabytes"] for r in runs]
            section.add("photopick, the program", spread(megabytes, "MB"), "", "< 60 MB", max(megabytes) < 60)
            runs = [self.open_folder(thumbed[0].parent) for _ in range(1 if self.quick else 3)]
            section.add("photopick, with embedded thumbnails", spread([r["megabytes"] for r in runs], "MB"))
        if shutil.which("vipsthumbnail"):
            section.add("vipsthumbnail", f"{self.vipsthumbnail(plain)['peak_kb'] / 1024:.0f} MB")
        for peer in peers.page_printers(GRID_COLUMNS, GRID_ROWS, PICTURE_COLUMNS, PICTURE_ROWS):
            with Session(peer.argv + [str(f) for f in plain], output_file="") as session:
                session.pump(60)
            section.add(peer.name, f"{session.peak_kilobytes / 1024:.0f} MB")
        return section

    # -- keys

    def keys(self):
        files, sessions, presses = (96, 2, 60) if self.quick else (240, 5, 120)
        plain, _ = self.maker.jpegs(TILES if self.quick else 48, 12)
        folder = self.maker.scroll_folder(plain, files)
        photos.warm(sorted(folder.iterdir()))
        section = Section(
            "Key to frame",
            f"{sessions} sessions of {presses} keys (j, l, k; every 30 to 50 ms) in a folder of {files} photos of 12 "
            "megapixels without embedded thumbnails, beginning right after the first frame, while thumbnails load. "
            "From writing the key to the terminal until the status line shows the new position: replayed from the "
            "recorded bytes, so another frame that happens to come first does not count.",
        )
        if not self.photopick:
            section.notes.append("the program is not there: left out")
            return section
        loading, first_bytes, lost, pictures = [], [], 0, 0
        for number in range(sessions):
            photos.say(f"keys: session {number + 1} of {sessions}")
            effect, byte, missed, drawn = self.type_keys(folder, files, presses, seed=number + 1)
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
        settled, moves, pages = self.settled_keys(folder)
        section.add("when nothing loads, median / 99th", f"{median(settled):.1f} / {percentile(settled, 99):.1f} ms")
        section.add("bytes per key, cursor within the page", spread(moves, "bytes"))
        section.add("bytes per key, next page (24 pictures)", spread([b / 1000 for b in pages], "kB"))
        return section

    def type_keys(self, folder, total, presses, seed):
        """Types while thumbnails load; gives latencies in ms, keys without effect, and graphics drawn."""
        chance = random.Random(seed)
        position, sent = 1, []
        with self.session(folder) as session:
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
        return self.latencies(session.chunks, sent, ended)

    @staticmethod
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
        effects, first_bytes, lost = [], [], 0
        for index, (when, wanted) in enumerate(sent):
            later = {position for _, position in sent[index:]}
            at = next((t for t, p in timeline if t >= when and p in later), None)
            if at is None:
                lost += 1
            else:
                effects.append((at - when) * 1e3)
            byte = next((t for t, _ in chunks if t >= when), None)
            if byte is not None:
                first_bytes.append((byte - when) * 1e3)
        start = sent[0][0] if sent else 0
        return effects, first_bytes, lost, sum(1 for t in screen.picture_ends if start <= t <= ended)

    def settled_keys(self, folder):
        """Latency in ms and bytes of keys within a settled page, and bytes of a page move."""
        presses = 20 if self.quick else 60
        sent, moves, pages, position = [], [], [], 1
        with self.session(folder) as session:
            session.settle(2.0, 60)
            for index in range(presses):
                key, step = (b"l", 1) if index // 10 % 2 == 0 else (b"h", -1)
                position += step
                before = session.byte_count()
                sent.append((session.send(key), position))
                session.pump(0.12)
                moves.append(session.byte_count() - before)
            for _ in range(2 if self.quick else 5):
                before = session.byte_count()
                session.send(b"\x1b[6~")
                session.settle(1.5, 20)
                pages.append(session.byte_count() - before)
            ended = session.now()
        effects, _, _, _ = self.latencies(session.chunks, sent, ended)
        return effects, moves, pages

    # -- big folders

    def big_folders(self):
        counts, rounds = ((1000, 10_000), 3) if self.quick else ((1000, 10_000, 100_000), 5)
        aims = {10_000: 50, 100_000: 100}
        section = Section(
            "First frame in large folders",
            f"Small distinct JPEGs in one folder, {rounds} runs each, interleaved; from exec until the names of the "
            "first page stand on the screen. The scanner alone (Benchmarks/Sources/scan-rate) and the bare loop, "
            "which only reads and sorts the names, are timed inside their processes.",
        )
        folders = {count: self.maker.many(count) for count in counts}
        frames, bare, scans = ({count: [] for count in counts} for _ in range(3))
        for number in range(rounds):
            for count, folder in folders.items():
                photos.say(f"large folders: round {number + 1} of {rounds}, {count} files")
                bare[count].append(self.scan("bare-loop", "readdir", folder)["seconds"] * 1e3)
                if "scan-rate" in self.tools:
                    scans[count].append(self.scan("scan-rate", folder))
                if self.photopick:
                    frames[count].append(self.first_frame(folder, count))
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

    def scan(self, name, *arguments):
        """Runs a program that reads a folder, and reads its line of figures."""
        output = subprocess.run([self.tools[name], *arguments], check=True, capture_output=True, text=True).stdout
        return {key: float(value) for key, value in re.findall(r"(\w+)=([0-9.e+-]+)", output)}

    def first_frame(self, folder, count):
        """Milliseconds to the first names, milliseconds until the whole count is shown, and memory."""
        with self.session(folder) as session:
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

    # -- idle

    def idle(self):
        seconds = 3 if self.quick else 10
        section = Section(
            f"Idle for {seconds} seconds",
            "A settled grid of 24 photos, no key: CPU time of all threads by the scheduler's own count "
            "(/proc/PID/task/*/schedstat), voluntary context switches, and bytes written.",
        )
        if not self.photopick:
            section.notes.append("the program is not there: left out")
            return section
        plain, _ = self.maker.jpegs(TILES, 12)
        with self.session(plain[0].parent) as session:
            session.settle(3.0, 60)
            before, written = session.usage(), session.byte_count()
            session.pump(seconds)
            after = session.usage()
            written = session.byte_count() - written
        used = (after.cpu_seconds - before.cpu_seconds) * 1e3
        section.add("CPU time", f"{used:.2f} ms", "", "0", used < 0.5)
        section.add("wake-ups", str(after.wakeups - before.wakeups))
        section.add("bytes written", str(written))
        return section


def first_names(chunks):
    """When the first page of names stood on the screen: the last chunk of the burst that brought it."""
    screen, best, when_best = Screen(), 0, float("nan")
    for when, data in chunks:
        if best and when - when_best > 0.25:
            break
        screen.feed(when, data)
        names = sum(screen.line(row).count("IMG_") for row in range(1, ROWS - 2))
        if names > best:
            best, when_best = names, when
    return when_best


def shown_position(screen):
    """The position in the status line (`17/1,204`), from the last row that has one."""
    for row in range(ROWS - 1, max(0, ROWS - 4), -1):
        if match := re.search(r"(?<![\d/.,])(\d[\d,]*)/\d[\d,]*(?![\d/])", screen.line(row)):
            return int(match[1].replace(",", ""))
    return None


def interleave(runners, rounds, title):
    """Runs every runner once a round."""
    results = {name: [] for name in runners}
    for number in range(rounds):
        photos.say(f"{title}: round {number + 1} of {rounds}")
        for name, run in runners.items():
            results[name].append(run())
    photos.say("")
    return results


def run_measured(command):
    """CPU seconds and maxrss of a command."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        raise SystemExit(f"bench: {command[0]} failed with status {status}")
    return {"cpu": usage.ru_utime + usage.ru_stime, "peak_kb": usage.ru_maxrss}
