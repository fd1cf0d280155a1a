"""The data of a report and of an original record, as the document templates take it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.archives.equipment.api import fields_of
from tejian.archives.files.models import Attachment
from tejian.archives.units.models import Unit
from tejian.inspection import codes as at
from tejian.inspection.models import AppBuss, AppMain, OriginalRecord
from tejian.inspection.rules.api import Found, bounds_of
from tejian.kit import dictionary, files, pdf, qr
from tejian.kit.audit import plain
from tejian.system.accounts.models import SysUser
from tejian.system.organisations.models import Org
from tejian.system.settings.api import value as parameter
from tejian.system.settings.api import version

from . import book
from .conclusion import judge, printed_remark
from .entry_tables import entry_tables, worked_tables
from .reading import names_for, templates_of

CODED = {"equkind": "C602", "usesite": "C631", "controltype": "C630", "drivemode": "C698", "machineroom": "C699"}
CODED |= {"dooropentype": "C684", "buffermode": "C700", "areacode": "AREA"}


def report_title(db: Session, row: AppBuss, words: dictionary.Words) -> str:
    kind = words.get("C601", {}).get(row.equclass, "特种设备")
    sort = words.get("C604", {}).get(row.testsort, "检验")
    return f"{kind}{'定期检验' if row.testsort == at.PERIODIC_TEST else sort}报告"


def equipment_words(values: dict[str, Any], words: dictionary.Words) -> dict[str, Any]:
    """The device values with the names of coded fields beside them."""
    out = dict(values)
    for name, kind in CODED.items():
        if values.get(name):
            out[name + "Name"] = words.get(kind, {}).get(str(values[name]), values[name])
    out["equkindName"] = words.get("C602", {}).get(str(values.get("equclacode", "")), values.get("equname", ""))
    return out


def person(db: Session, user_id: str, at: Any = None, *, pictures: bool = True) -> dict[str, Any] | None:
    """Name, day and signature picture of somebody who signs."""
    user = db.scalars(select(SysUser).where(SysUser.id == user_id)).first() if user_id else None
    if user is None:
        return None
    out: dict[str, Any] = {"name": user.name, "date": plain(at)[:10] if at else ""}
    if pictures and user.signature:
        out["sign"] = pdf.picture(files.read_checked(user.signature), 400)
    return out


def items_for_print(db: Session, row: AppBuss, record: OriginalRecord) -> list[dict[str, Any]]:
    """Items with results, and measured values as people read them."""
    names = names_for(db, record)
    out = []
    for item in book.items_of(db, templates_of(db, row)[1]):
        got = record.results.get(item["seq"], {})
        limits = book.limits(db).get((item["template"], item["item_no"]), ())
        labels = {b.field: b for b in bounds_of(limits, item["template"], item["item_no"], names)}
        lines = []
        for name, number in (got.get("v") or {}).items():
            limit = labels.get(name)
            unit = limit.unit if limit else item["unit"]
            head = f"{limit.label} " if limit and len(got["v"]) > 1 else ""
            lines.append(f"{head}{number}{' ' + unit if unit else ''}")
        note = "监护使用；" if got.get("m") else ""
        out.append(
            {
                "seq": item["seq"],
                "item_no": item["item_no"],
                "section": item["section"],
                "content": item["content"],
                "requirement_summary": item["requirement_summary"],
                "key_item": item["key_item"],
                "result": got.get("r", ""),
                "value": "；".join(lines),
                "values": got.get("v") or {},
                "remark": f"{note}{got.get('n', '')}".strip("；"),
            }
        )
    return out


def tables_for_print(db: Session, found: Found, record: OriginalRecord) -> list[dict[str, Any]]:
    """The filled tables with what was worked out of them."""
    worked = {one["code"]: one for one in worked_tables(found)}
    tables = [one for one in entry_tables(db, record, found) if one["code"] in worked]
    return [{**one, **worked[one["code"]], "typed": one["rows"]} for one in tables]


def photos(db: Session, row: AppBuss, most: int = 12) -> list[dict[str, Any]]:
    """Photos of the inspection as pictures with captions."""
    query = select(Attachment).where(
        Attachment.attrefsysid == row.id, Attachment.deleted.is_(False), Attachment.mime.startswith("image/")
    )
    out = []
    for one in db.scalars(query.order_by(Attachment.item, Attachment.createtime).limit(most)):
        try:
            drawn = pdf.picture(files.read_checked(one.thumb or one.key), 1000)
        except pdf.PdfError:
            continue
        caption = f"第 {one.item} 项" if one.item else one.name
        out.append({"caption": caption, "at": plain(one.createtime)[:16], "key": one.key, **drawn})
    return out


def document(db: Session, row: AppBuss, record: OriginalRecord, *, verifyurl: str = "") -> dict[str, Any]:
    """Everything that the report states. Pictures are in it; `stated` takes them out for keeping."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.scalars(select(Org).where(Org.id == row.cheorg)).one()
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    values = {**record.equipment, **record.corrections}
    judgement = judge(db, row, record)
    own = printed_remark(judgement, record.opinionno)
    remark = "；".join(x for x in (record.remark, own) if x)
    conditions = record.conditions or {}
    labels = [("temperature", "环境温度", "℃"), ("humidity", "相对湿度", "%"), ("voltage", "电源电压", "V")]
    return {
        "orgname": org.name,
        "orgcertno": org.licence_no,
        "orgaddr": org.address,
        "orgtel": org.tel,
        "orgpost": parameter(db, "org.postcode"),
        "reportno": row.reportno,
        "reportname": report_title(db, row, words),
        "testsortName": f"{words.get('C602', {}).get(row.equclacode, row.equname)}",
        "verifyurl": verifyurl,
        "inspdate": plain(record.inspdate),
        "conclusion": record.conclusion,
        "lastinspdate": values.get("inspdate") or "",
        "insresultName": words.get("C605", {}).get(record.conclusion, "").split("(")[0],
        "opinion": record.problems,
        "remark": remark,
        "noticeno": record.opinionno,
        "rectifydate": plain(record.rectifydue) or "",
        "ninspdate": plain(record.nextdate) or "",
        "basis": basis(db, record.template),
        "unitname": main.unitname,
        "inspectors": [person(db, u) for u in row.inspectors],
        "compiler": person(db, row.enteredby, row.enteredat),
        "reviewer": person(db, row.auditedby, row.auditedat),
        "approver": person(db, row.approvedby, row.approvedat),
        "equipment": equipment_words(values, words) | unit_words(db, main),
        "conditions": [
            {"label": label, "value": f"{conditions[key]} {unit}"} for key, label, unit in labels if conditions.get(key)
        ],
        "instruments": [
            {"name": i["name"], "model": i["model"], "no": i["instno"], "validto": i["validto"]}
            for i in record.instruments
        ],
        "items": items_for_print(db, row, record),
        "tables": tables_for_print(db, judgement.found, record),
        "facts": {one.label: record.facts[one.name] for one in judgement.asked if record.facts.get(one.name)},
        "measures": [],
        "photos": photos(db, row),
        "subreports": [],
        **overview_of(row, values, words),
    }


