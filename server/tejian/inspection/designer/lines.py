"""A row of a flow as it is drawn, sent, stored with a draft, and written into the configuration."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tejian.kit.ground import dictionary
from tejian.system.models.rules import FlowConf
from tejian.system.rules.api import PROCESS, STEP_NAMES

from .structure import nodes

CELLS = {
    "used": "启用",
    "limit_days": "时限",
    "actors": "办理人",
    "leads": "通向",
    "backs": "可退回到",
    "source": "依据",
}
EARLIER = "@"  # before the step whose person is meant


@dataclass(frozen=True)
class Line:
    """What a step is for some classes and sorts. `leads` and `backs` are said in full."""

    step: str
    used: bool = True
    limit_days: int | None = None
    equclass: str = ""
    seisort: str = ""
    testsort: str = ""
    actors: tuple[str, ...] = field(default=())
    leads: tuple[str, ...] = field(default=())
    backs: tuple[str, ...] = field(default=())
    source: str = ""

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(filter(None, self.equclass.split(",")))

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """As FlowConf.rank: class and sort before class before sort before all."""
        return bool(self.equclass), bool(self.testsort), bool(self.seisort)

    @property
    def key(self) -> str:
        """What tells a row from the others of its version."""
        return f"{self.step}|{self.equclass}|{self.seisort}|{self.testsort}"

    def fits(self, equclass: str, seisort: str, testsort: str) -> bool:
        kinds = self.seisort or seisort, self.testsort or testsort
        return (not self.equclass or equclass in self.classes) and kinds == (seisort, testsort)

    def overlaps(self, other: "Line") -> bool:
        """Whether two rows of a step are for the same, so that neither says more."""
        if (self.step, self.seisort, self.testsort) != (other.step, other.seisort, other.testsort):
            return False
        return self.equclass == other.equclass or bool(self.classes & other.classes)

    def stored(self) -> dict[str, Any]:
        return asdict(self) | {name: list(getattr(self, name)) for name in ("actors", "leads", "backs")}


def line_of(data: Mapping[str, Any]) -> Line:
    """A row as it is stored with a draft."""
    lists = {name: tuple(data[name]) for name in ("actors", "leads", "backs")}
    return Line(**{**data, **lists})


def of_conf(row: FlowConf) -> Line:
    """A row of the configuration; what it leaves to the process is said."""
    node = nodes()[row.step]
    return Line(
        step=row.step,
        used=row.used,
        limit_days=row.limit_days,
        equclass=row.equclass,
        seisort=row.seisort,
        testsort=row.testsort,
        actors=tuple(row.actors),
        leads=node.leads if row.leads is None else tuple(row.leads),
        backs=node.backs if row.backs is None else tuple(row.backs),
        source=row.source,
    )


def to_conf(line: Line) -> FlowConf:
    return FlowConf(
        process=PROCESS,
        name=STEP_NAMES[line.step],
        **{k: v for k, v in line.stored().items() if k not in ("process", "name")},
    )


def in_order(lines: Iterable[Line]) -> list[Line]:
    """As an item goes through them; of a step what is for all first."""
    known = list(nodes())
    return sorted(lines, key=lambda one: (known.index(one.step), one.rank, one.equclass, one.seisort, one.testsort))


def scope_words(line: Line, known: dictionary.Words) -> str:
    """For which classes and sorts a row is."""
    classes = [known.get("C601", {}).get(one, one) for one in sorted(line.classes)]
    sorts = [
        known.get("C603", {}).get(line.seisort, line.seisort),
        known.get("C604", {}).get(line.testsort, line.testsort),
    ]
    return " ".join(filter(None, ["、".join(classes), *sorts])) or "全部"


def cell_words(name: str, line: Line, names: Mapping[str, str]) -> str:
    """A cell as people read it."""
    value = getattr(line, name)
    if name == "used":
        return "是" if value else "否"
    if name == "limit_days":
        return f"{value} 个工作日" if value else "不限"
    if name == "source":
        return str(value)
    return "、".join(names.get(one, one) for one in _sequence(value)) or {"actors": "有权限的人"}.get(name, "无")


def _sequence(value: Any) -> Sequence[str]:
    return value if isinstance(value, tuple) else ()
