"""Declarations: compose, save, submit, read, void, delete, refer, and the preview of what they cost."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.archives.models import Attachment, Equipment, Unit
from tejian.kit import clock, search
from tejian.kit.audit import plain
from tejian.kit.crud import record
from tejian.kit.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.errors import BadInput, NoPermission, Refused
from tejian.kit.forms import Form, Id, matching
from tejian.kit.numbering import take_number
from tejian.kit.process import Doing, FlowLog
from tejian.kit.user import User
from tejian.messages.api import send_sms_now
from tejian.system.models import Org, SysUser

from . import book, fees, guards
from .models import AppBuss, AppItem, AppMain
from .process import DECLARATION
from .records import values_of
from .rules.seisort import allowed_rules, refuse_combination
from .steps import newest_version

MOST = 200


class ItemForm(Form):
    equdatasysid: Id = Field(title="设备")
    contractprice: Decimal | None = Field(None, title="合同价", ge=0, max_digits=14, decimal_places=2)
    remark: str = Field("", title="设备备注", max_length=256)


class ApplicationForm(Form):
    """What a declaration form sends. Names, codes and fees of unit and devices are read on the server."""

    id: Id | None = Field(None, title="主键")
    version: int | None = Field(None, title="版本")
    appway: Annotated[str, Field(pattern="^(APPLY|XCAPP)$")] = Field("APPLY", title="申报方式")
    equclass: str = Field("", title="设备种类", max_length=8)
    seisort: str = Field(title="检验类别", max_length=4)
    testsort: str = Field(title="检验类型", max_length=8)
    usertype: str = Field("", title="用户类别", max_length=8)
    unitsysid: Id = Field(title="受检单位")
    payunitsysid: Id | None = Field(None, title="缴费单位")
    invoicetitle: str = Field("", title="发票抬头", max_length=200)
    taxno: str = Field("", title="税号", max_length=32)
    invoiceemail: Annotated[str, matching("email")] = Field("", title="发票邮箱", max_length=128)
    inscontactname: str = Field("", title="联系人", max_length=64)
    INSCONTACTTEL: Annotated[str, matching("mobileOrLandline")] = Field("", title="联系电话", max_length=32)
    plandate: date | None = Field(None, title="期望检验日期")
    reportget: str = Field("03", title="报告领取方式", pattern="^0[123]$")
    mailaddress: str = Field("", title="邮寄地址", max_length=256)
    isurgent: bool = Field(False, title="加急")
    urgentreason: str = Field("", title="加急原因", max_length=256)
    chedept: Id | None = Field(None, title="检验部门")
    remark: str = Field("", title="备注", max_length=500)
    equipment: list[ItemForm] = Field(default_factory=list, title="设备", max_length=MOST)


HEADER: tuple[str, ...] = (
    "appway",
    "seisort",
    "testsort",
    "usertype",
    "invoicetitle",
    "taxno",
    "invoiceemail",
    "inscontactname",
)
HEADER += ("INSCONTACTTEL", "plandate", "reportget", "mailaddress", "isurgent", "urgentreason", "remark")


def save(db: Session, me: User, form: ApplicationForm) -> AppMain:
    """Create or change a declaration that has not been submitted. Its number is taken last."""
    if form.id:
        main = visible_or_refuse(db, me, AppMain, form.id, lock=True)
        check_version(main, form.version)
        if main.step != "YWSB":
            raise Refused(f"{main.appno}已提交，不能修改")
    else:
        main = AppMain(step="YWSB", status="00", appdate=clock.today(), flow_version=newest_version(db))
        main.cheorg, main.createby, main.step_since = me.org_id, me.id, clock.now()
    unit = visible_or_refuse(db, me, Unit, form.unitsysid)
    if not unit.enabled:
        raise Refused(f"{unit.name}已停用，不能申报")
    for name in HEADER:
        setattr(main, name, getattr(form, name))
    if form.isurgent and not form.urgentreason:
        raise BadInput("加急须写明原因", field="urgentreason")
    _write_unit(db, me, main, unit, form.payunitsysid)
    devices = _devices(db, me, form.equipment)
    _write_class(db, main, form, devices)
    main.chedept = department(db, me, form.chedept or main.chedept, main.equclass)
    db.add(main)
    db.flush()
    _write_items(db, main, form.equipment, devices)
    if not main.appno:
        main.appno = take_number(db, "appno")
        DECLARATION.log(Doing(db, me, main, {}), "create", "申报登记", "", "YWSB")
    db.flush()
    return main


def _write_unit(db: Session, me: User, main: AppMain, unit: Unit, payer: str | None) -> None:
    main.unitsysid, main.unitname, main.unitcode, main.unitaddress = unit.id, unit.name, unit.code, unit.address
    main.unitgrams = search.pieces(f"{unit.name}|{unit.code}|{unit.pinyin}")
    main.usertype = main.usertype or unit.usertype
    paying = visible_or_refuse(db, me, Unit, payer) if payer and payer != unit.id else unit
    main.payunitsysid, main.payunitname = paying.id, paying.name
    main.invoicetitle = main.invoicetitle or paying.invoicetitle or paying.name
    main.taxno = main.taxno or paying.taxno or paying.code


def _devices(db: Session, me: User, rows: Sequence[ItemForm]) -> dict[str, Equipment]:
    ids = [r.equdatasysid for r in rows]
    if len(set(ids)) != len(ids):
        raise BadInput("同一台设备不能重复选择")
    found = many_visible_or_refuse(db, me, Equipment, ids) if ids else []
    return {e.id: e for e in found}


def _write_class(db: Session, main: AppMain, form: ApplicationForm, devices: Mapping[str, Equipment]) -> None:
    classes = {e.equclass for e in devices.values()}
    if len(classes) > 1:
        raise Refused("一张申报单只能申报同一种类的设备")
    main.equclass = classes.pop() if classes else form.equclass
    kinds = {e.equclacode for e in devices.values()}
    main.equclacode = kinds.pop() if len(kinds) == 1 else main.equclass
    rows = book.seisorts(db)
    for device in devices.values():
        if said := refuse_combination(rows, device.equclacode, form.seisort, form.testsort):
            raise Refused(f"{device.equname}{device.equcode}：{said}")


def department(db: Session, me: User, wanted: str, equclass: str) -> str:
    """The inspecting department: the chosen one of the institute, else the one that does this class."""
    rows = db.scalars(
        select(Org).where(Org.org_id == main_org(me), Org.kind.in_(("dept", "station")), Org.enabled).order_by(Org.sort)
    ).all()
    if wanted:
        if wanted not in {o.id for o in rows}:
            raise BadInput("检验部门：请从选项中选择", field="chedept")
        return wanted
    able = [o for o in rows if equclass in o.classes.split(",")]
    return able[0].id if able else (me.dept_id or "")


def main_org(me: User) -> str:
    return me.org_id


def _write_items(db: Session, main: AppMain, rows: Sequence[ItemForm], devices: Mapping[str, Equipment]) -> None:
    have = {i.equdatasysid: i for i in db.scalars(select(AppItem).where(AppItem.appmain_id == main.id))}
    total, dates = Decimal("0.00"), []
    for seq, one in enumerate(rows, 1):
        device = devices[one.equdatasysid]
        item = have.pop(device.id, None) or AppItem(appmain_id=main.id, equdatasysid=device.id)
        for name in ("equname", "equcode", "regcode", "usecertno", "equidentcode", "prono", "model", "equclacode"):
            setattr(item, name, getattr(device, name))
        item.seq, item.useplace, item.ninspdate = seq, device.useplace, device.ninspdate
        item.lastreportno, item.lastresult = device.insreportno, device.insresult
        item.contractprice, item.remark = one.contractprice, one.remark
        fee = fees.preview(db, values_of(device), device.equclacode, main.testsort)
        item.fee, item.feelines, item.feenote = fee.total, fee.lines, fee.note[:256]
        total += fee.total or Decimal(0)
        if device.ninspdate:
            dates.append(device.ninspdate)
        db.add(item)
    for gone in have.values():
        db.delete(gone)
    main.equcount, main.feepreview = len(rows), total
    main.ninspdate = min(dates) if dates else None


def submit(db: Session, me: User, form: ApplicationForm) -> AppMain:
    """Save what the form carries and submit it in one transaction."""
    main = save(db, me, form)
    DECLARATION.do(db, me, "submit", [main.id])
    return main


def submit_many(db: Session, me: User, ids: Sequence[str]) -> int:
    """Submit saved declarations as they are."""
    return len(DECLARATION.do(db, me, "submit", ids))


def detail(db: Session, me: User, app_id: str) -> dict[str, Any]:
    """A declaration with its devices, business items and attachments."""
    main = visible_or_refuse(db, me, AppMain, app_id)
    items = guards.items_of(db, main)
    business = db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.seisn)).all()
    from tejian.kit.dictionary import words

    known = words(db, me.dict_version)
    steps = {
        b.appitem_id: {"id": b.id, "seisn": b.seisn, "step": b.step, "status": b.status, "reportno": b.reportno}
        | {"statusName": known.get("C609", {}).get(b.status, b.status), "inspectornames": b.inspectornames}
        for b in business
    }
    depts = {o.id: o.name for o in db.scalars(select(Org).where(Org.id.in_([main.chedept, main.cheorg])))}
    head = record(main, "unitgrams")
    names = {"seisort": "C603", "testsort": "C604", "equclass": "C601", "equclacode": "C602", "status": "C609"}
    for name, kind in {**names, "usertype": "C614", "chargestate": "C643"}.items():
        head[name + "Name"] = known.get(kind, {}).get(head[name], head[name])
    head |= {"appmainsysid": main.id, "taskId": main.id}
    head |= {"chedeptName": depts.get(main.chedept, ""), "cheorgName": depts.get(main.cheorg, "")}
    return {
        "main": head,
        "equipment": [
            {
                **record(i),
                "business": steps.get(i.id),
                "equclacodeName": known.get("C602", {}).get(i.equclacode, i.equclacode),
                "lastresultName": known.get("C605", {}).get(i.lastresult, i.lastresult),
                "overdue": bool(i.ninspdate and i.ninspdate < clock.today()),
            }
            for i in items
        ],
        "checks": checks(db, me, main, items),
    }


def checks(db: Session, me: User, main: AppMain, items: Sequence[AppItem]) -> list[dict[str, Any]]:
    """What stops the submission (`ok` false) and what is in order: the list 提交前 of the form."""
    d = Doing(db, me, main, {})
    rows = [
        ("equipment", "至少一台设备", guards.has_equipment(d)),
        ("INSCONTACTTEL", "联系人与联系电话已填", guards.has_contact(d)),
        ("seisort", "类别与检验类别可组合", guards.combination_allowed(d)),
        ("equipment", "无停用、注销设备", guards.devices_declarable(d)),
        ("equipment", "设备没有未办结的同类业务", guards.no_open_business(d)),
    ]
    out = [{"field": f, "ok": said is None, "text": said or text} for f, text, said in rows]
    foreign = db.scalars(
        select(Equipment.equcode).where(
            Equipment.id.in_([i.equdatasysid for i in items]), Equipment.useorgsysid != main.unitsysid
        )
    ).all()
    warn = f"{'、'.join(foreign[:3])}的使用单位不是受检单位，请核对" if foreign else "设备均属本单位"
    return [*out, {"field": "equipment", "ok": not foreign, "warn": True, "text": warn}]


def selectable(db: Session, me: User, unit_id: str, seisort: str, testsort: str) -> list[dict[str, Any]]:
    """Devices of a unit for the picker, with what each would cost and why one cannot be chosen; at most 500."""
    unit = visible_or_refuse(db, me, Unit, unit_id)
    query = select(Equipment).where(Equipment.useorgsysid == unit.id, Equipment.visible(me))
    devices = db.scalars(query.order_by(Equipment.ninspdate.asc().nulls_last(), Equipment.id).limit(500)).all()
    rows = book.seisorts(db)
    busy = _busy(db, [e.id for e in devices], seisort)
    out = []
    for e in devices:
        why = refuse_combination(rows, e.equclacode, seisort, testsort) if seisort and testsort else None
        why = why or guards.not_declarable(e, seisort) or busy.get(e.id)
        fee = fees.preview(db, values_of(e), e.equclacode, testsort) if testsort and not why else fees.Fee(None)
        names = ("equname", "equcode", "regcode", "usecertno", "prono", "model", "equclass", "equclacode", "useplace")
        out.append(
            {n: getattr(e, n) for n in names}
            | {
                "equdatasysid": e.id,
                "ninspdate": plain(e.ninspdate),
                "insresult": e.insresult,
                "insreportno": e.insreportno,
                "overdue": bool(e.ninspdate and e.ninspdate < clock.today()),
                "fee": plain(fee.total),
                "feelines": fee.lines,
                "feenote": fee.note,
                "why": why or "",
            }
        )
    return out


def _busy(db: Session, ids: Sequence[str], seisort: str) -> dict[str, str]:
    """Device → sentence for those with an open declaration or item of the category; two statements for all."""
    from .steps import ENDS

    running = select(AppBuss.equdatasysid, AppBuss.seisn).where(
        AppBuss.equdatasysid.in_(ids), AppBuss.seisort == seisort, AppBuss.step.not_in(ENDS)
    )
    waiting = (
        select(AppItem.equdatasysid, AppMain.appno)
        .join(AppMain, AppMain.id == AppItem.appmain_id)
        .where(AppItem.equdatasysid.in_(ids), AppMain.seisort == seisort)
        .where(AppMain.step.in_(("SCFP", "CLFS", "YWSL")))
    )
    return {e: f"有在办业务（{no}）" for q in (running, waiting) for e, no in db.execute(q)}


def combinations(db: Session, kind: str) -> list[dict[str, str]]:
    """The allowed pairs of category and type for a kind of device."""
    return [
        {
            "seisort": r.seisort,
            "seisortName": r.seisort_label,
            "testsort": r.testsort,
            "testsortName": r.testsort_label,
            "nature": r.fee_nature,
        }
        for r in allowed_rules(book.seisorts(db), kind)
    ]


def last_of_unit(db: Session, me: User, unit_id: str) -> dict[str, Any] | None:
    """The unit's last declaration, so that the form can be filled like it."""
    query = select(AppMain).where(AppMain.unitsysid == unit_id, AppMain.visible(me), AppMain.step != "VOID")
    main = db.scalars(query.order_by(AppMain.appdate.desc(), AppMain.id.desc()).limit(1)).first()
    return record(main, "unitgrams") if main else None


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
    return len(DECLARATION.do(db, me, "void", _ids(form, "请选择作废数据"), void_form(form)))


