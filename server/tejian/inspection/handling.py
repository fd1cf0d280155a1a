"""Handling of business items from report building to release: what the screens of these steps call."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.audit import plain, security_event
from tejian.kit.db import check_version, visible_or_refuse
from tejian.kit.errors import BadInput, NoPermission, Refused
from tejian.kit.permission import require
from tejian.kit.user import User
from tejian.system.accounts.models import SysUser

from . import entry, records
from . import permissions as p
from .application_moves import ids_of
from .models import AppBuss, AppMain, OriginalRecord, Report
from .process import BUSINESS, DECLARATION, WITHDRAWABLE
from .steps import STEP_NAMES

# step → (forward move, return move, returns allowed)
MOVES = {
    "BGSC": ("build", "build_back"),
    "BGLR": ("enter", "enter_back"),
    "BGQR": ("verify", "verify_back"),
    "BGSH_FX": ("audit_fx", "audit_fx_back"),
    "BGSH": ("audit", "audit_back"),
    "BGSP": ("approve", "approve_back"),
    "BGDY": ("print", ""),
    "BGGD": ("archive", ""),
    "BGFF": ("release", ""),
    "RWAP": ("arrange", "arrange_back"),
    "RWQR": ("confirm", "confirm_back"),
}


def refuse_outsiders(me: User) -> None:
    """Drafts, original records and what is said between steps are for the institute, not for an enterprise account."""
    if me.unit_id:
        raise NoPermission()


def head(db: Session, me: User, row: AppBuss) -> dict[str, Any]:
    """The strip of a step screen: what is judged, by whom, until when, which returns are open."""
    from tejian.kit.dictionary import words

    known = words(db, me.dict_version)
    people = [row.enteredby, row.verifiedby, row.fxauditedby, row.auditedby, row.approvedby]
    names = {u.id: u.name for u in db.scalars(select(SysUser).where(SysUser.id.in_([x for x in people if x])))}
    back = BUSINESS.by_name.get(MOVES.get(row.step, ("", ""))[1])
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    fields: tuple[str, ...] = (
        "id",
        "seisn",
        "appno",
        "step",
        "status",
        "equname",
        "equcode",
        "usecertno",
        "useplace",
        "unitname",
    )
    fields += ("equclass", "equclacode", "reportno", "template", "conclusion", "inspectornames", "scinspectorname")
    fields += ("chargestate", "arrearsby", "arrearsreason", "printcount", "papernos", "archiveno", "archivebox")
    fields += ("archivepages", "archivedocs", "releaseway", "receiver", "receivertel", "expressno", "version")
    fields += ("backReason", "backDescription", "backUser", "backStep", "equdatasysid", "seisort", "testsort", "taskno")
    out: dict[str, Any] = {n: getattr(row, n) for n in fields}
    for name in ("inspdate", "nextdate", "duedate", "plandate", "limit_at", "enteredat", "auditedat", "approvedat"):
        out[name] = plain(getattr(row, name))
    return out | {
        "stepName": STEP_NAMES[row.step],
        "statusName": known.get("C609", {}).get(row.status, row.status),
        "testsortName": known.get("C604", {}).get(row.testsort, row.testsort),
        "equclacodeName": known.get("C602", {}).get(row.equclacode, row.equclacode),
        "conclusionName": known.get("C605", {}).get(row.conclusion, row.conclusion),
        "chargestateName": known.get("C643", {}).get(row.chargestate or "0", ""),
        "enteredbyName": names.get(row.enteredby, ""),
        "verifiedbyName": names.get(row.verifiedby, ""),
        "fxauditedbyName": names.get(row.fxauditedby, ""),
        "auditedbyName": names.get(row.auditedby, ""),
        "approvedbyName": names.get(row.approvedby, ""),
        "fee": plain(row.fee),
        "mine": is_mine(db, me, row),
        "returns": [{"value": c, "label": STEP_NAMES[c]} for c in (back.choices if back else [])],
        "contact": {"name": main.inscontactname, "tel": main.INSCONTACTTEL},
        "reportget": main.reportget,
        "mailaddress": main.mailaddress,
    }


def is_mine(db: Session, me: User, row: AppBuss) -> bool:
    """Whether the item waits for this user."""
    if row.step not in MOVES or not me.may(BUSINESS.by_name[MOVES[row.step][0]].may):
        return False
    query = select(AppBuss.id).where(AppBuss.id == row.id, BUSINESS.mine(me, [row.step]))
    return db.scalar(query) is not None


def open_item(db: Session, me: User, buss_id: str) -> None:
    """Note that the next person has opened the item, so that it cannot be pulled back any more."""
    row = visible_or_refuse(db, me, AppBuss, buss_id, lock=True)
    if not row.opened_by and row.last_by != me.id and is_mine(db, me, row):
        row.opened_by = me.name


def item_screen(db: Session, me: User, buss_id: str) -> dict[str, Any]:
    """What the handling screen of any step shows."""
    refuse_outsiders(me)
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    out: dict[str, Any] = {"head": head(db, me, row)}
    found = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)).first()
    if found:
        out |= entry.entry_screen(db, row)
    else:
        template, parts = records.templates_of(db, row)
        from . import book

        out["template"] = {"code": template, "items": len(book.items_of(db, parts))}
    issued = db.scalars(select(Report).where(Report.appbuss_id == row.id).order_by(Report.issuedat.desc())).first()
    if issued:
        out["report"] = {
            "reportno": issued.reportno,
            "key": issued.key,
            "pages": issued.pages,
            "verifycode": issued.verifycode,
            "issuedat": plain(issued.issuedat),
            "signer": issued.signer,
        }
    return out


def audit_screen(db: Session, me: User, buss_id: str) -> dict[str, Any]:
    """The item with differences to the last report and the next item of the same step."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    waiting = (
        select(AppBuss)
        .where(AppBuss.visible(me), BUSINESS.mine(me, [row.step]))
        .order_by(AppBuss.limit_at.asc().nulls_last(), AppBuss.id)
    )
    ids = list(db.scalars(waiting.with_only_columns(AppBuss.id).limit(500)))
    place = ids.index(row.id) if row.id in ids else -1
    following = ids[(place + 1) % len(ids)] if len(ids) > 1 else ""
    nxt = db.scalars(select(AppBuss).where(AppBuss.id == following)).first() if following else None
    screen = item_screen(db, me, buss_id)
    return {
        **screen,
        "explained": screen.get("next"),
        "differences": entry.differences(db, row),
        "place": place + 1,
        "waiting": len(ids),
        "next": {"id": nxt.id, "reportno": nxt.reportno, "equname": nxt.equname, "unitname": nxt.unitname}
        if nxt
        else None,
    }


