"""Rows by COPY: a row of the demo city gives what does not vary, the number of the new row gives the rest."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import psycopg

BLOCK = 1 << 20  # bytes sent at once


def scattered(number: int, salt: int = 0) -> int:
    """A number that looks drawn by chance and is always the same for the same row (splitmix64)."""
    z = (number * 0x9E3779B97F4A7C15 + salt * 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return (z ^ (z >> 27)) & 0x7FFFFFFFFFFFFFFF


def key(kind: str, number: int) -> str:
    """The key of a filled row: `kind` is two hexadecimal digits, one for each table."""
    return f"f0{kind}{number:028x}"


@dataclass(frozen=True, eq=False)  # known by itself: caches ask for it
class Sample:
    """Rows of the demo city as COPY writes them: the columns that vary come first, the tails follow as they are."""

    table: str
    varied: Sequence[str]
    kept: Sequence[str]
    shown: Sequence[tuple[str, ...]]  # columns of each row that the new rows need to know
    tails: Sequence[str]

    @property
    def columns(self) -> str:
        return ", ".join(f'"{c}"' for c in (*self.varied, *self.kept))


def sample(link: psycopg.Connection, table: str, varied: Sequence[str], shown: Sequence[str], where: str) -> Sample:
    """Read the rows that `where` chooses, in the order of their key."""
    found = link.execute(
        "select column_name from information_schema.columns where table_name = %s and is_generated = 'NEVER'"
        " and is_identity = 'NO' order by ordinal_position",
        [table],
    )
    kept = [name for (name,) in found if name not in varied]
    names = ", ".join(f'"{n}"' for n in (*shown, *kept))
    heads, tails = [], []
    with link.cursor().copy(f"copy (select {names} from {table} where {where}) to stdout") as out:  # type: ignore[arg-type]
        for line in _lines(bytes(part) for part in out):
            parts = line.split("\t", len(shown))
            heads.append(tuple(parts[: len(shown)]))
            tails.append(parts[len(shown)])
    if not tails:
        raise SystemExit(f"{table}: no row to copy from ({where})")
    return Sample(table, varied, kept, heads, tails)


def _lines(parts: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        yield from (line.decode() for line in whole)


def send(link: psycopg.Connection, table: str, columns: str, rows: Iterable[str]) -> None:
    """COPY the text rows (without line ends) into a table."""
    with link.cursor().copy(f"copy {table} ({columns}) from stdin") as into:  # type: ignore[arg-type]
        held: list[str] = []
        size = 0
        for row in rows:
            held.append(row)
            size += len(row)
            if size > BLOCK:
                into.write("\n".join(held) + "\n")
                held, size = [], 0
        if held:
            into.write("\n".join(held) + "\n")


Make = Callable[[int], str]


def shared_out(count: int, parts: int) -> list[range]:
    """The numbers 1 to count in so many ranges."""
    step = -(-count // parts)
    return [range(start, min(start + step, count + 1)) for start in range(1, count + 1, step)]
