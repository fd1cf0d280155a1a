"""Opens pictures that anybody may have sent: their size is read from the header, and judged before a pixel is made."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from PIL import Image, UnidentifiedImageError

MOST_PIXELS = 40_000_000  # 120 MB when decoded; a phone of today makes 12 to 50 and offers less
AT_ONCE = 2  # decoded at one time in a process

_places = threading.BoundedSemaphore(AT_ONCE)


class BadPicture(ValueError):
    """No picture, or one that is too large to be opened."""


@contextmanager
def opened(content: bytes, side: int) -> Iterator[Image.Image]:
    """A picture that is to become one of `side` pixels. Raises BadPicture, also for what shows only when it is read."""
    with _places:
        try:
            with Image.open(BytesIO(content)) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise BadPicture("too large")
                image.draft("RGB", (side, side))  # of a JPEG no more is decoded than is needed
                yield image
        except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as fault:
            raise BadPicture(str(fault)) from fault
