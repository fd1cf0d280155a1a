"""What a workbook shows of a number is what somebody meant: 12 shown as 0012, 0.25 shown as 25%."""

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from html import unescape

Show = Callable[[Decimal], str]

FORMAT = re.compile(rb"<(?:\w+:)?numFmt\s([^>]*)>")
CELL_FORMATS = re.compile(rb"<(?:\w+:)?cellXfs[\s>].*?</(?:\w+:)?cellXfs>", re.DOTALL)
USES = re.compile(rb'<(?:\w+:)?xf\s[^>]*?numFmtId="(\d+)"')
CELL = re.compile(rb"<((?:\w+:)?)c\s([^>]*)>\s*<(?:\w+:)?v>([^<]+)</(?:\w+:)?v>")
STYLE, TYPE = re.compile(rb'(?:^|\s)s="(\d+)"'), re.compile(rb'(?:^|\s)t="([^"]*)"')
PERCENT = re.compile(r"0(?:\.(0+))?%")
# zeros with words before and behind: "DT-"0000, \A000, 0000"号"
WORDS = r'((?:"[^"]*"|\\.|-)*)'
PADDED = re.compile(rf"{WORDS}(0+){WORDS}")
BUILT_IN = {"9": "0%", "10": "0.00%"}


def shown_by(styles: bytes) -> dict[bytes, Show]:
    """How the cell styles of a styles part show numbers, by number: those whose words are not the number alone."""
    codes = dict(BUILT_IN)
    for attributes in FORMAT.findall(styles):
        number, code = re.search(rb'numFmtId="(\d+)"', attributes), re.search(rb'formatCode="([^"]*)"', attributes)
        if number and code:
            codes[number[1].decode()] = unescape(code[1].decode("utf-8", "replace"))
    cells = CELL_FORMATS.search(styles)
    uses = USES.findall(cells[0]) if cells else []
    shows = {str(n).encode(): _show(codes.get(number.decode(), "")) for n, number in enumerate(uses)}
    return {n: show for n, show in shows.items() if show}


def _show(code: str) -> Show | None:
    code = code.split(";", maxsplit=1)[0]  # of positive numbers
    if share := PERCENT.fullmatch(code):
        places = len(share[1] or "")
        step = Decimal(1).scaleb(-places)
        return lambda value: f"{(value * 100).quantize(step, ROUND_HALF_UP):f}%"
    padding = PADDED.fullmatch(code)
    if padding is None or (len(padding[2]) < 2 and not padding[1] and not padding[3]):
        return None
    before, size, behind = _plain(padding[1]), len(padding[2]), _plain(padding[3])
    return lambda value: f"{before}{str(value.quantize(Decimal(1), ROUND_HALF_UP)).zfill(size)}{behind}"


def _plain(words: str) -> str:
    return re.sub(r'"([^"]*)"|\\(.)', lambda one: one[1] if one[1] is not None else one[2], words)


def as_shown(piece: bytes, shows: Mapping[bytes, Show]) -> bytes:
    """A piece of a sheet whose numbers stand as they are shown; negative numbers and those of other styles stay."""
    if not shows:
        return piece

    def cell(written: re.Match[bytes]) -> bytes:
        prefix, attributes, value = written.groups()
        style, kind = STYLE.search(attributes), TYPE.search(attributes)
        show = shows.get(style[1]) if style else None
        if show is None or (kind and kind[1] != b"n"):
            return written[0]
        try:
            number = Decimal(value.decode())
            words = show(number) if number >= 0 else ""
        except (InvalidOperation, UnicodeDecodeError):
            return written[0]
        if not words:
            return written[0]
        plain = TYPE.sub(b"", attributes)
        safe = words.replace("&", "&amp;").replace("<", "&lt;").encode()
        return b'<%bc %b t="str"><%bv>%b</%bv>' % (prefix, plain, prefix, safe, prefix)

    return CELL.sub(cell, piece)
