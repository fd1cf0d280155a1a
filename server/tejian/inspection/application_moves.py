"""What happens to a declaration after it is written: delete, void, refer, assign, materials, return, messages."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.archives.files.models import Attachment
from tejian.kit import clock
from tejian.kit.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.errors import BadInput, NoPermission, Refused
from tejian.kit.process import Doing
from tejian.kit.user import User
from tejian.messages.api import send_sms_now
from tejian.system.accounts.models import SysUser

from .applications import ApplicationForm, department, submit, submit_many
from .models import AppItem, AppMain
from .process import DECLARATION


def delete_sheets(db: Session, me: User, ids: Sequence[str]) -> int:
    """Delete declarations that were only saved. Submitted ones are voided, never deleted."""
    rows = many_visible_or_refuse(db, me, AppMain, ids, lock=True)
    submitted = [r.appno for r in rows if r.step != "YWSB" or r.submitted]
    if submitted:
        raise Refused(f"{'、'.join(submitted[:3])}已提交过，只能作废，不能删除")
    for row in rows:
        db.execute(delete(AppItem).where(AppItem.appmain_id == row.id))
        for att in db.scalars(select(Attachment).where(Attachment.attrefsysid == row.id)):
            att.deleted = True
        db.delete(row)
    return len(rows)


def void(db: Session, me: User, form: Mapping[str, Any]) -> int:
    """Void declarations with a reason; the reason sent is the label plus the detail."""
    return len(DECLARATION.do(db, me, "void", ids_of(form, "请选择作废数据"), void_form(form)))


def ids_of(form: Mapping[str, Any], empty: str) -> list[str]:
    sent = form.get("ids") or []
    ids = sent if isinstance(sent, list) else str(sent).split(",")
    found = [str(i)[:32] for i in ids if i]
    if not found:
        raise Refused(empty)
    return found


def void_form(form: Mapping[str, Any]) -> dict[str, Any]:
    """The void form of the contract, checked."""
    label = str(form.get("reasonLabel") or "").strip()
    detail_text = str(form.get("detailDesc") or "").strip()
    if not (form.get("reasonId") or label):
        raise BadInput("作废原因不能为空")
    if not detail_text:
        raise BadInput("详细说明不能为空")
    reason = str(form.get("reason") or f"{label} {detail_text}")[:500]
    return {"reason": reason, "reasonId": str(form.get("reasonId") or "")[:16], "reasonLabel": label[:128]} | {
        "detailDesc": detail_text[:2000]
    }


def refer(db: Session, me: User, app_id: str, dept: str, reason: str) -> None:
    """Move a declaration to another department of the institute; the number stays."""
    main = visible_or_refuse(db, me, AppMain, app_id, lock=True)
    if main.step not in ("YWSB", "SCFP", "CLFS", "YWSL"):
        raise Refused(f"{main.appno}已受理，不能转办")
    if not reason:
        raise BadInput("请填写转办原因")
    before = main.chedept
    main.chedept = department(db, me, dept, main.equclass)
    if main.chedept == before:
        raise Refused("已在该部门")
    DECLARATION.log(Doing(db, me, main, {}), "refer", "转办", main.step, main.step, reason)


def send_sms(db: Session, me: User, send_type: str, datacode: str) -> None:
    """Send the declaration's short message. The number comes from the record, never from the caller."""
    query = select(AppMain).where((AppMain.appno == datacode) | (AppMain.id == datacode), AppMain.visible(me))
    main = db.scalars(query).first()
    if main is None:
        raise NoPermission()
    data = {"appno": main.appno, "unitname": main.unitname, "count": str(main.equcount)}
    send_sms_now(db, send_type if send_type in ("SBDJ", "SLTZ") else "SBDJ", main.INSCONTACTTEL, data, main.appno)


def submit_any(db: Session, me: User, form: Mapping[str, Any]) -> dict[str, Any]:
    """Submit the form that is being filled, or declarations that were saved (`ids`)."""
    from tejian.kit.forms import checked

    if form.get("ids") and not form.get("unitsysid"):
        return {"count": submit_many(db, me, ids_of(form, "请选择数据"))}
    main = submit(db, me, checked(ApplicationForm, form))
    return {"id": main.id, "appno": main.appno, "step": main.step}


def open_application(db: Session, me: User, app_id: str) -> None:
    """Note that the next person has opened the declaration."""
    main = visible_or_refuse(db, me, AppMain, app_id, lock=True)
    if main.opened_by or main.last_by == me.id or main.step not in ("SCFP", "CLFS", "YWSL"):
        return
    forward = {"SCFP": "assign", "CLFS": "material_pass", "YWSL": "accept"}[main.step]
    if me.may(DECLARATION.by_name[forward].may):
        main.opened_by = me.name


def assign(db: Session, me: User, form: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Assign declarations to a department and a reviewer, both of the own institute."""
    department(db, me, str(values["chedept"]), "")
    reviewer = values.get("reviewer")
    if reviewer and db.scalar(select(SysUser.org_id).where(SysUser.id == reviewer, SysUser.enabled)) != me.org_id:
        raise BadInput("资料审查人：请从选项中选择", field="reviewer")
    return len(
        DECLARATION.do(db, me, "assign", ids_of({"ids": form.get("ids") or form.get("id")}, "请选择数据"), dict(values))
    )


def review_materials(db: Session, me: User, form: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Pass, ask for supplements, or refuse, as the review says."""
    move = {"pass": "material_pass", "supplement": "material_supplement", "refuse": "material_refuse"}
    ids = ids_of({"ids": form.get("ids") or form.get("id")}, "请选择数据")
    due = values.get("supplementdue")
    if values["result"] == "supplement" and due and due < clock.today():
        raise Refused(f"补正期限{due}已过")
    sent = {**values, "reasonLabel": "资料不齐" if values["result"] == "supplement" else "不予受理"}
    sent["detailDesc"] = values.get("reason") or ""
    return len(DECLARATION.do(db, me, move[str(values["result"])], ids, sent))


def send_back(db: Session, me: User, form: Mapping[str, Any]) -> int:
    """Return declarations that wait for assignment or acceptance to the counter."""
    ids = ids_of(form, "请选择数据")
    main = visible_or_refuse(db, me, AppMain, ids[0])
    move = {"SCFP": "assign_back", "YWSL": "accept_back"}.get(main.step)
    if move is None:
        raise Refused(f"{main.appno}当前环节不能退回")
    label, detail_text = str(form.get("reasonLabel") or "")[:128], str(form.get("detailDesc") or "")[:2000]
    reason = str(form.get("reason") or f"{label} {detail_text}").strip()[:500]
    sent = {"reason": reason, "reasonLabel": label, "detailDesc": detail_text}
    return len(DECLARATION.do(db, me, move, ids, {**sent, "reasonId": str(form.get("reasonId") or "")[:16]}))
