"""A limit of release on credit: kept by one person with its paper, agreed to by another, stopped when it is over."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.agreed.api import papers, steps_of
from tejian.charging.models.credit import CreditLine as L
from tejian.charging.places import CREDIT as LIST
from tejian.charging.places import CREDIT_CALLS as CALLS
from tejian.charging.places import CREDIT_PAGE as PAGE
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, add_process


def has_its_paper(d: Doing) -> str | None:
    """依据已作为附件上传"""
    if papers(d.db, at.CREDIT_FILES, d.subject.id, at.BASIS_PAPER):
        return None
    return f"{d.subject.unitname}的额度没有附件，请先上传{d.subject.document}（收费依据文件）"


def still_valid(d: Doing) -> str | None:
    """有效期未过"""
    return f"有效期至{d.subject.validto}，已过" if d.subject.validto < clock.today() else None


def note_agreed(d: Doing) -> None:
    """额度开始适用，写安全日志"""
    s = d.subject
    security_event(
        d.db, "欠费发放额度批准", s.unitname, f"{s.amount}元，{s.termdays}天内缴清，至{s.validto}，{s.document}"
    )


def note_stopped(d: Doing) -> None:
    """额度不再适用，写安全日志"""
    d.subject.stopreason = d.reason.text[:256]
    security_event(d.db, "欠费发放额度停用", d.subject.unitname, d.reason.text)


CREDIT = add_process(
    Process(
        name="credit_line",
        title="欠费发放额度",
        model=L,
        start=at.WAITS,
        ends=[at.STOPPED],
        numbers=lambda s: (s.unitname, ""),
        about=lambda m: (m.unitname, m.document),
        api=CALLS,
        one_by_one=True,
        steps=steps_of(L, "欠费发放额度", "额度", route=LIST, page=PAGE),
        moves=[
            Move(
                "agree",
                "批准",
                [at.WAITS],
                at.COUNTS,
                p.CREDIT_AGREE,
                signed=True,
                guards=[has_its_paper, still_valid],
                stamps=["agreedby"],
                effects=[note_agreed],
            ),
            Move(
                "stop",
                "停用",
                [at.WAITS, at.COUNTS],
                at.STOPPED,
                p.CREDIT_SAVE,
                anyone=True,
                needs_reason=True,
                effects=[note_stopped],
            ),
        ],
    )
)


def opened(db: Session, me: User, row: L, values: dict[str, Any]) -> None:
    """A limit begins with its unit; a unit has one at a time."""
    if values["validto"] < clock.today():
        raise BadInput("有效期至：不早于今天", field="validto")
    unit = db.scalars(select(Unit).where(Unit.id == values["unitsysid"])).first()
    if unit is None:
        raise BadInput("没有这个单位", field="unitsysid")
    row.unitname = unit.name
    if not row.id:
        row.orgid = me.org_id
        CREDIT.put(db, row, at.WAITS)
    other = select(L.id).where(L.orgid == row.orgid, L.unitsysid == unit.id, L.step != at.STOPPED)
    if db.scalar(other.where(L.id != (row.id or "")).limit(1)):
        raise Refused(f"{unit.name}已有欠费发放额度，请先停用")
