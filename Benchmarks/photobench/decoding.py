"""Thumbnails per second, and peak memory."""

import shutil

from . import peers, photos
from .bench import BOX, GRID_COLUMNS, GRID_ROWS, PICTURE_COLUMNS, PICTURE_ROWS, interleave
from .report import Section, median, spread
from .terminal import Session


def decode_rate(bench):
    count, rounds = (24, 3) if bench.quick else (96, 7)
    plain, thumbed = bench.maker.jpegs(count, 12)
    photos.warm(plain + thumbed)
    section = Section(
        "Thumbnails per second per core, 12-megapixel JPEG to 160x120",
        f"{count} files, thumbnails divided by CPU seconds (user and system, whole process), {rounds} rounds, "
        "interleaved; ratios are medians over the rounds. The bare loop is Benchmarks/bare-loop.c: read the file, "
        "TurboJPEG at 1/8, integer box filter, one thread, nothing else. photopick's decoder runs without the "
        "program around it (Benchmarks/Sources/decode-rate). vipsthumbnail also writes its results, as PPM.",
    )
    runners = {
        "bare TurboJPEG loop": lambda: bench.tool("bare-loop", "decode", BOX, plain),
        "photopick's decoder": lambda: bench.tool("decode-rate", "full", BOX, plain),
        "vipsthumbnail": lambda: bench.vipsthumbnail(plain),
    }
    if note := peers.missing("vipsthumbnail"):
        del runners["vipsthumbnail"]
        section.notes.append(note)
    if "decode-rate" not in bench.tools:
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
    embedded = {"bare loop, embedded thumbnail": lambda: bench.tool("bare-loop", "embedded", BOX, thumbed)}
    if ours:
        embedded["photopick's decoder, embedded thumbnail"] = lambda: bench.tool("decode-rate", "embedded", BOX, thumbed)
    for name, runs in interleave(embedded, rounds, "embedded thumbnails").items():
        section.add(name, spread([r["count"] / r["cpu"] for r in runs], "/s"))
    if ours:
        heic_rate(bench, section, rounds)
    return section


def heic_rate(bench, section, rounds):
    """HEIC with a 320x240 thumbnail inside, as phones write it."""
    if note := peers.missing("heif-enc"):
        section.notes.append(note)
        return
    files = bench.maker.heics(2 if bench.quick else 4, shutil.which("heif-enc"))
    runners = {"photopick's decoder, HEIC 12 MP with thumbnail": lambda: bench.tool("decode-rate", "embedded", BOX, files)}
    if shutil.which("vipsthumbnail"):
        runners["vipsthumbnail, HEIC 12 MP with thumbnail"] = lambda: bench.vipsthumbnail(files)
    for name, runs in interleave(runners, rounds, "HEIC").items():
        section.add(name, spread([r["count"] / r["cpu"] for r in runs], "/s", 1))


def memory(bench):
    count = 2 if bench.quick else 4
    plain, thumbed = bench.maker.jpegs(count, 48)
    photos.warm(plain + thumbed)
    section = Section(
        "Peak memory, 48-megapixel baseline JPEG (8064x6048)",
        f"{count} files in one process; VmHWM (for timg, chafa and vipsthumbnail the kernel's maxrss).",
    )
    bare = bench.tool("bare-loop", "decode", BOX, plain)
    section.add("bare TurboJPEG loop", f"{bare['peak_kb'] / 1024:.0f} MB")
    if "decode-rate" in bench.tools:
        ours = bench.tool("decode-rate", "full", BOX, plain)
        section.add("photopick's decoder alone", f"{ours['peak_kb'] / 1024:.0f} MB")
    if bench.photopick:
        runs = [bench.open_folder(plain[0].parent) for _ in range(1 if bench.quick else 3)]
        megabytes = [r["megabytes"] for r in runs]
        section.add("photopick, the program", spread(megabytes, "MB"), "", "< 60 MB", max(megabytes) < 60)
        runs = [bench.open_folder(thumbed[0].parent) for _ in range(1 if bench.quick else 3)]
        section.add("photopick, with embedded thumbnails", spread([r["megabytes"] for r in runs], "MB"))
    if shutil.which("vipsthumbnail"):
        section.add("vipsthumbnail", f"{bench.vipsthumbnail(plain)['peak_kb'] / 1024:.0f} MB")
    for peer in peers.page_printers(GRID_COLUMNS, GRID_ROWS, PICTURE_COLUMNS, PICTURE_ROWS):
        with Session(peer.argv + [str(f) for f in plain], output_file="") as session:
            session.pump(60)
        section.add(peer.name, f"{session.peak_kilobytes / 1024:.0f} MB")
    return section