def _ids(form: Mapping[str, Any], empty: str) -> list[str]:
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


def charge_check(db: Session, me: User, ids: Sequence[str]) -> dict[str, Any]:
    """The contract's checks before a charge is registered, in its order and words."""
    if not ids:
        raise Refused("请选择")
    rows = many_visible_or_refuse(db, me, AppMain, ids)
    if len({r.unitsysid for r in rows}) > 1:
        raise Refused("所选申报登记受检单位不同")
    if any(not r.appno for r in rows):
        raise Refused("所选数据申报单号不可为空")
    if any(r.chargestate not in ("", "0", "7") for r in rows):
        raise Refused("所选数据已进行过收费登记")
    return {"appnos": [r.appno for r in rows], "unitname": rows[0].unitname}


def is_registered(db: Session, me: User, appno: str) -> dict[str, bool]:
    """valiIsRegisterByAppno: whether the devices are in the archive, and whether a charge is registered."""
    main = db.scalars(select(AppMain).where(AppMain.appno == appno, AppMain.visible(me))).first()
    if main is None:
        raise NoPermission()
    ids = [i.equdatasysid for i in guards.items_of(db, main)]
    found = db.scalars(select(Equipment.id).where(Equipment.id.in_(ids), Equipment.equDel == 0)).all()
    return {"archived": len(found) == len(ids), "charged": main.chargestate not in ("", "0", "7")}


