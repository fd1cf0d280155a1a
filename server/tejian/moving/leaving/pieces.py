"""A digest of many rows that does not depend on their order: what is equal in two installations has the same."""

import hashlib
from collections.abc import Sequence

SIGN = "\x1f"  # between the cells of a row
WIDE = 1 << 256


class RowsDigest:
    """Grows row by row: the sum of the digests of the rows, so two equal rows are not one and none cancels another."""

    def __init__(self) -> None:
        self.total, self.rows = 0, 0

    def take(self, cells: Sequence[str]) -> None:
        self.total = (self.total + int.from_bytes(hashlib.sha256(SIGN.join(cells).encode()).digest())) % WIDE
        self.rows += 1

    def text(self) -> str:
        return f"{self.total:064x}"
