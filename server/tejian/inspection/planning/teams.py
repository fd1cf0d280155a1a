"""Which two travel together: the pairs of a day, so that what has to be done finds somebody who may do it."""

from collections.abc import Mapping, Sequence
from itertools import permutations


def pairs(
    people: Sequence[str],
    may: Mapping[str, frozenset[str]],
    mains: Mapping[str, frozenset[str]],
    work: Mapping[str, int],
    load: Mapping[str, int],
    most: int,
) -> list[tuple[str, str]]:
    """At most `most` pairs (main, other) of the people of a day.

    `may` says which kinds somebody may inspect and `mains` which as the main inspector; `work` is how many minutes of
    each kind wait, `load` how much somebody had this month: of two pairs that serve as well the less loaded one goes.
    A kind that few pairs serve counts the more, and each further pair for it the less. Of what serves as well, who
    stands first in `people` goes first.
    """
    left, chosen, served = list(people), list[tuple[str, str]](), dict.fromkeys(work, 0)
    while len(left) > 1 and len(chosen) < most:
        best: tuple[tuple[float, float], tuple[str, str], frozenset[str]] | None = None
        for main, other in permutations(left, 2):
            kinds = mains.get(main, frozenset()) & may.get(other, frozenset()) & work.keys()
            if not kinds:
                continue
            worth = sum(work[kind] / (1 + served[kind]) ** 2 for kind in sorted(kinds))
            rank = (-worth, load.get(main, 0) + load.get(other, 0))
            if best is None or rank < best[0]:
                best = rank, (main, other), kinds
        if best is None:
            break
        pair = best[1]
        chosen.append(pair)
        left = [one for one in left if one not in pair]
        for kind in best[2]:
            served[kind] += 1
    return chosen