def overview_of(row: AppBuss, values: dict[str, Any], words: dictionary.Words) -> dict[str, Any]:
    """The technical data of classes other than lifts, whose page has fields of its own."""
    if row.equclass == codes.LIFT:
        return {}
    lines = []
    for f in fields_of(row.equclass, row.equclacode).values():
        value = values.get(f.name)
        if f.level == "COMMON" or f.type == "date" or value in (None, ""):
            continue
        shown = words.get(f.dict, {}).get(str(value), value)
        lines.append({"label": f.label, "value": f"{shown} {f.unit}".strip()})
    return {"overviewOnly": True, "overview": lines}


def unit_words(db: Session, main: AppMain) -> dict[str, Any]:
    """What the report states of the unit."""
    unit = db.scalars(select(Unit).where(Unit.id == main.unitsysid)).one()
    return {
        "useorgname": main.unitname,
        "useorgcode": main.unitcode,
        "useorgaddr": main.unitaddress,
        "safemanname": unit.safemanager,
        "safemantel": unit.safetel,
    }


def basis(db: Session, template: str) -> list[str]:
    """The rules that the template is based on: a system parameter by template, else by its class letters."""
    found = parameter(db, f"report.basis.{template}") or parameter(
        db, f"report.basis.{template.split('-', maxsplit=1)[0]}"
    )
    return [x.strip() for x in found.split(";") if x.strip()]


def stated(data: dict[str, Any]) -> dict[str, Any]:
    """The report's statements without its pictures, as they are kept and never change."""

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: bare(v) for k, v in value.items() if k != "svg"}
        return [bare(v) for v in value] if isinstance(value, list) else value

    kept: dict[str, Any] = bare(data)
    return kept


def verify_link(db: Session, base: str, reportno: str, code: str) -> tuple[str, dict[str, str]]:
    """The public address of a report and its QR picture."""
    url = f"{base}/reportWebPage?reportno={reportno}&code={code}"
    return url, qr.svg(url)
