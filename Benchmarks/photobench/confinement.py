"""What it costs that photos are decoded in a process of its own."""

import re
import subprocess

from . import photos
from .bench import BOX, interleave
from .report import Section, median, spread


def decoder_process(bench):
    count, rounds, starts = (24, 3, 10) if bench.quick else (96, 7, 50)
    section = Section(
        "The decoder's process",
        f"Thumbnails of 12-megapixel photos to 160x120 by the same worker (Benchmarks/Sources/decoder-rate), in its own process and in "
        f"the confined one; {rounds} rounds, interleaved; ratios are medians over the rounds. Wall clock: descriptors, answers and "
        "the copy of the pixels are what is added. At the start: from the call until the decoder's first word, when it has given up all.",
    )
    if "decoder-rate" not in bench.tools or not bench.photopick:
        section.notes.append("the measuring program is not there: left out")
        return section
    plain, thumbed = bench.maker.jpegs(count, 12)
    photos.warm(plain + thumbed)

    def run(program, mode, files):
        command = [bench.tools["decoder-rate"], program, mode, BOX, *map(str, files)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return {key: float(value) for key, value in re.findall(r"(\w+)=([0-9.e+-]+)", output)}

    for mode, files, name in (("full", plain, "JPEG"), ("embedded", thumbed * 4, "JPEG, embedded thumbnail")):
        runners = {
            f"{name}: in one process": lambda mode=mode, files=files: run("here", mode, files),
            f"{name}: confined": lambda mode=mode, files=files: run(bench.photopick, mode, files),
        }
        rates = interleave(runners, rounds, "decoder process")
        here = rates[f"{name}: in one process"]
        for label, runs in rates.items():
            ratio, aim, met = "", "", None
            if runs is not here:
                share = median([h["seconds"] / r["seconds"] for r, h in zip(runs, here)])
                ratio = f"{share:.2f} of one process"
                if mode == "full":
                    aim, met = ">= 0.95 of one process", share >= 0.95
            section.add(label, spread([r["count"] / r["seconds"] for r in runs], "/s", 1), ratio, aim, met)
    output = subprocess.run(
        [bench.tools["decoder-rate"], bench.photopick, "start", str(starts)], check=True, capture_output=True, text=True
    ).stdout
    middle = float(re.search(r"median_ms=([0-9.e+-]+)", output).group(1))
    most = float(re.search(r"most_ms=([0-9.e+-]+)", output).group(1))
    section.add("until the first word", f"{middle:.1f} ms (at most {most:.1f})", "", "<= 15 ms", middle <= 15)
    return section
