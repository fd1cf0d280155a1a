"""Which characters the fonts of papers can show, read from the tables of the fonts themselves."""

import re
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FONTS = (".otf", ".ttf", ".ttc", ".otc")


@cache
def fonts_folder() -> Path:
    import pylopdf_fonts_zh_cn  # noqa: PLC0415 (a server without prints needs no fonts)

    return Path(pylopdf_fonts_zh_cn.__file__).parent


@cache
def shown() -> frozenset[int]:
    """The code points of which every font of Chinese text has a glyph: a paper takes now one, now another."""
    own = [frozenset(_of_file(path)) for path in sorted(fonts_folder().rglob("*")) if path.suffix.lower() in FONTS]
    chinese = [points for points in own if 0x4E00 in points]
    return frozenset.intersection(*chinese) if chinese else frozenset()


def _of_file(path: Path) -> Iterator[int]:
    font = path.read_bytes()
    begins = [0]
    if font[:4] == b"ttcf":
        (count,) = struct.unpack_from(">I", font, 8)
        begins = list(struct.unpack_from(f">{count}I", font, 12))
    for begin in begins[:1]:  # the faces of a collection share their characters
        (tables,) = struct.unpack_from(">H", font, begin + 4)
        for n in range(tables):
            tag, _sum, at, _size = struct.unpack_from(">4sIII", font, begin + 12 + 16 * n)
            if tag == b"cmap":
                yield from _of_table(font, at)


def _of_table(font: bytes, at: int) -> Iterator[int]:
    """The full table of characters (format 12), which every font of rare ones has; else that of the plane (4)."""
    (count,) = struct.unpack_from(">H", font, at + 2)
    offsets = {struct.unpack_from(">HHI", font, at + 4 + 8 * n)[2] for n in range(count)}
    by_format = {struct.unpack_from(">H", font, at + offset)[0]: at + offset for offset in offsets}
    if place := by_format.get(12):
        (groups,) = struct.unpack_from(">I", font, place + 12)
        for n in range(groups):
            first, last, _glyph = struct.unpack_from(">III", font, place + 16 + 12 * n)
            yield from range(first, last + 1)
    elif place := by_format.get(4):
        (double,) = struct.unpack_from(">H", font, place + 6)
        ends = struct.unpack_from(f">{double // 2}H", font, place + 14)
        starts = struct.unpack_from(f">{double // 2}H", font, place + 16 + double)
        for first, last in zip(starts, ends, strict=True):
            yield from range(first, min(last, 0xFFFE) + 1)


HAN = (range(0x3400, 0xA000), range(0xF900, 0xFB00), range(0x20000, 0x323B0))


@cache
def _missing() -> re.Pattern[str]:
    """The Chinese characters that no paper shows."""
    here, parts = shown(), []
    for block in HAN:
        begin: int | None = None
        for point in [*block, block.stop]:
            lacking = point != block.stop and point not in here
            if lacking and begin is None:
                begin = point
            elif not lacking and begin is not None:
                parts.append(f"{chr(begin)}-{chr(point - 1)}")
                begin = None
    return re.compile(f"[{''.join(parts)}]")


def said(text: str) -> str:
    """The text with each Chinese character that the fonts lack named by its number in Unicode: an empty box on a paper
    says neither that a character is missing nor which."""
    return _missing().sub(lambda one: f"〔缺字U+{ord(one[0]):04X}〕", text)