def save_record(db: Session, me: User, form: Mapping[str, Any]) -> dict[str, Any]:
    """Autosave of the entry: the changed items and fields, checked; gives findings and the proposal back."""
    row = visible_or_refuse(db, me, AppBuss, str(form.get("id", "")), lock=True)
    if row.step != "BGLR":
        raise Refused(f"{row.seisn}当前环节为{STEP_NAMES[row.step]}，不能录入")
    if db.scalar(select(AppBuss.id).where(AppBuss.id == row.id, BUSINESS.mine(me, ["BGLR"]))) is None:
        raise NoPermission("该报告不由您录入")
    record = records.record_or_refuse(db, row, lock=True)
    seen = str(form.get("version", ""))
    check_version(record, int(seen) if seen.isdecimal() else None)
    records.write(db, row, record, form)
    db.flush()
    return {"version": record.version, "nextdate": record.nextdate, **entry.judged(db, row, record)}


def submit_record(db: Session, me: User, form: Mapping[str, Any]) -> None:
    """Save what the form carries and submit the report in one transaction."""
    if any(k in form for k in ("results", "conclusion", "inspdate", "nextdate")):
        save_record(db, me, form)
    BUSINESS.do(db, me, "enter", [str(form.get("id", ""))], move_form(form))


def move_form(form: Mapping[str, Any]) -> dict[str, Any]:
    """The common parts of a step's decision, cut to size."""
    sizes = {"opinion": 2000, "reason": 2000, "reasonId": 16, "reasonLabel": 128, "detailDesc": 2000, "toStep": 16}
    sizes |= {"dutyStep": 16, "copies": 4, "papernos": 256, "archivebox": 64, "archivedocs": 256, "releaseway": 8}
    sizes |= {"receiver": 64, "receivertel": 32, "expressno": 64, "template": 16}
    out: dict[str, Any] = {k: str(form[k]).strip()[:n] for k, n in sizes.items() if form.get(k) not in (None, "")}
    for name, label, most in (("copies", "份数", 50), ("archivepages", "页数", 2000)):
        if form.get(name) not in (None, ""):
            text = str(form[name])
            if not text.isdecimal() or not 1 <= int(text) <= most:
                raise BadInput(f"{label}：请输入1至{most}的整数")
            out[name] = int(text)
    return out


