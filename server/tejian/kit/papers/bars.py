"""Bar codes (Code 128) as SVG for documents: the number of a parcel, as couriers read it."""

from barcode import Code128
from barcode.writer import SVGWriter

OPTIONS = {"module_width": 0.3, "module_height": 14.0, "quiet_zone": 3.0, "write_text": False, "compress": False}


def svg(text: str) -> dict[str, str]:
    """The bar code of a text of ASCII characters as the value a document template draws."""
    content = Code128(text, writer=SVGWriter()).render(OPTIONS).decode()
    return {"svg": content[content.index("<svg") :]}