def flow_log(db: Session, me: User, appno: str, seisn: str) -> dict[str, Any]:
    """The whole way of a declaration, or of one item of it."""
    from .steps import STEP_NAMES

    if seisn:
        item = db.scalars(select(AppBuss).where(AppBuss.seisn == seisn, AppBuss.visible(me))).first()
        if item is None:
            raise NoPermission()
        appno = item.appno
    main = db.scalars(select(AppMain).where(AppMain.appno == appno)).first()
    first = db.scalars(select(AppBuss).where(AppBuss.appno == appno).order_by(AppBuss.seisn)).first()
    if main is None or not (seisn or db.scalar(select(AppMain.id).where(AppMain.id == main.id, AppMain.visible(me)))):
        raise NoPermission()
    query = select(FlowLog).where(FlowLog.parent_no == appno)
    if seisn:
        query = query.where(FlowLog.subject_no.in_((seisn, appno)))
    logs = list(db.scalars(query.order_by(FlowLog.id)))
    rows: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for log in logs:
        last = before.get(log.subject_id)
        rows.append(
            {
                "seisn": log.subject_no if log.process == "business" else "",
                "at": log.at.astimezone(clock.SHANGHAI),
                "userName": log.user_name,
                "moveLabel": log.move_label,
                "fromStep": log.from_step,
                "fromStepName": STEP_NAMES.get(log.from_step, log.from_step),
                "toStep": log.to_step,
                "toStepName": STEP_NAMES.get(log.to_step, log.to_step),
                "opinion": log.opinion,
                "reason": log.reason,
                "seconds": int((log.at - last).total_seconds()) if last else None,
            }
        )
        before[log.subject_id] = log.at
    return {
        "appno": appno,
        "equclacode": first.equclacode if first else main.equclacode,
        "equdatasysid": first.equdatasysid if first else "",
        "seisn": seisn or (first.seisn if first else ""),
        "rows": rows,
    }