def decide(db: Session, me: User, step: str, form: Mapping[str, Any]) -> int:
    """Agree: carry the forward move of a step out on the ids."""
    return len(BUSINESS.do(db, me, MOVES[step][0], ids_of(form, "请选择数据"), move_form(form)))


def send_back(db: Session, me: User, form: Mapping[str, Any]) -> int:
    """Return items of one step to a step that the matrix allows."""
    ids = ids_of(form, "请选择数据")
    row = visible_or_refuse(db, me, AppBuss, ids[0])
    move = MOVES.get(row.step, ("", ""))[1]
    if not move:
        raise Refused(f"{STEP_NAMES[row.step]}环节不能退回，请走报告更正")
    sent = move_form(form)
    detail = sent.get("detailDesc", "")
    sent["reason"] = sent.get("reason") or f"{sent.get('reasonLabel', '')} {detail}".strip()
    return len(BUSINESS.do(db, me, move, ids, sent))


def withdraw(db: Session, me: User, seisn: str, appno: str = "") -> None:
    """Pull back what one has submitted, while the next person has not opened it."""
    require(me, p.WITHDRAW)
    if seisn:
        row = db.scalars(select(AppBuss).where(AppBuss.seisn == seisn, AppBuss.visible(me))).first()
        if row is None:
            raise NoPermission()
        if row.step not in WITHDRAWABLE:
            raise Refused(f"{seisn}当前环节为{STEP_NAMES[row.step]}，不能撤回")
        BUSINESS.do(db, me, "withdraw", [row.id])
        return
    main = db.scalars(select(AppMain).where(AppMain.appno == appno, AppMain.visible(me))).first()
    if main is None:
        raise NoPermission()
    DECLARATION.do(db, me, "withdraw", [main.id])


def end(db: Session, me: User, move: str, form: Mapping[str, Any]) -> int:
    """Ask for, agree to or refuse the end of an inspection without a report."""
    sent = move_form(form)
    sent["reason"] = sent.get("reason") or f"{sent.get('reasonLabel', '')} {sent.get('detailDesc', '')}".strip()
    return len(BUSINESS.do(db, me, move, ids_of(form, "请选择数据"), sent))


def allow_arrears(db: Session, me: User, form: Mapping[str, Any]) -> int:
    """Approve the release of reports whose fee is not paid yet, with a reason."""
    reason = str(form.get("reason") or "").strip()[:256]
    if not reason:
        raise BadInput("请填写欠费发放原因")
    done = 0
    for one in sorted(set(ids_of(form, "请选择数据"))):
        row = visible_or_refuse(db, me, AppBuss, one, lock=True)
        if row.step not in ("BGDY", "BGGD", "BGFF"):
            raise Refused(f"{row.seisn}尚未批准，不能办理欠费发放")
        row.arrearsby, row.arrearsreason = me.name, reason
        security_event(db, "欠费发放", row.seisn, reason)
        done += 1
    return done


def note_print(db: Session, me: User, subject_id: str, number: str, kind: str, copies: int) -> None:
    from .models import PrintLog

    db.add(PrintLog(subject_id=subject_id, subject_no=number, printtype=kind, copies=copies, by_name=me.name))
