"""The flow configuration: which steps a process uses, where they lead, who handles them, and when a step is due."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.kit.ground import clock
from tejian.system.accounts.api import rights_of
from tejian.system.models.rules import FlowConf
from tejian.system.organisations import api as calendar
from tejian.system.rules.api import right_of
from tejian.system.settings.api import version

_kept: dict[int, list[FlowConf]] = {}
_seen = [-1]


def _configuration(db: Session, conf_version: int) -> list[FlowConf]:
    current = version(db, "flow")
    if _seen[0] != current:
        _kept.clear()
        _seen[0] = current
    if conf_version not in _kept:
        rows = select(FlowConf).where(FlowConf.process == "inspection", FlowConf.conf_version == conf_version)
        steps = list(db.scalars(rows.order_by(FlowConf.id)))
        for row in steps:
            db.expunge(row)
        _kept[conf_version] = steps
    return _kept[conf_version]


def newest_version(db: Session) -> int:
    """The version that new declarations start with: the last of those that are in force today."""
    begun = or_(FlowConf.validfrom.is_(None), FlowConf.validfrom <= clock.today())
    found = db.scalar(select(func.max(FlowConf.conf_version)).where(FlowConf.process == "inspection", begun))
    return found or 1


def given_steps(db: Session) -> list[FlowConf]:
    """The steps of the version in force that are given to somebody."""
    return [row for row in _configuration(db, newest_version(db)) if row.used and row.actors]


def conf_of(db: Session, subject: Any, step: str) -> FlowConf | None:
    """The row for a step: of those that fit the one that says most of what it is for."""
    rows = [r for r in _configuration(db, subject.flow_version) if r.step == step and r.fits(subject)]
    return max(rows, key=lambda r: r.rank, default=None)


EARLIER = "@"  # before a step, among the actors of a later one: who handled it
# the column of a record that says who handled a step: of a declaration, and of an item
PERSON_OF = {
    "appmain": {at.DECLARE: "createby", at.MATERIAL: "reviewer"},
    "appbuss": {
        **{at.ACCEPT: "createby", at.ARRANGE: "arrangedby", at.CONFIRM: "scinspector", at.BUILD: "scinspector"},
        **{at.ENTER: "enteredby", at.VERIFY: "verifiedby", at.AUDIT: "auditedby", at.APPROVE: "approvedby"},
    },
}


def handlers_of(db: Session, subject: Any) -> list[str]:
    """Who may handle the step at which the subject stands, of those who could; nobody named means all of them.

    The person of an earlier step who has left or lost the right is nobody: where no other is named, all may.
    """
    row = conf_of(db, subject, subject.step)
    if row is None:
        return []
    named = [one for one in row.actors if not one.startswith(EARLIER)]
    columns = PERSON_OF[subject.__tablename__]
    persons = {getattr(subject, columns[one[1:]], "") for one in row.actors if one.startswith(EARLIER)} - {""}
    if persons:
        able = rights_of(db, persons)
        named += sorted(one for one, rights in able.items() if right_of(row.step) in rights)
    return named


def is_given_to(conf: FlowConf, names: Collection[str]) -> bool:
    """Whether the configuration leaves a step to an account with these names; of an earlier person, to any."""
    if not conf.actors or any(one.startswith(EARLIER) for one in conf.actors):
        return True
    return not set(names).isdisjoint(conf.actors)


def backs_of(db: Session, subject: Any, choices: Sequence[str]) -> list[str]:
    """To which of the steps that the process allows its configuration lets a subject be sent back from where it is."""
    row = conf_of(db, subject, subject.step)
    if row is None or row.backs is None:
        return list(choices)
    return [one for one in choices if one in row.backs]


def is_used(db: Session, subject: Any, step: str) -> bool:
    row = conf_of(db, subject, step)
    return bool(row and row.used)


def reporting_time(db: Session, subject: Any) -> str:
    """Within how many working days of an inspection its report is due, as a receipt says it; '' without a limit."""
    row = conf_of(db, subject, at.ENTER)
    return f"现场检验结束后{row.limit_days}个工作日内出具报告" if row and row.limit_days else ""


def first_used(db: Session, subject: Any, *candidates: str) -> str:
    """The first of the candidate steps to which the subject's flow version leads from where it is, and which it uses;
    the last one is always there."""
    row = conf_of(db, subject, subject.step) if subject.step else None
    drawn = candidates if row is None or row.leads is None else [one for one in candidates if one in row.leads]
    return next((step for step in drawn if step == candidates[-1] or is_used(db, subject, step)), candidates[-1])


def limit_of(db: Session, subject: Any) -> datetime | None:
    """When the subject's present step is due, by working days; None without a limit."""
    row = conf_of(db, subject, subject.step)
    if row is None or not row.limit_days:
        return None
    return calendar.limit_after(db, row.limit_days, clock.now())
