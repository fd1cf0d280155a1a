"""Who handles an edition, what stands against its moves, and the order to count it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, false, select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.statistics.models.editions import StatEdition
from tejian.statistics.models.filed import USED, StatForm

from .reading import MOST_FAULTS, faults, is_unchanged

JOB = "statistics.edition"
OWN = "统计报表由填报区划自己办理"
E = StatEdition


def own_area(me: User) -> ColumnElement[bool]:
    """填报区划的监管人员"""
    return E.areacode == me.area if me.scope == "area" and me.area and not me.unit_id else false()


def own_rows(db: Session, me: User, keys: Sequence[str]) -> set[str]:
    """Those of some editions that are of the own area: on no other is offered what its area alone does."""
    return set(db.scalars(select(E.id).where(E.id.in_(keys), own_area(me))))


def of_own_area(d: Doing) -> str | None:
    """由填报区划自己办理"""
    found = d.db.scalar(select(E.id).where(E.id == d.subject.id, own_area(d.me)))
    return None if found else OWN


def by_another(d: Doing) -> str | None:
    """由编制人以外的人复核"""
    return "统计报表由编制人以外的人复核" if d.subject.maker_id == d.me.id else None


def adds_up(d: Doing) -> str | None:
    """合计与分项相符"""
    found = faults(d.db, d.me, d.subject)
    more = f"等{len(found)}处" if len(found) > MOST_FAULTS else ""
    return f"{'；'.join(found[:MOST_FAULTS])}{more}" if found else None


def form_in_use(d: Doing) -> str | None:
    """报表还在使用；更正的照原来的口径"""
    if d.subject.round:
        return None
    step = d.db.scalar(select(StatForm.step).where(StatForm.id == d.subject.form_id))
    if step == USED:
        return None
    return f"{d.subject.code}第{d.subject.definition['edition']}版已废止，请删除后按现行的报表统计"


def unchanged(d: Doing) -> str | None:
    """保存的数与摘要相符"""
    return None if is_unchanged(d.db, d.subject) else "保存的数与摘要不符，不能上报，请退回后重新统计"


def not_corrected(d: Doing) -> str | None:
    """没有更正过"""
    later = select(E.editionno).where(E.corrects_id == d.subject.id)
    number = d.db.scalar(later)
    return f"{d.subject.editionno}已有更正版{number}，请更正那一份" if number else None


def order(db: Session, row: Any) -> None:
    """Have an edition counted; what was counted before goes with the new count."""
    row.passed = row.total = 0
    row.message = ""
    db.flush()
    jobs.enqueue(db, JOB, lock=JOB, edition_id=row.id, take=row.take)


def count_again(d: Doing) -> None:
    """重新统计"""
    d.subject.take += 1
    order(d.db, d.subject)


def give_up(d: Doing) -> None:
    """放弃正在进行的统计"""
    d.subject.take += 1
    d.subject.message = f"由{d.me.name}停止"
