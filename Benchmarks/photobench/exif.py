"""Writes an EXIF APP1 segment, with or without a thumbnail, into a JPEG."""

import struct


def app1(width, height, when, thumbnail=None):
    """An APP1 segment: IFD0, the EXIF IFD with dates and dimensions, and IFD1 with the thumbnail."""
    ascii_when = when.encode() + b"\0"
    make, model = b"Benchmark\0", b"Synthetic 12\0"
    ifd0_at = 8
    ifd0_size = 2 + 5 * 12 + 4
    data_at = ifd0_at + ifd0_size
    make_at = data_at
    model_at = make_at + len(make)
    date_at = model_at + len(model)
    exif_at = date_at + len(ascii_when)
    exif_at += exif_at % 2
    exif_size = 2 + 3 * 12 + 4
    original_at = exif_at + exif_size
    ifd1_at = original_at + len(ascii_when)
    ifd1_at += ifd1_at % 2

    def entry(tag, kind, count, value):
        if kind == 3:  # SHORT: left-justified in the value field
            return struct.pack("<HHIHH", tag, kind, count, value, 0)
        return struct.pack("<HHII", tag, kind, count, value)

    def pad(block, to):
        return block + b"\0" * (to - len(block))

    tiff = b"II*\0" + struct.pack("<I", ifd0_at)
    tiff += struct.pack("<H", 5)
    tiff += entry(0x010F, 2, len(make), make_at)
    tiff += entry(0x0110, 2, len(model), model_at)
    tiff += entry(0x0112, 3, 1, 1)
    tiff += entry(0x0132, 2, len(ascii_when), date_at)
    tiff += entry(0x8769, 4, 1, exif_at)
    tiff += struct.pack("<I", ifd1_at if thumbnail else 0)
    tiff = pad(tiff + make + model + ascii_when, exif_at)
    tiff += struct.pack("<H", 3)
    tiff += entry(0x9003, 2, len(ascii_when), original_at)
    tiff += entry(0xA002, 4, 1, width)
    tiff += entry(0xA003, 4, 1, height)
    tiff += struct.pack("<I", 0)
    tiff += ascii_when
    if thumbnail:
        tiff = pad(tiff, ifd1_at)
        picture_at = ifd1_at + 2 + 3 * 12 + 4
        tiff += struct.pack("<H", 3)
        tiff += entry(0x0103, 3, 1, 6)  # JPEG compression
        tiff += entry(0x0201, 4, 1, picture_at)
        tiff += entry(0x0202, 4, 1, len(thumbnail))
        tiff += struct.pack("<I", 0)
        tiff += thumbnail
    payload = b"Exif\0\0" + tiff
    if len(payload) + 2 > 0xFFFF:
        raise ValueError("the thumbnail does not fit into one APP1 segment")
    return b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload


def with_app1(jpeg, segment):
    """`jpeg` with `segment` right after SOI, in the place of a JFIF APP0 as cameras write it."""
    if jpeg[:2] != b"\xff\xd8":
        raise ValueError("not a JPEG")
    rest = 2
    if jpeg[2:4] == b"\xff\xe0":
        rest += 2 + struct.unpack(">H", jpeg[4:6])[0]
    return jpeg[:2] + segment + jpeg[rest:]


def with_comment(jpeg, text):
    """`jpeg` with a comment segment after its first one: the same picture, different bytes."""
    comment = b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text
    first = 2 + 2 + struct.unpack(">H", jpeg[4:6])[0]
    return jpeg[:first] + comment + jpeg[first:]
