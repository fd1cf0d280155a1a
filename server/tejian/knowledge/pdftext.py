"""The text of a PDF by pages; what cannot be read is refused with a sentence."""

import time
from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError

from tejian.kit.ground.errors import Refused

# what the reader raises for a file whose parts contradict each other
WRONG = (
    PyPdfError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    EOFError,
    NotImplementedError,
)
BROKEN = "文件已损坏，不能读取，请重新上传"
ENCRYPTED = "文件已加密，请上传没有密码的文件"
SCANNED = "文件是扫描件，没有可以检索的文字，请上传有文字的PDF或Word文件"


def opened(content: bytes, most: int) -> PdfReader:
    """The reader of a file with at most so many pages. Raises Refused."""
    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Refused(ENCRYPTED)
        count = len(reader.pages)
    except Refused:
        raise
    except WRONG:
        raise Refused(BROKEN) from None
    if not count:
        raise Refused("文件没有一页内容，请重新上传")
    if count > most:
        raise Refused(f"文件有{count}页，最多{most}页，请分册上传")
    return reader


def text_of(content: bytes, pages: int, characters: int, seconds: int) -> list[list[str]]:
    """The lines of each page. Raises Refused."""
    reader, until, size = opened(content, pages), time.monotonic() + seconds, 0
    out = []
    for n, page in enumerate(reader.pages, 1):
        try:
            content_of_page = page.extract_text() or ""
        except WRONG:
            raise Refused(f"第{n}页已损坏，不能读取，请重新上传") from None
        size += len(content_of_page)
        if size > characters:
            raise Refused(f"文字超过{characters}个，请分册上传")
        if time.monotonic() > until:
            raise Refused(f"文件过于复杂，{seconds}秒内没有读完，请分册上传")
        out.append(content_of_page.splitlines())
    return out


def pages_of(content: bytes, first: int, last: int) -> bytes:
    """Some pages of a file as a file of their own. Raises Refused."""
    try:
        reader, writer, out = PdfReader(BytesIO(content)), PdfWriter(), BytesIO()
        if reader.is_encrypted:
            reader.decrypt("")
        for page in reader.pages[first - 1 : last]:
            writer.add_page(page)
        writer.write(out)
        return out.getvalue()
    except WRONG:
        raise Refused(BROKEN) from None