def submit_any(db: Session, me: User, form: Mapping[str, Any]) -> dict[str, Any]:
    """Submit the form that is being filled, or declarations that were saved (`ids`)."""
    from tejian.kit.forms import checked

    if form.get("ids") and not form.get("unitsysid"):
        return {"count": submit_many(db, me, _ids(form, "请选择数据"))}
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
        DECLARATION.do(db, me, "assign", _ids({"ids": form.get("ids") or form.get("id")}, "请选择数据"), dict(values))
    )


def review_materials(db: Session, me: User, form: Mapping[str, Any], values: Mapping[str, Any]) -> int:
    """Pass, ask for supplements, or refuse, as the review says."""
    move = {"pass": "material_pass", "supplement": "material_supplement", "refuse": "material_refuse"}
    ids = _ids({"ids": form.get("ids") or form.get("id")}, "请选择数据")
    due = values.get("supplementdue")
    if values["result"] == "supplement" and due and due < clock.today():
        raise Refused(f"补正期限{due}已过")
    sent = {**values, "reasonLabel": "资料不齐" if values["result"] == "supplement" else "不予受理"}
    sent["detailDesc"] = values.get("reason") or ""
    return len(DECLARATION.do(db, me, move[str(values["result"])], ids, sent))


def send_back(db: Session, me: User, form: Mapping[str, Any]) -> int:
    """Return declarations that wait for assignment or acceptance to the counter."""
    ids = _ids(form, "请选择数据")
    main = visible_or_refuse(db, me, AppMain, ids[0])
    move = {"SCFP": "assign_back", "YWSL": "accept_back"}.get(main.step)
    if move is None:
        raise Refused(f"{main.appno}当前环节不能退回")
    label, detail_text = str(form.get("reasonLabel") or "")[:128], str(form.get("detailDesc") or "")[:2000]
    reason = str(form.get("reason") or f"{label} {detail_text}").strip()[:500]
    sent = {"reason": reason, "reasonLabel": label, "detailDesc": detail_text}
    return len(DECLARATION.do(db, me, move, ids, {**sent, "reasonId": str(form.get("reasonId") or "")[:16]}))
