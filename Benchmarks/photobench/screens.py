"""First frame and full first screen."""

from . import peers, photos
from .bench import GRID_COLUMNS, GRID_ROWS, PICTURE_COLUMNS, PICTURE_ROWS, TILES
from .report import Section, median, spread
from .terminal import COLUMNS, PROFILES, ROWS, Session


def first_screens(bench):
    rounds = 3 if bench.quick else 7
    plain, thumbed = bench.maker.jpegs(TILES, 12)
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
            limits[kind].append(bench.tool("bare-loop", mode, "144x119", files)["seconds"] * 1e3)
            for peer in others:
                theirs[kind, peer.name].append(print_page(peer, files))
            if bench.photopick:
                for terminal in ("xterm", "foot"):
                    ours[kind, terminal].append(bench.open_folder(bench.maker.page(files), terminal))
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


def print_page(peer, files):
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
