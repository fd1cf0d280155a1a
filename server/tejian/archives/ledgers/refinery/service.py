"""Bulk registration from a refinery's ledger: every row is checked, then all are stored or none."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import fields_of
from tejian.archives.ledgers.piping import api as piping
from tejian.archives.ledgers.piping.api import LINE_FORM, defer
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.refinery import SiteInspection
from tejian.archives.models.units import Unit
from tejian.archives.permissions import PIPE_CHECK
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.folding import folded
from tejian.kit.ground.user import User

from .forms import CONTAINER_COLUMNS, MOST, PIPELINE_COLUMNS


class LedgerColumn(TypedDict):
    prop: str
    label: str
    unit: str
    dict: str
    type: str
    required: bool


class LedgerFault(TypedDict):
    row: int
    prop: str
    sentence: str


class Ledger(TypedDict):
    """Rows that were judged, or registered; `pending` of them wait for a review."""

    count: int
    faults: list[LedgerFault]
    ids: list[str]
    pending: int


def columns(kind: str) -> list[LedgerColumn]:
    """The columns of the table that takes the ledger's rows."""
    vessel = kind == "container"
    fields = fields_of("2000", "2170") if vessel else fields_of("8000GX", "8000GX")
    names = CONTAINER_COLUMNS if vessel else PIPELINE_COLUMNS
    short = {"equclacode": "设备类别", "porgname": "制造单位", "prono": "出厂编号", "model": "型号"}
    short |= {"equinnerno": "位号", "pipename": "管道名称"}
    return [
        {
            "prop": n,
            "label": short.get(n, fields[n].label),
            "unit": fields[n].unit,
            "dict": fields[n].dict,
            "type": fields[n].type,
            "required": fields[n].required,
        }
        for n in names
    ]


class PastedRows(Form):
    """Rows that were pasted, for a unit or for a project."""

    useorgsysid: str = Field("", title="使用单位", max_length=32)
    equdatasysid: str = Field("", title="所属装置", max_length=32)
    rows: list[dict[str, Any]] = Field([], title="数据")

    def texts(self) -> list[dict[str, str]]:
        if not self.rows:
            raise BadInput("请粘贴至少一行数据")
        if len(self.rows) > MOST:
            raise BadInput(f"一次最多登记{MOST}行")
        return [{k: str(v).strip() for k, v in r.items()} for r in self.rows]


def refinery_unit(db: Session, me: User, key: str) -> Unit:
    unit = visible_or_refuse(db, me, Unit, key)
    if not unit.petrochem:
        raise BadInput(f"使用单位：{unit.name}不是重点石化企业", field="useorgsysid")
    return unit


def _coded(words: dictionary.Words, dict_type: str, text: str) -> str:
    """A code as it is, or the code of a word, or of the only word that contains the text."""
    known = words.get(dict_type, {})
    if text in known or not text:
        return text
    exact = [k for k, v in known.items() if text in (v, v.split("(")[0])]
    near = exact or [k for k, v in known.items() if text in v]
    return near[0] if exact or len(near) == 1 else text


def _container(words: dictionary.Words, unit: Unit, makers: Mapping[str, str], row: Mapping[str, str]) -> Any:
    sent = {n: row.get(n, "") for n in CONTAINER_COLUMNS}
    sent["equclacode"] = _coded(words, "C602", sent["equclacode"])
    for f in fields_of("2000", "2170").values():
        if f.type == "dict" and sent.get(f.name) and f.name != "equclacode":
            sent[f.name] = _coded(words, f.dict, sent[f.name])
    maker = sent.pop("porgname")
    if not maker:
        raise BadInput("制造单位：必填", field="porgname")
    if folded(maker) not in makers:
        raise BadInput(f"制造单位：单位档案中没有“{maker}”", field="porgname")
    place = sent["useplace"] or unit.address
    return sent | {
        "porgaosysid": makers[folded(maker)],
        "useorgsysid": unit.id,
        "areacode": unit.areacode,
        "useplace": place,
    }


def _makers(db: Session, rows: Sequence[Mapping[str, str]]) -> dict[str, str]:
    names = {folded(r.get("porgname", "")) for r in rows} - {""}
    return {u.namefold: u.id for u in db.execute(select(Unit.namefold, Unit.id).where(Unit.namefold.in_(names)))}


def containers(db: Session, me: User, form: PastedRows, *, store: bool) -> Ledger:
    """Check the rows of vessels, or create them all as unregistered devices."""
    unit = refinery_unit(db, me, form.useorgsysid)
    rows = form.texts()
    words, makers = dictionary.words(db, me.dict_version), _makers(db, rows)
    keys: set[tuple[str, str]] = set()

    def judge(row: dict[str, str]) -> dict[str, Any]:
        sent: dict[str, Any] = _container(words, unit, makers, row)
        key = (sent["prono"], sent["porgaosysid"])
        if key in keys:
            raise BadInput(f"出厂编号：{sent['prono']} 在粘贴的数据中重复", field="prono")
        keys.add(key)
        equipment.proposed(db, me, equipment.fresh(me, "2000"), sent, draft=True)
        return sent

    ready, faults = _judged(rows, judge)
    if not store:
        return {"count": len(rows), "faults": faults, "ids": [], "pending": 0}
    _refuse_faulty(rows, faults)
    ids = [equipment.store(db, me, equipment.fresh(me, "2000"), sent, draft=True).id for sent in ready]
    return {"count": len(ids), "faults": [], "ids": ids, "pending": 0}


