"""Decodes pictures for another process: `python -m tejian.kit.papers.decoding` answers until its input ends.

A request is a JSON line and then the bytes of the picture; so is the answer. Whoever sends a picture that exhausts or
breaks the decoder breaks this process alone.
"""

import json
import resource
import sys
from io import BytesIO
from typing import Any, BinaryIO

from PIL import Image, ImageOps

MOST_PIXELS = 40_000_000  # 120 MB when decoded; a phone of today makes 12 to 50 and offers less
MOST_MEMORY = 1 << 30
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")  # an MPO of a phone is opened as the JPEG that it is


def decoded(content: bytes, width: int, height: int, clear: bool | None) -> tuple[dict[str, Any], bytes]:
    """The picture upright, inside a box and without what a camera wrote into it: as PNG with its transparency
    (`clear`), as JPEG, or (None) as what suits it. Its size is read from the header before a pixel is made."""
    with Image.open(BytesIO(content), formats=FORMATS) as opened:
        if opened.width * opened.height > MOST_PIXELS:
            raise ValueError("too large")
        opened.draft("RGB", (width, height))  # of a JPEG no more is decoded than is needed
        image: Image.Image = ImageOps.exif_transpose(opened)
        image.thumbnail((width, height))
        if clear is None:
            clear = "A" in image.getbands() or "transparency" in image.info
        out = BytesIO()
        if clear:
            image.convert("RGBA").save(out, "PNG")
        else:
            image.convert("RGB").save(out, "JPEG", quality=85)
    return {"kind": "png" if clear else "jpeg", "width": image.width, "height": image.height}, out.getvalue()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer one request after the other."""
    while line := requests.readline():
        request = json.loads(line)
        content = requests.read(request.pop("bytes"))
        try:
            head, picture = decoded(content, **request)
        except Exception as fault:  # the decoders of a picture may raise anything
            head, picture = {"fault": f"{type(fault).__name__}: {fault}"[:200]}, b""
        answers.write(json.dumps(head | {"bytes": len(picture)}).encode() + b"\n" + picture)
        answers.flush()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    serve(sys.stdin.buffer, sys.stdout.buffer)
