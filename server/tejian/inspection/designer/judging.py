"""What is wrong with a flow as it is drawn, each with its place: pure, no row of the database is read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .lines import EARLIER, Line
from .resolving import Scope, Way, ways
from .structure import END, name, nodes, order

ERROR, HINT = "error", "hint"
Ways = Sequence[tuple[Way, list[Scope]]]


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: at which step, between which two, in which row, for which classes and sorts."""

    kind: str
    step: str
    text: str
    other: str = ""
    row: int = -1
    scopes: tuple[Scope, ...] = ()
    level: str = ERROR
    amount: int = 0  # what grows worse with it

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same as one of the version in force."""
        return self.kind, self.step, self.other


def judged(lines: Sequence[Line], kind_of: Mapping[str, str], over: Sequence[Scope]) -> tuple[list[Finding], Ways]:
    """The findings of the rows by themselves and of every flow that they make; and these flows."""
    flows = ways(lines, over)
    own = list(_rows(lines, kind_of))
    if any(one.kind == "lacking" for one in own):
        return own, []
    drawn: dict[tuple[str, str, str, int, str], Finding] = {}
    for way, scopes in flows:
        for one in _way(way):
            key = (*one.key, one.row, one.text)
            drawn[key] = replace(one, scopes=(*drawn[key].scopes, *scopes) if key in drawn else tuple(scopes))
    return own + [replace(one, scopes=()) if len(one.scopes) == len(over) else one for one in drawn.values()], flows


# -- rows by themselves -------------------------------------------------------------------------------------------


def _rows(lines: Sequence[Line], kind_of: Mapping[str, str]) -> Iterator[Finding]:
    for step in nodes():
        if not any(one.step == step and one.rank == (False, False, False) for one in lines):
            yield Finding("lacking", step, f"{name(step)}须保留适用全部的一行")
    for place, line in enumerate(lines):
        node = nodes()[line.step]
        if not line.used and not node.optional:
            yield Finding("must", line.step, f"{node.name}是必经环节，不能停用", row=place)
        if any(line.overlaps(other) for other in lines[:place]):
            yield Finding("twice", line.step, f"{node.name}有适用范围相同的两行", row=place)
        if line.testsort and line.seisort and kind_of.get(line.testsort) != line.seisort:
            yield Finding("sort", line.step, f"{node.name}的检验类型不属于所选的检验类别", row=place)
        yield from _returns(line, place)
        yield from _earlier(line, place)


def _returns(line: Line, place: int) -> Iterator[Finding]:
    node = nodes()[line.step]
    for back in line.backs:
        if back not in node.backs:
            yield Finding("back", line.step, refuse_back(line.step, back) or "", back, place)
    if node.backs and line.used and not set(line.backs) & set(node.backs):
        yield Finding("noback", line.step, f"{node.name}不能退回任何环节，有差错的业务无法改正", row=place)


def refuse_back(step: str, back: str) -> str | None:
    """Why work may not be sent back from one step to another."""
    node = nodes()[step]
    if back in node.backs:
        return None
    known = order()
    if back in known and step in known and known.index(back) >= known.index(step):
        return f"{node.name}不能退回到后面的{name(back)}" if back != step else f"{node.name}不能退回到本环节"
    return f"{node.name}没有退回到{name(back)}的动作"


def _earlier(line: Line, place: int) -> Iterator[Finding]:
    for actor in line.actors:
        if actor.startswith(EARLIER) and (said := refuse_earlier(line.step, actor[1:])):
            yield Finding("earlier", line.step, said, actor[1:], place)


def refuse_earlier(step: str, earlier: str) -> str | None:
    """Why a step may not be left to the person of another one."""
    node = nodes()[step]
    if earlier in node.earlier:
        return None
    if not node.earlier:
        return f"{node.name}由{node.who or '有此权限的人'}办理，不能指定为前面环节的经办人"
    return f"{node.name}不能指定为{name(earlier)}的经办人，可以是：{'、'.join(name(one) for one in node.earlier)}"


# -- a flow as a whole --------------------------------------------------------------------------------------------


def _way(way: Way) -> Iterator[Finding]:
    used = [one for one in order() if way.used(one)]
    yield from _undeclared(way, used)
    if (ring := _ring(way, used)) is not None:
        words = " → ".join(name(one) for one in [*ring, ring[0]])
        yield Finding("cycle", ring[-1], f"流程成环：{words}", ring[0], way.places[ring[-1]])
    reached = set(way.steps())
    led = {one for step in used for one in way.drawn(step)}
    for step in used:
        if step not in reached and (fault := _unreached(way, step, used, led, reached)):
            yield fault
    on = [one for one in order() if one in reached]
    for step in on:
        if not way.drawn(step):
            yield Finding("deadend", step, f"{name(step)}没有出路：没有通向下一环节的线", row=way.places[step])
    # the step that is nearest to the break says it for all before it; a dead end has said it already
    stuck = [one for one in on if one not in _ending(way, reached)]
    if stuck and all(way.drawn(one) for one in on):
        yield Finding("noend", stuck[-1], f"{name(stuck[-1])}走不到{name(END)}", row=way.places[stuck[-1]])
    yield from _unused(way, used)


def _undeclared(way: Way, used: Iterable[str]) -> Iterator[Finding]:
    for step in used:
        node, line = nodes()[step], way.line(step)
        for lead in line.leads if line else ():
            if lead not in node.leads:
                yield Finding(*("undeclared", step, f"{node.name}没有通到{name(lead)}的动作"), lead, way.places[step])
        last = node.leads[-1]
        if node.branches and line and last not in line.leads:
            said = f"{node.name}须能通到{name(last)}：没有分项报告的业务不经{name(node.leads[0])}"
            yield Finding("branch", step, said, last, way.places[step])


def _ring(way: Way, used: Iterable[str]) -> list[str] | None:
    """Steps that lead back to where they began, if any do."""
    done: set[str] = set()
    for start in used:
        path: list[str] = []
        found = _walk(way, start, path, done)
        if found:
            return found
    return None


def _walk(way: Way, step: str, path: list[str], done: set[str]) -> list[str] | None:
    if step in path:
        return path[path.index(step) :]
    if step in done or step == END:
        return None
    path.append(step)
    for following in way.drawn(step):
        if ring := _walk(way, following, path, done):
            return ring
    path.pop()
    done.add(step)
    return None


def _unreached(way: Way, step: str, used: Sequence[str], led: set[str], reached: set[str]) -> Finding | None:
    """Why a step is not come to; None where what leads to it is not come to either, which is said there."""
    place = way.places[step]
    into = [one for one in used if step in way.drawn(one)]
    if step not in led and not way.drawn(step):
        return Finding("orphan", step, f"{name(step)}与流程不相连：没有线通向它，它也不通向任何环节", row=place)
    if not into:
        return Finding("unreachable", step, f"{name(step)}走不到：没有环节通向它", row=place)
    first = next((one for one in into if one in reached), "")
    if not first:
        return None
    ahead = next(one for one in way.next(first) if one != step)
    why = f"{name(first)}先到{name(ahead)}"
    return Finding("unreachable", step, f"{name(step)}走不到：{why}", first, place)


def _ending(way: Way, reached: Iterable[str]) -> set[str]:
    """The steps from which the end is reached."""
    ends: set[str] = {END}
    steps = list(reached)
    while more := {one for one in steps if one not in ends and set(way.next(one)) & ends}:
        ends |= more
    return ends


def _unused(way: Way, used: Sequence[str]) -> Iterator[Finding]:
    """Returns of which nothing is left, because what they lead to is not used."""
    for step in used:
        line = way.line(step)
        backs = [one for one in (line.backs if line else ()) if one in nodes()[step].backs]
        if backs and not any(way.used(one) for one in backs):
            yield Finding("noback", step, f"{name(step)}只能退回到不使用的{name(backs[0])}", backs[0], way.places[step])
