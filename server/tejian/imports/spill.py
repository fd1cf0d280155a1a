"""Rows put aside in a file: a run sees all of its rows before it writes one, and a file may hold a hundred thousand."""

import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path

from tejian.kit.importing.view import Row


class Spill:
    """Blocks of rows in a file of this process's own, read back as often as asked."""

    def __init__(self, path: Path):
        self.path, self.count = path, 0

    def __len__(self) -> int:
        return self.count

    def put(self, rows: Sequence[Row]) -> None:
        if rows:
            with self.path.open("ab") as out:
                pickle.dump(rows, out, pickle.HIGHEST_PROTOCOL)
            self.count += len(rows)

    def blocks(self) -> Iterator[list[Row]]:
        if not self.count:
            return
        with self.path.open("rb") as file:
            while file.peek(1):
                yield pickle.load(file)

    def __iter__(self) -> Iterator[Row]:
        for block in self.blocks():
            yield from block
