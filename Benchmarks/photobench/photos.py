"""Makes the photos that are measured: as large and as hard to decode as a camera's, from a few small real ones.

make-photo.c does the pixels; here are the folders, the EXIF, and the cache outside the repository that keeps them.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import exif

BITS_PER_PIXEL = 3.4e6 * 8 / 12e6  # what cameras write at quality 90, 4:2:0
SIZES = {12: (4000, 3000), 48: (8064, 6048)}
SOURCES = ("cyclamen_persicum", "polemonium_reptans", "silver_fir", "wood_anemones")
RECIPE = "2"  # raise it when the pictures change, so that old ones are made again


def cache_root():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "photopick-bench"


def find_sources(repository):
    """The small real photos: always the same ones, so that the large ones stay the same too."""
    for folder in ("samples", "../shared/corpus/photos/plain"):
        found = [repository / folder / f"{name}.jpg" for name in SOURCES]
        if all(path.exists() for path in found):
            return found
    return []


class Maker:
    """Makes and keeps photos under `root`; `make_photo` is the compiled make-photo.c."""

    def __init__(self, repository, root, make_photo):
        self.sources = find_sources(repository)
        self.root = root
        self.make_photo = make_photo
        if not self.sources:
            raise SystemExit("bench: no small photos to make the large ones from (samples/)")
        root.mkdir(parents=True, exist_ok=True)
        stamp = root / "recipe"
        if not stamp.exists() or stamp.read_text() != RECIPE:
            for folder in root.iterdir():
                if folder.is_dir() and folder.name.split("-")[0] in ("jpeg12", "jpeg48", "heic12", "scroll", "many"):
                    shutil.rmtree(folder)
            stamp.write_text(RECIPE)

    def make_jpeg(self, number, megapixels, plain, thumbed):
        """One photo, with the same pixels in both files: `plain` without, `thumbed` with an EXIF thumbnail."""
        width, height = SIZES[megapixels]
        source = self.sources[number % len(self.sources)]
        detail = self.sources[(number * 3 + 1 + number // len(self.sources)) % len(self.sources)]
        wanted = width * height * BITS_PER_PIXEL / 8 * (0.8, 1.1, 0.95, 1.25, 0.9)[number // 2 % 5]
        draft, small = plain.with_suffix(".draft"), plain.with_suffix(".small")
        size = f"{width}x{height}"
        command = [self.make_photo, source, detail, number + 1, size, int(wanted), draft, small]
        subprocess.run([str(word) for word in command], check=True)
        jpeg, thumbnail = draft.read_bytes(), small.read_bytes()
        when = f"2024:{number % 12 + 1:02}:{number % 27 + 1:02} 10:{number % 60:02}:00"
        for path, picture in ((plain, None), (thumbed, thumbnail)):
            partial = path.with_suffix(".part")
            partial.write_bytes(exif.with_app1(jpeg, exif.app1(width, height, when, picture)))
            partial.rename(path)
        draft.unlink()
        small.unlink()

    def jpegs(self, count, megapixels):
        """Two folders of the same `count` photos: without and with embedded thumbnails."""
        plain = self.root / f"jpeg{megapixels}"
        thumbed = self.root / f"jpeg{megapixels}-thumb"
        for folder in (plain, thumbed):
            folder.mkdir(exist_ok=True)
        pairs = [(plain / f"IMG_{n + 1:04}.jpg", thumbed / f"IMG_{n + 1:04}.jpg") for n in range(count)]
        missing = [n for n, pair in enumerate(pairs) if not (pair[0].exists() and pair[1].exists())]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            work = pool.map(lambda n: self.make_jpeg(n, megapixels, *pairs[n]), missing)
            for done, _ in enumerate(work):
                say(f"making {megapixels} MP photos: {done + 1} of {len(missing)}")
        say("")
        return [a for a, _ in pairs], [b for _, b in pairs]

    def heics(self, count, heif_enc):
        """HEIC files of 12 MP with a 320x240 thumbnail inside, as phones write them."""
        folder = self.root / "heic12"
        folder.mkdir(exist_ok=True)
        sources, _ = self.jpegs(count, 12)
        made = []
        for source in sources:
            path = folder / (source.stem + ".HEIC")
            if not path.exists():
                say(f"making {path.name}")
                partial = folder / "part.heic"
                command = [heif_enc, "-q", "60", "-t", "320", "-p", "preset=ultrafast", "-o", str(partial), str(source)]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                partial.rename(path)
            made.append(path)
        say("")
        return made

    def page(self, files):
        """A folder of symbolic links to `files` and nothing else, however many photos the cache holds."""
        folder = self.root / f"page-{files[0].parent.name}-{len(files)}"
        folder.mkdir(exist_ok=True)
        for file in files:
            if not (folder / file.name).is_symlink():
                (folder / file.name).symlink_to(file)
        return folder

    def scroll_folder(self, photos, count):
        """A folder of `count` files, real copies (a hard link would be the same photo) of `photos`."""
        folder = self.root / "scroll"
        folder.mkdir(exist_ok=True)
        for number in range(count):
            path = folder / f"IMG_{number + 1:04}.jpg"
            if not path.exists():
                shutil.copyfile(photos[number % len(photos)], path)
        return folder

    def many(self, count):
        """A folder of `count` small distinct JPEGs, each a file of its own."""
        folder = self.root / f"many-{count}"
        stamp = self.root / f"many-{count}.done"
        if stamp.exists() and folder.is_dir():
            return folder
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        draft, small = self.root / "tiny.draft", self.root / "tiny.jpg"
        candidates = []
        for source in self.sources:  # the smoothest one: a file should fit into one block
            command = [self.make_photo, source, source, 1, "640x480", 12_000, draft, small]
            subprocess.run([str(word) for word in command], check=True)
            candidates.append(small.read_bytes())
        tiny = exif.with_app1(min(candidates, key=len), exif.app1(160, 120, "2024:05:05 10:00:00"))
        for number in range(count):
            if number % 5000 == 0:
                say(f"making small photo {number} of {count}")
            (folder / f"IMG_{number + 1:06}.jpg").write_bytes(exif.with_comment(tiny, b"photo %d" % number))
        stamp.touch()
        say("")
        return folder


def say(text):
    """A progress line on standard error, only for people."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + text)
        sys.stderr.flush()


def warm(paths):
    """Reads the files once, so that every program finds them in the page cache."""
    for path in paths:
        with open(path, "rb", buffering=0) as file:
            while file.read(1 << 20):
                pass
