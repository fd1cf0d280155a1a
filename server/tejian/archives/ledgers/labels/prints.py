"""Prints of devices: label sheets, cards, lists, use marks, and several of them in one document."""

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any, cast

from pydantic import Field
from pypdf import PdfWriter
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment.api import fields_of, label_text
from tejian.archives.ledgers.valves.api import valves_to_label
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.archives.permissions import LABELS, VALVE_QUERY
from tejian.kit.database import phones
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.form import ManyIds, Words
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf, qr
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.system.rules import api as rulestore

MOST = 200  # devices in one document
CARDS = 50
VALVE_SIZE = "BQ5030"
LABEL = "BQ"  # what the codes of label sheets begin with


class PrintForm(ManyIds):
    """What is printed of which records; of labels on which sheet, behind how many places that are used up."""

    print_type: str = Field("", alias="printType", title="打印类型", max_length=32)
    size: str = Field(VALVE_SIZE, title="标签尺寸", max_length=32)
    skip: int = Field(0, title="起始位置", ge=0)
    documents: Words = Field([], title="打印内容")


Print = Callable[[Session, User, Sequence[str], PrintForm], bytes]


class LabelSize(TypedDict):
    code: str
    title: str
    width: str
    height: str
    columns: str
    rows: str


def sizes(db: Session) -> list[LabelSize]:
    """The label sheets that can be printed."""
    return [cast(LabelSize, {n: r[n] for n in LabelSize.__annotations__}) for r in rulestore.rows(db, "label_sizes")]


def _size(db: Session, code: str) -> Mapping[str, str]:
    size = next((r for r in rulestore.rows(db, "label_sizes") if r["code"] == code), None)
    if size is None:
        raise BadInput("标签尺寸：请从选项中选择")
    return {k: v for k, v in size.items() if not k.startswith("_")}


def _devices(db: Session, me: User, ids: Sequence[str], most: int = MOST) -> list[Equipment]:
    require(me, LABELS)
    if len(set(ids)) > most:
        raise Refused(f"一次最多打印{most}台设备")
    rows = many_visible_or_refuse(db, me, Equipment, list(ids))
    return sorted(rows, key=lambda e: (e.useorgname, e.equclass, e.equinnerno, e.equcode))


def _skip(form: PrintForm, size: Mapping[str, str]) -> int:
    per_page = int(size["columns"]) * int(size["rows"])
    if form.skip >= per_page:
        raise BadInput(f"起始位置：应在 1 到 {per_page} 之间")
    return form.skip


def _pages(title: str, size: Mapping[str, str], rows: Sequence[Mapping[str, Any]], skip: int = 0) -> bytes:
    return pdf.render("label_sheet", {"title": title, "size": size, "skip": skip, "rows": list(rows)})


def _line(label: str, value: Any) -> dict[str, Any]:
    return {"label": label, "value": value or ""}


def labels(db: Session, me: User, ids: Sequence[str], form: PrintForm, code: str) -> bytes:
    """Labels of devices on sheets of a size, beginning behind `skip` used places."""
    size = _size(db, code)
    rows = [
        {
            "title": e.equname,
            "lines": [
                _line("登记证", e.usecertno or "未登记"),
                _line("代码", e.equcode),
                _line("内编号", e.equinnerno),
                _line("单位", e.useorgname),
                _line("检验至", plain(e.ninspdate)),
            ],
            "qr": qr.svg(label_text(e)),
            "foot": e.equidentcode,
        }
        for e in _devices(db, me, ids)
    ]
    return _pages("设备标签", size, rows, _skip(form, size))


