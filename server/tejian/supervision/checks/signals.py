"""What the platform knows of an item before the officers come: a signal that it cannot compute is never "normal".

Its words are those of check_items.prefill; each is asked of the devices of the class of the item and of the unit.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import is_overdue
from tejian.archives.models.equipment import YEAR_CHECK
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import UnitLicence
from tejian.kit.ground import clock
from tejian.kit.process.checklist import BAD, GOOD
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.defects import OVER, WITH_OWNER, Defect
from tejian.supervision.warnings.api import lapsed, long_stop_months, stopped_too_long

from .subjects import devices_of, unit_of

ON_SITE = "需现场核对"
COMMON = "COMMON"
OLD = 15  # years (check_items S-3000-12)
Told = str | None  # what is wrong, '' where nothing is, None where the platform cannot say


def _counted(db: Session, row: SupervisionCheck, equclass: str, condition: Any, what: str) -> Told:
    """How many of the devices are so, with the codes of the first; a device without one by its name."""
    keys = [one.id for one in devices_of(db, row) if equclass in (COMMON, one.equclass)]
    if not keys:
        return None
    called = func.coalesce(func.nullif(E.equcode, ""), E.equname)
    codes_of = list(db.scalars(select(called).where(E.id.in_(keys), condition).order_by(E.equcode)))
    more = "等" if len(codes_of) > 3 else ""
    return f"{what}{len(codes_of)}台：{'、'.join(codes_of[:3])}{more}" if codes_of else ""


def _devices(condition: Callable[[Session], Any], what: str) -> "Signal":
    return lambda db, row, equclass: _counted(db, row, equclass, condition(db), what)


def _nobody(column: str, what: str) -> "Signal":
    def ask(db: Session, row: SupervisionCheck, _equclass: str) -> Told:
        unit = unit_of(db, row.unitsysid)
        return None if unit is None else "" if getattr(unit, column) else f"单位档案没有登记{what}"

    return ask


def _certificates(db: Session, row: SupervisionCheck, _equclass: str) -> Told:
    of_unit = Person.unit_id == row.unitsysid, Person.status != codes.LEFT
    query = select(Person.name).join(PersonCert, PersonCert.person_id == Person.id).where(*of_unit, lapsed())
    names = sorted(set(db.scalars(query)))
    return f"{'、'.join(names[:3])}等{len(names)}人证书已过期" if names else ""


def _licences(db: Session, row: SupervisionCheck, _equclass: str) -> Told:
    of_unit = UnitLicence.unit_id == row.unitsysid, UnitLicence.held == ""
    ends = list(db.execute(select(UnitLicence.licno, UnitLicence.validto).where(*of_unit)))
    if not ends:
        return None
    gone = [f"{no}（{day}）" for no, day in ends if day is not None and day < clock.today()]
    return f"许可证已过期：{'、'.join(gone[:3])}" if gone else ""


def _defects(*conditions: Any, what: str) -> "Signal":
    def ask(db: Session, row: SupervisionCheck, _equclass: str) -> Told:
        mine = Defect.unitsysid == row.unitsysid, Defect.defectno != "", Defect.source_id != row.id, *conditions
        numbers = list(db.scalars(select(Defect.defectno).where(*mine).order_by(Defect.defectno)))
        return f"{what}{len(numbers)}项：{'、'.join(numbers[:3])}" if numbers else ""

    return ask


def _late_care(_db: Session) -> Any:
    """Lifts whose last maintenance is longer ago than its interval allows."""
    M = Maintenance
    last = select(func.max(M.visitday + M.limitdays)).where(M.equdatasysid == E.id).correlate(E).scalar_subquery()
    return E.equstatus.in_(codes.RUNNING) & (last < func.current_date())


def _old(_db: Session) -> Any:
    begin = func.coalesce(E.usestartdate, E.prodate)
    return begin < date(clock.today().year - OLD, 1, 1)


_in_use = E.equstatus.in_(codes.RUNNING)
Signal = Callable[[Session, SupervisionCheck, str], Told]
SIGNALS: Mapping[str, Signal] = {
    "超期未检": _devices(lambda db: is_overdue(), "超期未检"),
    "不合格仍在用": _devices(lambda db: _in_use & (E.unqualcode != ""), "检验不合格仍在用"),
    "在用未登记": _devices(lambda db: _in_use & (E.regstatus != codes.REGISTERED), "在用未登记"),
    "停用未告知": _devices(lambda db: stopped_too_long(long_stop_months(db)), "停用逾一年未书面告知"),
    "超过设计年限": _devices(lambda db: _in_use & (E.designenddate < func.current_date()), "超过设计使用年限"),
    "年度检查到期": _devices(lambda db: _in_use & (func.current_date() > YEAR_CHECK), "年度检查到期"),
    "自行检测超期": _devices(lambda db: _in_use & (E.ndetdate < func.current_date()), "自行检测到期"),
    "管线超期": _devices(lambda db: is_overdue(), "管线检验到期"),
    "维保超期": _devices(_late_care, "维保超过间隔"),
    "使用15年以上": _devices(_old, f"使用{OLD}年以上"),
    "未设安全总监": _nobody("safedirector", "安全总监"),
    "未设安全员": _nobody("safeofficer", "安全员"),
    "证书过期": _certificates,
    "许可过期": _licences,
    "隐患未关闭": _defects(Defect.step.not_in(OVER), what="未关闭的问题"),
    "隐患逾期": _defects(Defect.step.in_(WITH_OWNER), Defect.deadline < func.current_date(), what="逾期未整改的问题"),
}


def read(db: Session, row: SupervisionCheck, equclass: str, names: str) -> tuple[str, str]:
    """The result and the words of an item with these signals: wrong when one is, good only when all are known."""
    told = [SIGNALS[name](db, row, equclass) if name in SIGNALS else None for name in names.split("+")]
    wrong = [one for one in told if one]
    if wrong:
        return BAD, "；".join(wrong)[:200]
    return ("", ON_SITE) if None in told else (GOOD, "平台核对无异常")


class Known(Mapping[str, Callable[[Session, Any], tuple[str, str]]]):
    """By the `class:signals` that an item names: any item that names some is answered as far as the platform can."""

    def __getitem__(self, name: str) -> Callable[[Session, Any], tuple[str, str]]:
        equclass, _, names = name.partition(":")
        if not names:
            raise KeyError(name)
        return lambda db, row: read(db, row, equclass, names)

    def __iter__(self) -> Iterator[str]:
        return iter(SIGNALS)

    def __len__(self) -> int:
        return len(SIGNALS)
