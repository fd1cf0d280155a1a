"""What the processes declare of their steps: the ground on which a flow is drawn. Nothing of it is configured."""

from dataclasses import dataclass
from functools import cache

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, DECLARATION
from tejian.kit.process.steps import Move, Process, anybody
from tejian.system.rules.api import STEP_NAMES, cannot_be_given

LANES = (
    ("受理", (at.DECLARE, at.ASSIGN, at.MATERIAL, at.ACCEPT)),
    ("检验", (at.ARRANGE, at.CONFIRM, at.BUILD, at.ENTER, at.VERIFY)),
    ("报告", (at.AUDIT_FX, at.AUDIT, at.APPROVE, at.PRINT, at.ARCHIVE, at.RELEASE)),
)
ASIDE = (at.END,)  # asked for from several steps, no part of the way
END = at.DONE
START = at.DECLARE
# where the item decides and not the configuration: with sub-reports one way, without any the other
BRANCHES = (at.VERIFY,)
# who handled a step, as a record says it: an account that a later step may be left to (flow/steps.py)
KNOWN_TO_DECLARATION = (at.DECLARE, at.MATERIAL)
KNOWN_TO_ITEM = (at.ACCEPT, at.ARRANGE, at.CONFIRM, at.BUILD, at.ENTER, at.VERIFY, at.AUDIT, at.APPROVE)


@dataclass(frozen=True)
class Node:
    """A step as the processes declare it."""

    code: str
    name: str
    lane: str
    place: int  # along the way
    optional: bool
    who: str
    right: str
    leads: tuple[str, ...]  # where its forward move may lead; the last is where it leads when no other is used
    backs: tuple[str, ...]  # to which steps its return may lead
    guards: tuple[str, ...]  # what must hold before it is passed on, as sentences
    given: bool  # whether the configuration may say who handles it
    earlier: tuple[str, ...]  # steps whose person it may be left to

    @property
    def branches(self) -> bool:
        return self.code in BRANCHES


def _sentence(fn: object) -> str:
    return (getattr(fn, "__doc__", "") or "").strip().split("\n")[0]


def _targets(move: Move) -> tuple[str, ...]:
    found = (move.to,) if isinstance(move.to, str) else tuple(move.choices)
    return tuple(at.ARRANGE if one == at.RUN else one for one in found)


def _node(process: Process, code: str, lane: str, place: int) -> Node:
    step, move = process.by_code[code], process.forward_of(code)
    if move is None:
        raise ValueError(f"{code} waits for nobody")
    returns = [
        m for m in process.moves if code in m.frm and m.needs_reason and not (m.anyone or m.follows) and code != at.END
    ]
    order = [one for _lane, steps in LANES for one in steps]
    backs = {one for m in returns for one in _targets(m) if one in order}
    known = KNOWN_TO_DECLARATION if process is DECLARATION else KNOWN_TO_ITEM
    earlier = tuple(one for one in known if code in order and order.index(one) < place)
    return Node(
        code=code,
        name=STEP_NAMES[code],
        lane=lane,
        place=place,
        optional=step.optional,
        who=_sentence(step.who),
        right=move.may,
        leads=() if code in ASIDE else _targets(move),
        backs=tuple(sorted(backs, key=order.index)),
        guards=tuple(filter(None, (_sentence(g) for g in move.guards))),
        given=not cannot_be_given(code),
        earlier=earlier if step.who is anybody else (),
    )


@cache
def nodes() -> dict[str, Node]:
    """The steps along the way, then those aside."""
    found: dict[str, Node] = {}
    for lane, steps in LANES:
        for code in steps:
            process = DECLARATION if lane == LANES[0][0] else BUSINESS
            found[code] = _node(process, code, lane, len(found))
    for code in ASIDE:
        found[code] = _node(BUSINESS, code, LANES[1][0], len(found))
    return found


def order() -> list[str]:
    """The steps along the way."""
    return [one for one in nodes() if one not in ASIDE]


def name(code: str) -> str:
    return "已办结" if code == END else STEP_NAMES.get(code, code)
