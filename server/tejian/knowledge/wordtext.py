"""The text of a Word file by paragraphs and, where Word has noted them, by pages."""

import xml.etree.ElementTree as ET
import zipfile
from io import BytesIO

from tejian.kit.ground.errors import Refused

from .pdftext import BROKEN

BODY = "word/document.xml"
SPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
PARAGRAPH, TEXT, TAB, BREAK = (f"{SPACE}{name}" for name in ("p", "t", "tab", "br"))
RENDERED, KIND = f"{SPACE}lastRenderedPageBreak", f"{SPACE}type"
TIMES = 20  # bytes of the text by one allowed character


def body_of(content: bytes, characters: int) -> bytes:
    """The XML of the text. Raises Refused for what is broken, would unpack to too much, or declares entities."""
    most = characters * TIMES
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive, archive.open(BODY) as part:
            text = part.read(most + 1)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, NotImplementedError, RuntimeError):
        raise Refused(BROKEN) from None
    if len(text) > most:
        raise Refused(f"文字超过{characters}个，请分册上传")
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise Refused(BROKEN)  # no Word file has one: it would name files or swell
    return text


def text_of(content: bytes, pages: int, characters: int) -> tuple[list[list[str]], bool]:
    """The lines of each page, and whether the file knows its pages. Raises Refused."""
    out: list[list[str]] = [[]]
    size, knows = 0, False
    try:
        root = ET.fromstring(body_of(content, characters))
    except (ET.ParseError, ValueError, LookupError):
        raise Refused(BROKEN) from None
    for paragraph in root.iter(PARAGRAPH):
        line = ""
        for one in paragraph.iter():
            if one.tag == TEXT:
                line += one.text or ""
            elif one.tag == TAB:
                line += " "
            elif one.tag == RENDERED or (one.tag == BREAK and one.get(KIND) == "page"):
                knows = True
                if line.strip():
                    out[-1].append(line)
                out.append([])
                line = ""
        size += len(line)
        if line.strip():
            out[-1].append(line)
    if size > characters:
        raise Refused(f"文字超过{characters}个，请分册上传")
    if len(out) > pages:
        raise Refused(f"文件有{len(out)}页，最多{pages}页，请分册上传")
    return out, knows
