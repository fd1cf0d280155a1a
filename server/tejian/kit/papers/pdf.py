"""PDF documents: a Typst template of server/templates filled with data, and the small formats that paper forms need.

Data travels as one JSON text. Templates read its strings as text; nothing in them is ever run as markup or code.
Pictures travel inside the JSON as SVG text made here (`picture`, `qr.svg`), never as file names.
"""

import base64
import io
import json
import re
import threading
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Any

import typst
from pyhanko.pdf_utils.reader import PdfFileReader
from pypdf import PdfReader, PdfWriter

from tejian.kit.ground import clock

from . import glyphs, pictures

TEMPLATES = Path(__file__).parents[3] / "templates"
TEMPLATE_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]|[\ud800-\udfff]")
PICTURE_SIDE = 1600
DIGITS = "零壹贰叁肆伍陆柒捌玖"
UNITS = ("", "拾", "佰", "仟")
GROUPS = ("", "万", "亿", "万亿")

_local = threading.local()


class PdfError(Exception):
    """A document could not be made; the message is for the log, not for the user."""


def render(template: str, data: Mapping[str, Any], *, made_at: datetime | None = None) -> bytes:
    """The PDF of a template (file name without .typ) filled with `data`.

    `data` holds JSON values, dates (written yyyy-MM-dd) and Decimals (written as they are). `made_at` is the creation
    time in the file (an aware datetime); with it the same data gives the same bytes. Raises PdfError.
    """
    path = TEMPLATES / f"{template}.typ"
    if not TEMPLATE_NAME.fullmatch(template) or not path.is_file():
        raise PdfError(f"没有文书模板：{template}")
    try:
        document = _compiler().compile(
            input=str(path),
            format="pdf",
            sys_inputs={"data": to_json(data)},
            timestamp=int(made_at.timestamp()) if made_at else None,
        )
    except typst.TypstError as fault:
        raise PdfError(f"模板 {template}：{fault.message} {' '.join(fault.trace)}") from fault
    if not isinstance(document, bytes):
        raise PdfError(f"模板 {template} 没有产生文件")
    return document


def bare_pages(content: bytes) -> bytes:
    """The pages of a signed PDF without its signature fields, to stand in a document that is signed anew."""
    out, writer = io.BytesIO(), PdfWriter()
    for page in PdfReader(io.BytesIO(content)).pages:
        page.pop("/Annots", None)
        writer.add_page(page)
    writer.write(out)
    return out.getvalue()


def joined(parts: Sequence[bytes]) -> bytes:
    """Several PDFs as one."""
    if len(parts) == 1:
        return parts[0]
    out, writer = io.BytesIO(), PdfWriter()
    for part in parts:
        writer.append(io.BytesIO(part))
    writer.write(out)
    return out.getvalue()


def page_count(content: bytes) -> int:
    """The number of pages of a PDF."""
    return int(PdfFileReader(io.BytesIO(content)).root["/Pages"]["/Count"])


def to_json(data: Mapping[str, Any]) -> str:
    """The JSON text given to a template: no control characters, and by name those that no font shows.

    Raises PdfError for other types.
    """
    try:
        return json.dumps(_clean(data), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as fault:
        raise PdfError(f"数据不能写入文书：{fault}") from fault


def picture(content: bytes, side: int = PICTURE_SIDE) -> dict[str, str]:
    """A photo or signature (PNG, JPEG, WebP …) as the value a template draws, at most `side` pixels wide and high.

    Raises PdfError when the bytes are not a picture or the picture is unreasonably large.
    """
    try:
        small = pictures.smaller(content, side, side)
    except pictures.BadPicture as fault:
        raise PdfError("不是可用的图片") from fault
    kind, coded = small.kind, base64.b64encode(small.content).decode()
    size = f'width="{small.width}" height="{small.height}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><image {size} href="data:image/{kind};base64,{coded}"/></svg>'
    )
    return {"svg": svg}


def print_time() -> str:
    """When a paper is printed, as its foot says it."""
    return f"打印时间：{clock.minute(clock.now())}"


def rmb_words(amount: Decimal) -> str:
    """An amount in the capital characters of Chinese receipts: 1120.50 → 壹仟壹佰贰拾元伍角整.

    Half cents are rounded up. Raises ValueError from ten trillion yuan on.
    """
    cents = int((abs(amount) * 100).quantize(Decimal(1), ROUND_HALF_UP))
    yuan, rest = divmod(cents, 100)
    if yuan >= 10**13:
        raise ValueError("金额过大")
    sign = "负" if amount < 0 and cents else ""
    whole = _whole(yuan)
    jiao, fen = divmod(rest, 10)
    if not rest:
        return f"{sign}{whole or DIGITS[0]}元整"
    words = f"{whole}元" if whole else ""
    words += f"{DIGITS[jiao]}角" if jiao else (DIGITS[0] if whole else "")
    return f"{sign}{words}{f'{DIGITS[fen]}分' if fen else '整'}"


def _whole(yuan: int) -> str:
    groups = [yuan // 10_000**place % 10_000 for place in range(len(GROUPS))]
    words = ""
    gap = False
    for place in reversed(range(len(GROUPS))):
        value = groups[place]
        if not value:
            gap = bool(words)
            continue
        if words and (gap or value < 1000):
            words += DIGITS[0]
        words += _four(value) + GROUPS[place]
        gap = False
    return words.replace("亿万亿", "万亿")


def _four(value: int) -> str:
    words = ""
    for place in reversed(range(4)):
        digit = value // 10**place % 10
        if digit:
            words += DIGITS[digit] + UNITS[place]
        elif words and value % 10**place:
            words += "" if words.endswith(DIGITS[0]) else DIGITS[0]
    return words


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return glyphs.said(CONTROL.sub("", value))
    if isinstance(value, Mapping):
        return {str(name): _clean(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(one) for one in value]
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    return value


@cache
def _fonts() -> typst.Fonts:
    folder = str(glyphs.fonts_folder())
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder])


def _compiler() -> typst.Compiler:
    """One warm compiler per thread: the fonts are shared and Typst keeps what it has already laid out."""
    if not hasattr(_local, "compiler"):
        _local.compiler = typst.Compiler(root=str(TEMPLATES), font_paths=_fonts(), ignore_system_fonts=True)
    compiler: typst.Compiler = _local.compiler
    return compiler
