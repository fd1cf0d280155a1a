"""Receipts: each receives what was given to him; who handles the files reminds those who have not."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.files.blobs import read_checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import Hooks
from tejian.kit.web.edge import File
from tejian.messages.api import tell
from tejian.quality.models.files import ISSUED, PLANNED, FileReceipt, QualityFile
from tejian.quality.permissions import FILE_READ
from tejian.system.organisations.api import named_by

from .forms import OFFICES
from .judging import PDF, RECEIVE, documents, limit
from .process import FILE
from .stamping import stamped, standing

MOST = 20  # bytes are stamped in the request: some documents at once


offices = named_by(OFFICES)  # the departments of the institute


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A new plan belongs to the institute; its number and edition are unlike those that there are."""
    row.plandue = values.get("plandue") or row.plandue
    if not row.id:
        row.orgid, row.createby = me.org_id, me.id
        FILE.put(db, row, PLANNED)
    row.limit_at = limit(db, row)
    F = QualityFile
    number = values.get("fileno", row.fileno)
    others = db.scalars(select(F).where(F.orgid == row.orgid, F.fileno == number, F.id != (row.id or ""))).all()
    edition = values.get("edition", row.edition)
    if any(one.edition == edition for one in others):
        raise Refused(f"{number}已有{edition}版，请另起版本")
    if working := next((one for one in others if one.step not in FILE.ends and one.step != ISSUED), None):
        raise Refused(f"{number}的{working.edition}版正在办理，办完再修订")


HOOKS = Hooks(before_save)


def receive(db: Session, me: User, ids: Sequence[str]) -> str:
    """Receive what was given to oneself. Refused where one of them was given to somebody else."""
    rows = many_visible_or_refuse(db, me, FileReceipt, list(ids), lock=True)
    if any(one.user_id != me.id for one in rows):
        raise Refused("只能接收发给本人的文件")
    fresh = [one for one in rows if one.received is None]
    for one in fresh:
        one.received = clock.now()
    return f"已接收{len(fresh)}份文件"


def chase(db: Session, me: User, ids: Sequence[str]) -> str:
    """Remind those who have not received; each reminder is counted."""
    rows = [one for one in many_visible_or_refuse(db, me, FileReceipt, list(ids), lock=True) if one.received is None]
    if not rows:
        raise Refused("所选的文件都已接收")
    files = select(QualityFile).where(QualityFile.id.in_({one.file_id for one in rows}))
    titles = {one.id: f"{one.fileno} {one.title}" for one in db.scalars(files)}
    for one in rows:
        one.chased += 1
        tell(db, [one.user_id], "体系文件", f"请接收{titles[one.file_id]}", "", RECEIVE)
    return f"已催办{len(rows)}人次"


def copies(db: Session, me: User, ids: Sequence[str]) -> File:
    """The text of editions with what each of them is today on every page. Raises Refused."""
    require(me, FILE_READ)
    rows = many_visible_or_refuse(db, me, QualityFile, list(ids)[:MOST])
    parts = []
    for row in rows:
        texts = documents(db, row.id)
        if not texts:
            raise Refused(f"{row.fileno}没有正文")
        words, valid = standing(row.effective, row.ended, clock.today())
        marks = {"words": words, "valid": valid, "no": f"{row.fileno} {row.edition}", "who": me.name}
        page = pdf.render("file_mark", marks | {"at": clock.today().isoformat()})
        parts.append(stamped(read_checked(texts[0].key), page))
    return File(pdf.joined(parts), PDF, f"{rows[0].fileno}.pdf", inline=True)
