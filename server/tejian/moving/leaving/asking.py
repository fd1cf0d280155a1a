"""迁出: asked for by one, approved by two others, fetched, ended."""

from pydantic import Field as Given
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.kit.database import audit, jobs
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Progress
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Saved
from tejian.kit.web.edge import File
from tejian.moving.models import ASKED, DENIED, DONE, MAKING, OF_UNIT, OUT_STATES, MovingOut

from .forms import WORD_LEAST
from .packing import end, unpacked

Out = MovingOut
ASKS = "asks for a package of its own"


class DenyForm(ManyIds):
    """Why a package is not made."""

    reason: str = Given(title="退回原因", max_length=500, min_length=1)


def ask(db: Session, me: User, sent: Input) -> Saved:
    """申请"""
    if not me.org_id or me.unit_id:
        raise Refused("迁出由检验机构的人员申请")
    unit = sent.values.get("unit_id") or ""
    if sent["extent"] == OF_UNIT and not unit:
        raise BadInput("单位：必填", field="unit_id")
    if unit:
        visible_or_refuse(db, me, Unit, unit)
    word = sent.values.get("word") or ""
    if sent["locked"] and len(word) < WORD_LEAST:
        raise BadInput(f"口令：至少{WORD_LEAST}位", field="word")
    row = Out(org_id=me.org_id, name=sent["name"], why=sent["why"], extent=sent["extent"], locked=bool(sent["locked"]))
    row.unit_id = unit if sent["extent"] == OF_UNIT else ""
    row.word, row.asker_id = word if sent["locked"] else "", me.id
    db.add(row)
    db.flush()
    return {"id": row.id, "version": row.version}


def _picked(db: Session, me: User, ids: list[str]) -> MovingOut:
    if len(ids) != 1:
        raise BadInput("请选择一项")
    return many_visible_or_refuse(db, me, Out, ids, lock=True)[0]


def approve(db: Session, me: User, form: ManyIds) -> None:
    """批准: two people, neither of them who asked; with the second it is made."""
    row = _picked(db, me, form.ids)
    if row.state != ASKED:
        raise Refused(f"{row.name}{OUT_STATES[row.state]}，不能批准")
    if row.asker_id == me.id:
        raise Refused("迁出须由申请人以外的两人批准")
    if not row.first_id:
        row.first_id, row.firsttime = me.id, clock.now()
        audit.security_event(db, "批准迁出", row.name, "第一人")
        return
    if row.first_id == me.id:
        raise Refused("您已批准，还须另一人批准")
    row.second_id, row.secondtime, row.state, row.passed = me.id, clock.now(), MAKING, 0
    db.flush()
    audit.security_event(db, "批准迁出", row.name, "第二人")
    jobs.enqueue(db, "moving.out", lock="moving out", out_id=row.id)


def deny(db: Session, me: User, form: DenyForm) -> None:
    """退回"""
    row = _picked(db, me, form.ids)
    if row.state != ASKED:
        raise Refused(f"{row.name}{OUT_STATES[row.state]}，不能退回")
    row.state, row.reason, row.word = DENIED, form.reason.strip(), ""


def remove(db: Session, me: User, form: ManyIds) -> None:
    """删除文件"""
    row = _picked(db, me, form.ids)
    if row.state != DONE:
        raise Refused(f"{row.name}{OUT_STATES[row.state]}，没有可以删除的文件")
    end(db, row)


def fetch(db: Session, me: User, form: OneId) -> File:
    """下载: by who asked, nobody else; each time a line in the security log."""
    row = visible_or_refuse(db, me, Out, form.id)
    if row.asker_id != me.id:
        raise Refused("迁出的文件只能由申请人下载")
    if row.state != DONE:
        raise Refused(f"{row.name}{OUT_STATES[row.state]}，没有可以下载的文件")
    audit.security_event(db, "下载迁出", row.name, row.digest)
    return File(unpacked(db, row), "application/zip", f"{row.name}.zip")


def progress(db: Session, me: User, form: OneId) -> Progress:
    row = visible_or_refuse(db, me, Out, form.id)
    return {
        "state": row.state,
        "stateName": OUT_STATES[row.state],
        "total": row.total,
        "passed": row.passed,
        "ended": row.state != MAKING,
    }
