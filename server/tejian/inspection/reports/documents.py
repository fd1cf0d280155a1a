"""Prints: declaration, receipt, task sheet, original record, report; and what was printed."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import PRINTS, class_of
from tejian.archives.ledgers.inspected.api import by_ids
from tejian.archives.ledgers.labels import api as device_prints
from tejian.archives.models.files import Attachment
from tejian.archives.models.products import Product
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow import api as guards
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.subreports import api as subreports
from tejian.inspection.tasks import api as handling
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf, qr
from tejian.kit.web.edge import File
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value as parameter
from tejian.system.settings.api import version

PDF = "application/pdf"
NOTHING = "未选择数据，无法进行正常操作"
REPORT_WAYS = {"01": "自取", "02": "邮寄", "03": "电子"}
PREPARATIONS = {
    "3000": [
        "备好使用登记证、上次检验报告、维保合同与记录",
        "通知维保单位到场配合",
        "机房、井道、底坑照明完好，通道畅通",
    ],
    "": ["备好使用登记证、上次检验报告和自检记录", "安排操作与维修人员到场配合", "清理现场，切断有关能源并挂牌"],
}
MIXED = "选中数据中存在电梯与非电梯数据，申报单打印只能选中电梯或非电梯设备"


def common_print(db: Session, me: User, form: device_prints.PrintForm) -> File:
    """The PDF of a print type for the picked records."""
    kind, ids = form.print_type, form.ids
    if not ids:
        raise Refused(NOTHING)
    if device_prints.is_print(kind):
        return device_prints.printed(db, me, form)
    if kind in PRINTS:
        return PRINTS[kind](db, me, ids)
    if kind in ("SBDDY", "SBDDY3", "SBDDY7", "SBHZD", "SBHZD7"):
        require(me, p.APPLY_PRINT)
        return _application_print(db, me, kind, ids)
    rows = many_visible_or_refuse(db, me, AppBuss, ids[:50])
    if kind != "REPORT":
        handling.refuse_outsiders(me)
    if kind == "RWD":
        return _file(pdf.render("task_sheet", task_sheet(db, rows)), f"检验任务单{rows[0].taskno}")
    if kind == "YSJL":
        return original_record(db, rows[0])
    if kind == "REPORT":
        return issued_file(db, me, rows[0].id)
    raise BadInput("打印类型不正确")


def _file(content_: bytes, name: str) -> File:
    return File(content_, PDF, f"{name}.pdf", inline=True)


# -- declaration --------------------------------------------------------------------------------------------------


def template_for(db: Session, me: User, kind: str, rows: Sequence[AppMain]) -> str:
    """Which form is printed: lifts have their own, and kind 7 of one special unit (a parameter) has its own."""
    lifts = {class_of(r.equclacode) == codes.LIFT for r in rows}
    special = parameter(db, "print.unit7")
    seven = all(class_of(r.equclacode) == codes.PIPE_PART for r in rows) and special and _unit_code(db, me) == special
    if kind.startswith("SBDDY"):
        if len(lifts) > 1:
            raise Refused(MIXED)
        return "SBDDY3" if lifts == {True} else "SBDDY7" if seven else "SBDDY"
    return "SBHZD7" if seven else "SBHZD"


def _unit_code(db: Session, me: User) -> str:
    return db.scalar(select(Org.code).where(Org.id == me.dept_id)) or ""


def _application_print(db: Session, me: User, kind: str, ids: Sequence[str]) -> File:
    rows = many_visible_or_refuse(db, me, AppMain, ids[:50])
    template = template_for(db, me, kind, rows)
    parts = [pdf.render(template, application_data(db, r)) for r in rows]
    name = ("申报单" if kind.startswith("SBDDY") else "申报回执单") + rows[0].appno
    return _file(pdf.joined(parts), name)


def application_data(db: Session, main: AppMain) -> dict[str, Any]:
    """A declaration as its paper forms take it."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.scalars(select(Org).where(Org.id == main.cheorg)).one()
    items = guards.items_of(db, main)
    inspected = by_ids(db, [i.equdatasysid for i in items])
    devices = {key: records.values_of(one) for key, one in inspected.items()}
    business = db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.seisn)).all()
    numbers = {b.appitem_id: b.seisn for b in business}
    depts = {o.id: o.name for o in db.scalars(select(Org).where(Org.id == main.chedept))}
    word = {k: words.get(d, {}).get(v, v) for k, d, v in _coded(main)}
    return {
        "orgname": org.name,
        "orgtel": org.tel,
        "orgaddr": org.address,
        "complainttel": parameter(db, "org.complaint_tel"),
        "appno": main.appno,
        "appdate": main.appdate,
        "unitname": main.unitname,
        "unitcode": main.unitcode,
        "unitaddr": main.unitaddress,
        "inscontactname": main.inscontactname,
        "inscontacttel": main.INSCONTACTTEL,
        "email": main.invoiceemail,
        "payunit": main.payunitname,
        "invoicetitle": main.invoicetitle,
        "taxno": main.taxno,
        **word,
        "plandate": main.agreeddate or main.plandate or "",
        "reportgetName": REPORT_WAYS.get(main.reportget, ""),
        "cheorgName": org.name,
        "chedeptName": depts.get(main.chedept, ""),
        "remark": "；".join(filter(None, [main.remark, main.earlyreason and f"提前申报：{main.earlyreason}"])),
        "handler": main.inscontactname,
        "period": guards.reporting_time(db, main),
        "supplements": [main.backDescription] if main.status == at.SUPPLEMENT else [],
        "lines": lines_of(db, items, words),
        "products": [product_row(one) for i in items if isinstance(one := inspected.get(i.equdatasysid), Product)],
        "attachments": papers_of(db, main),
        "acceptor": main.acceptby,
        "acceptdate": main.acceptdate or "",
        "estimatedfee": f"{main.feepreview}",
        "preparations": PREPARATIONS.get(main.equclass, PREPARATIONS[""]),
        "qr": qr.svg(main.appno or "-"),
        "printTime": clock.now(),
        "rows": [application_row(i, devices.get(i.equdatasysid, {}), numbers) for i in items],
    }


