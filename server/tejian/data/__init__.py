"""The product's own tables: rules, fields, dictionaries, permissions and texts as CSV, with their sources."""

import csv
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent


def rows(table: str) -> Iterator[dict[str, str]]:
    """The rows of a table. Raises ValueError where a row has not as many cells as the head."""
    with (FOLDER / f"{table}.csv").open(encoding="utf-8-sig", newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines), 1):
            if None in row or None in row.values():
                raise ValueError(f"{table}.csv: row {number} has not as many cells as the head")
            yield row


def head(table: str) -> list[str]:
    """The columns of a table, as its file declares them."""
    with (FOLDER / f"{table}.csv").open(encoding="utf-8-sig", newline="") as lines:
        return next(csv.reader(lines))


def words(name: str) -> str:
    """A text of the product that is handed out as it stands."""
    return (FOLDER / f"{name}.txt").read_text("utf-8")
