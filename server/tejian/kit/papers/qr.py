"""QR codes as PNG for screens and as SVG for documents."""

import io

import segno

MAX_TEXT = 1000


def png(text: str, scale: int = 6) -> bytes:
    """A PNG of the QR code of `text`, `scale` pixels per module. Raises ValueError for an empty or too long text."""
    out = io.BytesIO()
    _code(text).save(out, kind="png", scale=scale, border=2)
    return out.getvalue()


def svg(text: str) -> dict[str, str]:
    """The QR code as the value a document template draws. Raises ValueError for an empty or too long text."""
    out = io.BytesIO()
    _code(text).save(out, kind="svg", border=1, xmldecl=False, svgns=True, omitsize=False, scale=4)
    return {"svg": out.getvalue().decode()}


def _code(text: str) -> segno.QRCode:
    if not text or len(text) > MAX_TEXT:
        raise ValueError("二维码内容为空或过长")
    return segno.make(text, error="m", micro=False)
