"""The text of an edition as it is given out: each page says whether it is a controlled copy, to come, or void."""

from datetime import date
from io import BytesIO

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError

from tejian.kit.ground.errors import Refused

MOST_PAGES = 1_000


def standing(effective: date | None, ended: date | None, today: date) -> tuple[str, bool]:
    """What an edition is on a day, in words, and whether it is in force."""
    if effective is None:
        return "未发布 不得使用", False
    if ended is not None and ended <= today:
        return f"作废 {ended}起不再使用", False
    if effective > today:
        return f"未实施 {effective}起实施", False
    return "受控副本", True


def stamped(document: bytes, marks: bytes) -> bytes:
    """The document with the one page of `marks` over each of its pages, fitted to its size. Raises Refused."""
    try:
        mark = PdfReader(BytesIO(marks)).pages[0]
        writer = PdfWriter(clone_from=PdfReader(BytesIO(document)))
        if len(writer.pages) > MOST_PAGES:
            raise Refused(f"文件超过{MOST_PAGES}页，不能加盖状态标记")
        for page in writer.pages:
            x, y = float(page.mediabox.width), float(page.mediabox.height)
            scale = min(x / float(mark.mediabox.width), y / float(mark.mediabox.height))
            page.merge_transformed_page(mark, (scale, 0, 0, scale, 0, 0))
        out = BytesIO()
        writer.write(out)
        return out.getvalue()
    except PyPdfError:
        raise Refused("文件已加密或损坏，不能加盖状态标记，请重新上传正文") from None
