"""The model with very many photos: how long a key takes, and what a photo costs."""

import re
import subprocess

from . import photos
from .report import Section

KEY_AIM, MEMORY_AIM = 16, 300  # milliseconds at the 99th percentile; bytes an asset beyond names


def large_models(bench):
    counts = ((100_000, 20),) if bench.quick else ((100_000, 100), (1_000_000, 5))
    section = Section(
        "Keys with very many photos",
        "The model alone (Benchmarks/Sources/scale-rate) with made-up photos in some 200 folders; median and 99th "
        "percentile of each kind of key, without drawing. Memory is what the process grew by, less the names.",
    )
    if "scale-rate" not in bench.tools:
        section.notes.append("the measuring program is not there: left out")
        return section
    for count, rounds in counts:
        photos.say(f"scale: {count:,} photos")
        command = [bench.tools["scale-rate"], str(count), str(rounds)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        aimed = count <= 100_000
        for name, middle, high in re.findall(r"key=([^\t]+)\tmedian=([0-9.e-]+)\tp99=([0-9.e-]+)", output):
            figure = f"{float(middle):.2f} ms, p99 {float(high):.2f} ms"
            aim = f"p99 < {KEY_AIM} ms" if aimed else ""
            section.add(f"{count:,}: {name}", figure, "", aim, float(high) < KEY_AIM if aimed else None)
        cost = int(re.search(r"bytes_an_asset=(-?\d+)", output).group(1))
        section.add(f"{count:,}: memory an asset", f"{cost} bytes", "", f"<= {MEMORY_AIM} bytes", cost <= MEMORY_AIM)
    photos.say("")
    return section
