"""What happens to a declaration besides the moves of its process: delete, submit, open, messages."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.inspection import codes as at
from tejian.inspection.flow.api import DECLARATION
from tejian.inspection.models.items import AppItem, AppMain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.messages.api import send_sms_now

from .applications import ApplicationForm, submit


def delete_sheets(db: Session, me: User, ids: Sequence[str]) -> int:
    """Delete declarations that were only saved. Submitted ones are voided, never deleted."""
    rows = many_visible_or_refuse(db, me, AppMain, ids, lock=True)
    submitted = [r.appno for r in rows if r.step != at.DECLARE or r.submitted]
    if submitted:
        raise Refused(f"{'、'.join(submitted[:3])}已提交过，只能作废，不能删除")
    for row in rows:
        db.execute(delete(AppItem).where(AppItem.appmain_id == row.id))
        for att in db.scalars(select(Attachment).where(Attachment.attrefsysid == row.id)):
            att.deleted = True
        db.delete(row)
    return len(rows)


def send_sms(db: Session, me: User, send_type: str, datacode: str) -> None:
    """Send the declaration's short message. The number comes from the record, never from the caller."""
    query = select(AppMain).where((AppMain.appno == datacode) | (AppMain.id == datacode), AppMain.visible(me))
    main = db.scalars(query).first()
    if main is None:
        raise NoPermission()
    data = {"appno": main.appno, "unitname": main.unitname, "count": str(main.equcount)}
    send_sms_now(db, send_type if send_type in ("SBDJ", "SLTZ") else "SBDJ", main.INSCONTACTTEL, data, main.appno)


def saved_or_filled(_db: Session, _me: User, params: Mapping[str, Any]) -> type[ManyIds | ApplicationForm]:
    """What is submitted: declarations that were saved (`ids`), or the form that is being filled."""
    return ManyIds if params.get("ids") and "unitsysid" not in params else ApplicationForm


def submit_any(db: Session, me: User, form: ManyIds | ApplicationForm) -> dict[str, Any]:
    """Submit declarations that were saved, or save and submit the one that is being filled."""
    if isinstance(form, ManyIds):
        return {"count": len(DECLARATION.do(db, me, "submit", form.ids))}
    main = submit(db, me, form)
    return {"id": main.id, "appno": main.appno, "step": main.step}


def open_application(db: Session, me: User, app_id: str) -> None:
    """Note that the next person has opened the declaration."""
    main = visible_or_refuse(db, me, AppMain, app_id, lock=True)
    forward = DECLARATION.forward_of(main.step)
    if forward and main.step in at.WAITING and not main.opened_by and main.last_by != me.id and me.may(forward.may):
        DECLARATION.note_opened(db, me, main)
