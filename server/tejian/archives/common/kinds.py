"""Kind patterns of the rule tables: comma = or, `31*` = every code that starts with 31, a plain code + sub-kinds."""

from collections.abc import Mapping
from functools import cache, lru_cache

from tejian import data
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


@cache
def _branches() -> Mapping[str, frozenset[str]]:
    """Of each entry of C602 all that stands in its branch, itself among it."""
    above = {row["value"]: row["parentValue"] for row in data.rows("dictionaries") if row["type"] == "C602"}
    branches: dict[str, set[str]] = {code: {code} for code in above}
    for code, parent in above.items():
        node = parent
        while node in branches:
            branches[node].add(code)
            node = above[node]
    return {code: frozenset(found) for code, found in branches.items()}


def of_level(picked: str) -> tuple[str, list[str], list[str]]:
    """What a picked class, category or kind means: how its kinds begin, which begin so and stand elsewhere (a safety
    valve, 7310, is no valve of pipelines), and which stand below it and begin otherwise."""
    branches = _branches()
    beginning = codes.below(picked)
    if picked not in branches:  # the beginning of a code, as other programs ask
        return beginning, [], []
    branch = branches[picked]
    same = {code for code in branches if code.startswith(beginning)}
    return beginning, sorted(same - branch), sorted(branch - same)
