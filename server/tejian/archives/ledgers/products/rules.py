"""Product numbers of a batch; no database."""

import re
from decimal import Decimal

from tejian.archives import codes

NO_DEVICES = (codes.PIPE_PART, codes.VALVE)  # classes of products that become no devices of the archive

NONE, SOME, ALL = "0", "1", "2"  # how many pieces became devices
MOST = 200  # devices made at once
RANGE = re.compile(r"(?P<head>.*?)(?P<first>\d+)(?P<sign>[-~～—])(?P<again>[^-~～—]*?)(?P<last>\d+)")


def numbers(text: str) -> list[str]:
    """The numbers of a text: separated by commas, semicolons, blanks or lines; A001-A010 is a range.

    Raises ValueError with a sentence for a range that runs backwards, repeats a number, or is too long.
    """
    out: list[str] = []
    for part in re.split(r"[,，、;；\s]+", text.strip()):
        if not part:
            continue
        span = RANGE.fullmatch(part)
        if span and _is_range(span):
            digits, end = span["first"], span["last"]
            first, last = int(digits), int(digits[: -len(end)] + end)
            if last < first:
                raise ValueError(f"编号范围 {part} 前大后小")
            if last - first >= MOST:
                raise ValueError(f"编号范围 {part} 超过{MOST}个")
            out += [f"{span['head']}{n:0{len(digits)}d}" for n in range(first, last + 1)]
        else:
            out.append(part)
    if len(set(out)) != len(out):
        twice = next(n for n in out if out.count(n) > 1)
        raise ValueError(f"产品编号 {twice} 重复")
    if len(out) > MOST:
        raise ValueError(f"一次最多转{MOST}台")
    return out


def _is_range(found: re.Match[str]) -> bool:
    """A001-A010 and A001~10 are ranges; 2025-001 is a number with a hyphen in it."""
    longer = len(found["last"]) - len(found["first"])
    return found["again"] in (found["head"], "") and (longer == 0 or (longer < 0 and found["sign"] != "-"))


def state_of(quantity: Decimal, made: int) -> str:
    """How many of the pieces are devices."""
    return NONE if made == 0 else ALL if made >= quantity else SOME
