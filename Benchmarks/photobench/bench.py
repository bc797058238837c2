"""What all measurements share: the tools, the photos, how a program is started."""

import os
import re
import shutil
import subprocess
import sys

from . import photos
from .replay import Screen, replay, tile_count
from .terminal import PROFILES, ROWS, Session

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

    def scan(self, name, *arguments):
        """Runs a program that reads a folder, and reads its line of figures."""
        output = subprocess.run([self.tools[name], *arguments], check=True, capture_output=True, text=True).stdout
        return {key: float(value) for key, value in re.findall(r"(\w+)=([0-9.e+-]+)", output)}


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