def label_pages(db: Session, title: str, rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Small labels of another area, from the first place of a new sheet on."""
    return _pages(title, _size(db, VALVE_SIZE), rows)


def valve_labels(db: Session, me: User, ids: Sequence[str], form: PrintForm) -> bytes:
    """校验标牌 of valves whose last calibration passed."""
    require(me, VALVE_QUERY)
    size = _size(db, form.size)
    rows = [_valve_label(v) for v in valves_to_label(db, me, ids)]
    return _pages("校验标牌", size, rows, _skip(form, size))


def _valve_label(valve: SafetyValve) -> dict[str, Any]:
    pressure = f"{valve.setpress.normalize():f} MPa" if valve.setpress is not None else ""
    lines = [
        _line("编号", valve.valveno),
        _line("型号", valve.valvemodel),
        _line("整定压力", pressure),
        _line("校验日期", plain(valve.caldate)),
        _line("有效期至", plain(valve.nextcaldate)),
    ]
    text = f"{valve.valveno} {valve.valvemodel} {pressure} {plain(valve.caldate)} {valve.calreportno}"
    return {"title": "安全阀校验合格", "lines": lines, "qr": qr.svg(text), "foot": valve.labelno}


def cards(db: Session, me: User, ids: Sequence[str], form: PrintForm) -> bytes:
    """One page for each device with every field that is filled."""
    rows = _devices(db, me, ids, CARDS)
    words = dictionary.words(db, me.dict_version)
    made = [_card(e, words) for e in rows]
    return pdf.render("device_card", {"orgname": _org(db, me), "printTime": clock.now(), "cards": made})


def _card(e: Equipment, words: dictionary.Words) -> dict[str, Any]:
    head = [
        _line("设备名称", e.equname),
        _line("设备类别", words.get("C602", {}).get(e.equclacode, "")),
        _line("设备代码", e.equcode),
        _line("使用登记证", e.usecertno or "未登记"),
        _line("使用单位", e.useorgname),
        _line("使用地点", e.useplace),
        _line("使用状态", words.get("C637", {}).get(e.equstatus, "")),
        _line("下次检验", plain(e.ninspdate)),
    ]
    shown = {"equname", "equclacode", "equcode", "usecertno", "useorgname", "useplace", "equstatus", "ninspdate"}
    groups: dict[str, list[dict[str, Any]]] = {}
    personal = phones.names(Equipment)
    for f in fields_of(e.equclass, e.equclacode).values():
        value = plain(e.params.get(f.name, getattr(e, f.name, None) if f.name not in shown else None))
        value = phones.hidden(value) if f.name in personal else value
        if value in (None, "", 0, False) or f.name in shown or f.name in UNSAID or f.name.endswith("sysid"):
            continue
        word = words.get("AREA" if f.type == "area" else f.dict, {}).get(str(value), value)
        groups.setdefault(f.group, []).append(_line(f.label, f"{word} {f.unit}".strip()))
    order = ("技术参数", "制造", "安装", "使用", "检验", "基本")
    titles = {"制造": "制造信息", "安装": "安装信息", "使用": "使用信息", "检验": "检验信息", "基本": "其他"}
    parts = [{"title": titles.get(g, g), "fields": groups[g]} for g in order if g in groups]
    return {"head": head, "groups": parts, "qr": qr.svg(label_text(e)), "foot": e.equidentcode}


UNSAID = {"equdatasysid", "equclass", "equcategory", "equkind", "equsubkind", "equDel", "mergedtoid", "chedeptid"}
UNSAID |= {"createby", "createtime", "updatetime", "params", "inspecting", "datasource", "equusegro"}


def device_list(db: Session, me: User, ids: Sequence[str], form: PrintForm) -> bytes:
    """The devices of one unit in a table."""
    rows = _devices(db, me, ids)
    unit = _only_unit(db, rows)
    words = dictionary.words(db, me.dict_version).get("C637", {})
    names = ("equname", "equcode", "usecertno", "equinnerno", "model", "useplace", "inspdate", "ninspdate")
    data = {
        "orgname": _org(db, me),
        "printTime": clock.now(),
        "unitname": unit.name,
        "unitcode": unit.code,
        "unitaddr": unit.address,
        "contact": f"{unit.contact} {unit.tel}".strip(),
        "rows": [
            {n: plain(getattr(e, n)) or "" for n in names} | {"statusName": words.get(e.equstatus, "")} for e in rows
        ],
    }
    return pdf.render("device_list", data)


def _only_unit(db: Session, rows: Sequence[Equipment]) -> Unit:
    keys = {e.useorgsysid for e in rows}
    if len(keys) != 1:
        raise Refused("合并打印只能选同一使用单位的设备")
    found = db.scalars(select(Unit).where(Unit.id == keys.pop())).first()
    if found is None:
        raise Refused("所选设备没有登记使用单位")
    return found


def use_marks(db: Session, me: User, ids: Sequence[str], form: PrintForm) -> bytes:
    """使用标志 of registered devices (TSG 08)."""
    return _use_marks(db, me, _devices(db, me, ids))


def marks(db: Session, me: User, rows: Sequence[Equipment]) -> File:
    """The same for devices that the caller has judged."""
    return _printed(_use_marks(db, me, rows), NAMES["SYBZ"])


def _use_marks(db: Session, me: User, rows: Sequence[Equipment]) -> bytes:
    if bare := next((e for e in rows if not e.usecertno), None):
        raise Refused(f"{bare.equname} {bare.equcode} 没有使用登记证，不能打印使用标志".replace("  ", " "))
    words = dictionary.words(db, me.dict_version).get("C602", {})
    marks = [
        {
            "lines": [
                _line("设备种类", words.get(e.equclass, "")),
                _line("设备品种(名称)", e.equname),
                _line("单位内编号", e.equinnerno),
                _line("设备代码", e.equcode),
                _line("使用登记证编号", e.usecertno),
                _line("使用单位", e.useorgname),
                *([_line("维保单位", e.maiorgname), _line("应急救援", "96333")] if e.equclass == codes.LIFT else []),
            ],
            "next": e.ninspdate.strftime("%Y年%m月") if e.ninspdate else "",
            "registrar": e.superorgname,
            "inspector": e.cheorgsysname,
            "qr": qr.svg(label_text(e)),
        }
        for e in rows
    ]
    return pdf.render("use_mark", {"orgname": _org(db, me), "rows": marks})


def combined(db: Session, me: User, ids: Sequence[str], form: PrintForm) -> bytes:
    """合并设备打印: the chosen documents of one unit's devices, one behind the other."""
    require(me, LABELS)
    wanted = form.documents
    if not wanted or any(not is_print(d) or d in ("HBDY", "AQFBP") for d in wanted):
        raise BadInput("打印内容：请选择")
    _only_unit(db, _devices(db, me, ids))
    parts = [_made(db, me, d, ids, form) for d in wanted]
    out, writer = BytesIO(), PdfWriter()
    for part in parts:
        writer.append(BytesIO(part))
    writer.write(out)
    return out.getvalue()


def _org(db: Session, me: User) -> str:
    return db.scalar(select(Org.name).where(Org.id == me.org_id)) or ""


PRINTS: dict[str, Print] = {
    "SBQD": device_list,
    "SYBZ": use_marks,
    "SBKP": cards,
    "HBDY": combined,
    "AQFBP": valve_labels,
}
NAMES = {"SBQD": "设备清单", "SYBZ": "使用标志", "SBKP": "设备卡片", "HBDY": "合并打印", "AQFBP": "校验标牌"}


def printed(db: Session, me: User, form: PrintForm) -> File:
    """The PDF of one of the prints of this package."""
    return _printed(_made(db, me, form.print_type, form.ids, form), NAMES.get(form.print_type, "设备标签"))


def _printed(content: bytes, name: str) -> File:
    return File(content, "application/pdf", f"{name}{clock.today():%Y%m%d}.pdf", inline=True)


def is_print(kind: str) -> bool:
    """Whether a print type is one of this package: a document, or a label sheet (BQ… of the table of sizes)."""
    return kind in PRINTS or kind.startswith(LABEL)


def _made(db: Session, me: User, kind: str, ids: Sequence[str], form: PrintForm) -> bytes:
    return PRINTS[kind](db, me, ids, form) if kind in PRINTS else labels(db, me, ids, form, kind)