def pipelines(db: Session, me: User, form: PastedRows, *, store: bool) -> Ledger:
    """Check the rows of lines, or add them all to a project; a registered one has them reviewed first."""
    project = piping.project_of(db, me, form.equdatasysid, lock=store)
    refinery_unit(db, me, project.useorgsysid)
    rows = form.texts()
    words = dictionary.words(db, me.dict_version)
    taken = set(db.scalars(select(Pipeline.pipeno).where(Pipeline.equdatasysid == project.id)))

    def judge(row: dict[str, str]) -> dict[str, Any]:
        sent = {n: row.get(n, "") for n in PIPELINE_COLUMNS} | {"linestatus": "1", "lineregstatus": "0"}
        sent["pipelevel"] = _coded(words, "C616", sent["pipelevel"].upper())
        values = LINE_FORM.read(db, me, sent)
        if fault := piping.refuse_line(values):
            raise BadInput(fault[1], field=fault[0])
        if values["pipeno"] in taken:
            raise BadInput(f"管道编号：{values['pipeno']} 在本装置内已有或重复", field="pipeno")
        taken.add(values["pipeno"])
        return values

    ready, faults = _judged(rows, judge)
    if not store:
        return {"count": len(rows), "faults": faults, "ids": [], "pending": 0}
    _refuse_faulty(rows, faults)
    if project.regstatus == codes.REGISTERED and not me.may(PIPE_CHECK):
        for values in ready:
            changes = piping.differences({}, piping.plainly(values))
            defer(db, me, project, None, "add", changes, "炼化台账批量登记")
        return {"count": len(ready), "faults": [], "ids": [], "pending": len(ready)}
    lines = piping.insert_lines(db, project, ready)
    return {"count": len(lines), "faults": [], "ids": [line.id for line in lines], "pending": 0}


def _judged(
    rows: list[dict[str, Any]], judge: Callable[[dict[str, Any]], dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[LedgerFault]]:
    ready: list[dict[str, Any]] = []
    faults: list[LedgerFault] = []
    for n, row in enumerate(rows):
        try:
            ready.append(judge(row))
        except Refused as wrong:
            faults.append({"row": n, "prop": wrong.extra.get("field", ""), "sentence": wrong.message})
    return ready, faults


def _refuse_faulty(rows: Sequence[Any], faults: Sequence[LedgerFault]) -> None:
    if faults:
        first = f"第{faults[0]['row'] + 1}行 {faults[0]['sentence']}"
        raise BadInput(f"{len(faults)} 行有问题，全部未登记：{first}", faults=list(faults))


# -- inspections by the site team ---------------------------------------------------------------------------------


def inspection_start(db: Session, me: User, key: str) -> dict[str, Any]:
    """What the form of a check begins with, for a vessel or a line."""
    device, line = _device_of(db, me, key)
    unit = db.scalar(select(Unit.name).where(Unit.id == device.useorgsysid)) or ""
    return {
        "id": key,
        "version": (line or device).version,
        "kind": "1",
        "result": "1",
        "checkdate": clock.today().isoformat(),
    } | {
        "orgname": unit,
        "checkman": me.name,
    }


def _device_of(db: Session, me: User, key: str) -> tuple[Equipment, Pipeline | None]:
    line = db.scalars(select(Pipeline).where(Pipeline.id == key, Pipeline.visible(me))).first()
    return visible_or_refuse(db, me, Equipment, line.equdatasysid if line else key), line


def inspect_container(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """A check of a vessel; a yearly one that passed moves its next yearly date."""
    device = visible_or_refuse(db, me, Equipment, sent.id, lock=True)
    if device.equclass != codes.VESSEL:
        raise BadInput("只能登记压力容器的检查")
    refinery_unit(db, me, device.useorgsysid)
    row = _kept(db, SiteInspection(equdatasysid=device.id), sent.values)
    if _moves(db, row, SiteInspection.equdatasysid == device.id):
        device.ninspdate2 = row.nextdate
    db.flush()
    return {"id": row.id}


def inspect_pipeline(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """A check of a line; a yearly one that passed moves its next yearly date."""
    key = sent.id
    project = piping.project_of(db, me, visible_or_refuse(db, me, Pipeline, key).equdatasysid, lock=True)
    refinery_unit(db, me, project.useorgsysid)
    line = visible_or_refuse(db, me, Pipeline, key, lock=True)
    row = _kept(db, SiteInspection(equdatasysid=project.id, lineid=line.id), sent.values)
    if _moves(db, row, SiteInspection.lineid == line.id):
        line.nyearcheckdate = row.nextdate
    db.flush()
    return {"id": row.id}


def _kept(db: Session, row: SiteInspection, values: Mapping[str, Any]) -> SiteInspection:
    if values["checkdate"] > clock.today():
        raise BadInput("检查日期：不得晚于今天", field="checkdate")
    if values["nextdate"] and values["nextdate"] <= values["checkdate"]:
        raise BadInput("下次检查日期：应晚于检查日期", field="nextdate")
    if values["kind"] == "1" and values["result"] != "3" and not values["nextdate"]:
        raise BadInput("下次检查日期：年度检查合格时必填", field="nextdate")
    if values["result"] != "1" and not values["problem"]:
        raise BadInput("发现的问题：结论不是合格时必填", field="problem")
    for name, value in values.items():
        if value is not None:
            setattr(row, name, value)
    db.add(row)
    db.flush()
    return row


def _moves(db: Session, row: SiteInspection, where: Any) -> bool:
    """Whether a check moves the next yearly date: a yearly one that passed, with none later."""
    if row.kind != "1" or row.result == "3":
        return False
    later = select(SiteInspection.id).where(where, SiteInspection.kind == "1", SiteInspection.checkdate > row.checkdate)
    return db.scalar(later.limit(1)) is None
