"""The programs that photopick is compared with, and how to get those that are missing."""

import re
import shutil
import subprocess
from dataclasses import dataclass

PACKAGES = {"timg": "timg", "chafa": "chafa", "vipsthumbnail": "libvips-tools", "heif-enc": "libheif-examples"}


@dataclass
class Peer:
    name: str
    argv: list  # the command; the files are put behind it
    picture: bytes  # what the output of its first picture begins with


def missing(program):
    """A line on how to install `program`, or "" when it is there."""
    if shutil.which(program):
        return ""
    return f"{program} is not installed (sudo apt-get install {PACKAGES[program]}): its rows are left out"


def page_printers(columns, rows, width, height):
    """The programs that print a page of pictures, each set to our grid and to pictures of our size in cells."""
    found = []
    if shutil.which("timg"):
        usage = subprocess.run(["timg", "--help"], capture_output=True, text=True)
        grid = ["timg", "--threads=1", f"--grid={columns}x{rows}", f"-g{columns * width}x{rows * height}"]
        letters = re.sub(r"\x1b\[[0-9;]*m", "", usage.stdout + usage.stderr)
        if re.search(r"'s'\s*=?\s*sixel", letters, re.I):
            found.append(Peer("timg --threads=1 -ps (sixel)", grid + ["-ps"], b"\x1bP"))
        found.append(Peer("timg --threads=1 -pk (kitty pixels)", grid + ["-pk"], b"\x1b_G"))
        found.append(Peer("timg --threads=1 -pq (quarter blocks)", grid + ["-pq"], b"\x1b[38;2;"))
    if shutil.which("chafa"):
        found.append(Peer("chafa -f sixels", ["chafa", "-f", "sixels", "-s", f"{width}x{height}"], b"\x1bP"))
    return found