def lines_of(db: Session, items: Sequence[AppItem], words: Mapping[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    """The lines of piping that a declaration is about: those that were picked, else all in use of each project."""
    names = ("pipename", "pipeno", "nominaldia", "pipelength", "designpress", "workpress", "medium")
    lines = [line for item in items for line in records.lines_of_item(db, item)]
    return [
        {n: plain(getattr(one, n)) if getattr(one, n) is not None else "" for n in names}
        | {"pipelevel": words.get("C616", {}).get(one.pipelevel, one.pipelevel), "ninspdate": one.ninspdate or ""}
        | {end: str(one.params.get(end) or "") for end in ("startpoint", "endpoint")}
        for one in lines
    ]


def product_row(one: Product) -> dict[str, Any]:
    """A product of a declaration, as the forms of pipe components list them."""
    own = {name: getattr(one, name) for name in ("compname", "compspec", "batchno")}
    stated = {name: one.params.get(name) or "" for name in ("material", "productstd", "makelicno")}
    return {**own, **stated, "quantity": f"{one.quantity.normalize():f}"}


def papers_of(db: Session, main: AppMain) -> list[dict[str, str]]:
    """What was handed in with a declaration, by the names of its files."""
    own = (Attachment.attrefsysid == main.id, Attachment.owner == "application", Attachment.deleted.is_(False))
    names = db.scalars(select(Attachment.name).where(*own).order_by(Attachment.createtime, Attachment.id))
    return [{"label": one, "has": "1"} for one in names]


def _coded(main: AppMain) -> list[tuple[str, str, str]]:
    """Coded fields of a declaration that its forms print in words: (name, dictionary, code)."""
    return [("seisortName", "C603", main.seisort), ("testsortName", "C604", main.testsort)]


def application_row(item: AppItem, device: Mapping[str, Any], numbers: Mapping[str, str]) -> dict[str, Any]:
    """A device on the declaration's forms; lifts print floors, load, speed, maintainer and emergency code."""
    doors = [str(device.get(n) or "-") for n in ("elefloornumber", "elestadenumber", "eledoornumber")]
    names = ("ratedload", "runvelocity", "maiorgname", "ele96333code", "pipenum", "pipetotallen")
    return {n: device.get(n, "") for n in names} | {
        "seisn": numbers.get(item.id, ""),
        "equname": item.equname,
        "equcode": item.equcode,
        "usecertno": item.usecertno or item.regcode,
        "model": item.model,
        "prono": item.prono,
        "useplace": item.useplace,
        "ninspdate": item.ninspdate or "",
        "floors": "/".join(doors),
        "fee": f"{item.fee}" if item.fee is not None else "",
        "remark": item.remark,
    }


# -- task and record ----------------------------------------------------------------------------------------------


def task_sheet(db: Session, rows: Sequence[AppBuss]) -> dict[str, Any]:
    words = dictionary.words(db, version(db, "dict"))
    first = rows[0]
    org = db.scalars(select(Org).where(Org.id == first.cheorg)).one()
    main = db.scalars(select(AppMain).where(AppMain.id == first.appmain_id)).one()
    dept = db.scalars(select(Org.name).where(Org.id == first.chedept)).first()
    arranger = db.scalars(select(SysUser.name).where(SysUser.id == first.arrangedby)).first()
    return {
        "orgname": org.name,
        "orgtel": org.tel,
        "taskno": first.taskno,
        "unitname": first.unitname,
        "appno": first.appno,
        "inscontactname": main.inscontactname,
        "inscontacttel": main.INSCONTACTTEL,
        "testsortName": words.get("C604", {}).get(first.testsort, first.testsort),
        "plandate": first.plandate or "",
        "plantime": first.timeslot,
        "vehicle": first.vehicle,
        "chedeptName": dept or "",
        "scinspector": {"name": first.scinspectorname},
        "inspectors": [{"name": n} for n in first.inspectornames.split("、") if n],
        "instruments": [
            {"name": i["name"], "no": i["instno"]} for i in records.instrument_lines(db, first.instruments)
        ],
        "remark": first.taskremark,
        "arranger": arranger or "",
        "printTime": clock.now(),
        "rows": [
            {
                "seisn": r.seisn,
                "equname": r.equname,
                "equcode": r.equcode,
                "useplace": r.useplace,
                "inspdate": r.inspdate or "",
                "ninspdate": r.duedate or "",
            }
            for r in rows
        ],
    }


def original_record(db: Session, row: AppBuss) -> File:
    found = records.record_or_refuse(db, row)
    data = records.document(db, row, found)
    data |= {"seisn": row.seisn, "title": f"{data['reportname'].removesuffix('报告')}原始记录"}
    return _file(pdf.render("original_record", data), f"原始记录{row.seisn}")


# -- report -------------------------------------------------------------------------------------------------------


def draft(db: Session, me: User, buss_id: str) -> File:
    """The report as it would be issued now, marked as a draft: no seal, no verification code."""
    handling.refuse_outsiders(me)
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    found = records.record_or_refuse(db, row)
    data = records.document(db, row, found) | {"draft": True}
    parts = [pages for _no, pages in subreports.bound(db, row)]  # read with it, bound behind it
    return _file(pdf.joined([pdf.render(records.REPORT, data), *parts]), f"{row.reportno}草稿")


def issued(db: Session, buss_id: str) -> Report:
    query = select(Report).where(Report.appbuss_id == buss_id).order_by(Report.issuedat.desc())
    found = db.scalars(query).first()
    if found is None:
        raise Refused("报告尚未签发")
    return found


def is_issued(db: Session, number: str) -> bool:
    """Whether a report of this number was issued, whatever became of it."""
    return db.scalar(select(Report.id).where(Report.reportno == number)) is not None


def issued_numbers(db: Session, keys: Sequence[str]) -> dict[str, str]:
    """The number of the latest report of each of several items. Raises Refused when one has none."""
    query = select(Report.appbuss_id, Report.reportno).where(Report.appbuss_id.in_(keys)).order_by(Report.issuedat)
    found = {one.appbuss_id: one.reportno for one in db.execute(query)}
    if found.keys() != set(keys):
        raise Refused("报告尚未签发")
    return found


def issued_file(db: Session, me: User, buss_id: str) -> File:
    """The issued report, byte for byte as it was signed."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    found = issued(db, row.id)
    return _file(files.read_checked(found.key), found.reportno)


def issued_signature(db: Session, me: User, buss_id: str) -> File:
    """The SM2 signature of the issued report, as a file of its own."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    return signature_file(db, issued(db, row.id))


def signature_file(db: Session, report: Report) -> File:
    """The SM2 signature of a report, for any tool that checks one. Raises Refused when it has none."""
    made = records.sm2_container(db, report)
    if made is None:
        raise Refused("这份报告签发时没有国密签名")
    return File(made, "application/pkcs7-signature", f"{report.reportno}.p7s")


def save_print_log(db: Session, me: User, number: str, kind: str) -> None:
    """Note that a document was printed (by its number: seisn or appno)."""
    found = db.scalar(select(AppBuss.id).where(AppBuss.seisn == number, AppBuss.visible(me))) or db.scalar(
        select(AppMain.id).where(AppMain.appno == number, AppMain.visible(me))
    )
    if found is None:
        raise BadInput("打印的单号不存在")
    handling.note_print(db, me, found, number, kind, 1)
