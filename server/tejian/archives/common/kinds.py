"""Kind patterns of the rule tables: comma = or, `31*` = every code that starts with 31, a plain code + sub-kinds."""

from functools import lru_cache

from tejian.archives import codes

ALL = "all"


def class_of(kind: str) -> str:
    """The class of a catalogue code: 3110 → 3000. Safety accessories are 7310, tanks (R…) are 2000."""
    if kind.startswith(("F", codes.VALVE)):
        return codes.VALVE
    if kind.startswith("R"):
        return codes.VESSEL
    return f"{kind[:1]}000" if kind else ""


@lru_cache(maxsize=65_536)  # some hundred patterns meet some hundred kinds, again and again
def kind_matches(kind_filter: str, kind: str) -> bool:
    """Whether the deepest catalogue code `kind` falls under the pattern list. An empty list matches nothing."""
    if not kind:
        return False
    patterns = filter(None, (part.strip() for part in kind_filter.replace("，", ",").split(",")))
    return any(pattern == ALL or kind.startswith(pattern.removesuffix("*")) for pattern in patterns)
