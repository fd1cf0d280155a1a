"""Equipment archives: read with its whole life, create with duplicate check, edit with locks after registration."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, NotRequired

from pydantic import AliasChoices, ConfigDict, Field
from sqlalchemy import and_, inspect, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import settings
from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.archives.models.equipment import Equipment, Lacking
from tejian.archives.models.units import Unit
from tejian.archives.permissions import equipment_code
from tejian.kit.database.audit import plain
from tejian.kit.database.db import check_version, hold, hold_shared, visible_or_refuse
from tejian.kit.forms.form import Form, Version
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped
from tejian.system.models.organisations import Org
from tejian.system.rules import api as rulestore

from . import checks
from .explained import NextExplained
from .fields import EquipmentField, fields_of, labels
from .limits import limited, limits_of
from .screens import SCREENS

# Fields that the process, the registration or a state change writes, never a form.
NOT_BY_FORM = {"equdatasysid", "equclass", "equDel", "mergedtoid", "createby", "createtime", "updatetime", "seisn"}
NOT_BY_FORM |= {"inspdate", "insdate", "ninspdate", "ninspdate2", "nwaterdate", "ndetdate", "nextbraketestdate"}
NOT_BY_FORM |= {"insreportno", "insresult", "unqualcode", "scinspectorname", "qrcode", "inspecting", "isold", "facno"}
NOT_BY_FORM |= {"equcategory", "equkind", "equsubkind", "cyclebasedate", "equusegro", "equlevel", "superorgname"}
NOT_BY_FORM |= {"porgname", "useorgname", "maiorgname", "cheorgsysname", "useorgcode", "useorgaddr", "porgcode"}
# Which institute, department and authority a record belongs to follows from who makes it, not from the form.
NOT_BY_FORM |= {"cheorgsysid", "superorgsysid", "regorgsysid", "insorgsysid", "chedeptid", "usedeptsysid"}
NOT_BY_FORM |= {"equstatus", "regstatus", "delaydate", "stopdate", "restartdate", "logoutdate", "logoutreason"}
NOT_BY_FORM |= {"pipenum", "pipetotallen", "maxlevel", "earliestnext"}  # a project's lines say these
NUMBERS = "equipment numbers"  # a save shares this name; an import keeps it to itself for its last look
UNITS = {"useorgsysid": "useorgname", "maiorgsysid": "maiorgname", "porgaosysid": "porgname"}


def locked(db: Session) -> set[str]:
    """Fields that are locked once a device is registered (TSG 08): changed only through an archive correction."""
    rows = rulestore.rows(db, "controlled_fields")
    return {r["field"] for r in rows if r["entity"] == "equipment" and r["locked"] == "1"}


def form_fields(equclass: str, equclacode: str) -> list[EquipmentField]:
    """The fields of a record that a form may set, in the order of the table."""
    return [f for f in fields_of(equclass, equclacode or equclass).values() if f.name not in NOT_BY_FORM]


def read_values(db: Session, me: User, equclass: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The fields among `params`, typed and checked against the table; names outside it are dropped."""
    code = str(params.get("equclacode") or "")
    words = dictionary.words(db, me.dict_version)
    if not code.startswith(equclass[0]) or code not in words.get("C602", {}):
        raise BadInput("设备类别：请从选项中选择", field="equclacode")
    limits = limits_of(db, equclass, code)
    out: dict[str, Any] = {}
    for f in form_fields(equclass, code):
        if f.name in params or f.required:
            out[f.name] = limited(f.as_field(), limits.get(f.name)).read(params.get(f.name), words)
    return out


class DeviceForm(Form):
    """A device as it is sent: which, of which class, why it is changed; its fields are read by the table of its class.

    `fields` holds everything that was sent, as it was sent.
    """

    model_config = ConfigDict(extra="allow")
    id: str = Field("", title="主键", max_length=32, validation_alias=AliasChoices("id", "equdatasysid"))
    version: Version = Field(None, title="版本")
    equclass: str = Field("", title="设备种类", max_length=8)
    equclacode: str = Field("", title="设备类别", max_length=8)
    changereason: str = Field("", title="修改原因", max_length=500)

    @property
    def fields(self) -> dict[str, Any]:
        head = {"equclass": self.equclass, "equclacode": self.equclacode}
        return {**(self.model_extra or {}), **{k: v for k, v in head.items() if v}}


def save(db: Session, me: User, form: DeviceForm) -> Equipment:
    """Create or change a record. Returns it; refuses duplicates, locked fields, foreign units, wrong dates."""
    if form.id:
        return write(db, me, visible_or_refuse(db, me, Equipment, form.id, lock=True), form)
    equclass = form.equclass or form.equclacode[:1] + "000"
    if equclass not in SCREENS:
        raise BadInput("设备种类不正确", field="equclass")
    require(me, equipment_code(equclass, "add"))
    return store(db, me, fresh(me, equclass), form.fields)


def write(db: Session, me: User, row: Equipment, form: DeviceForm) -> Equipment:
    """Change a record that is visible and locked."""
    require(me, equipment_code(row.equclass, "save"))
    check_version(row, form.version)
    return store(db, me, row, form.fields)


def fresh(me: User, equclass: str) -> Equipment:
    """A new unregistered record of the user's institute; not stored yet."""
    row = Equipment(equclass=equclass, equstatus="0", regstatus="0", params={}, datasource="01", equDel=0)
    row.cheorgsysid, row.createby = me.org_id, me.id
    return row


def proposed(
    db: Session, me: User, row: Equipment, params: Mapping[str, Any], *, draft: bool = False
) -> dict[str, Any]:
    """What `params` would make of a record, read and checked together with what it holds; nothing is written.

    A `draft` may leave out the technical fields of its class: they are asked for when it is edited.
    """
    known = current(row) if row.id else {}
    values = read_values(db, me, row.equclass, {**known, **{k: v for k, v in params.items() if k != "params"}})
    _check(db, row, values, draft=draft)
    return values


def store(db: Session, me: User, row: Equipment, params: Mapping[str, Any], *, draft: bool = False) -> Equipment:
    """Write checked values into a record whose caller has judged permission and version."""
    values = proposed(db, me, row, params, draft=draft)
    with db.no_autoflush:  # one save is one version and one row of the audit trail
        write_values(db, me, row, values)
    db.add(row)
    db.flush()
    return row


# A change that needs a review first is kept by this hook instead, which answers what becomes of it.
class Deferred(TypedDict):
    """A change that waits for its review."""

    pending: NotRequired[bool]
    changeId: NotRequired[str]
    equdatasysid: NotRequired[str]


class SavedDevice(Deferred):
    id: str
    equclass: str
    version: int


before_change: Port[[Session, User, Equipment, DeviceForm], Deferred | None] = Port("answer of a review")


def edit(db: Session, me: User, form: DeviceForm) -> SavedDevice:
    """editEqm: change a record, or keep the change for its review."""
    row = visible_or_refuse(db, me, Equipment, form.id, lock=True)
    review = before_change(db, me, row, form)
    if not review:
        write(db, me, row, form)
    return {**(review or {}), "id": row.id, "equclass": row.equclass, "version": row.version}


def current(row: Equipment) -> dict[str, Any]:
    """The fields of a record as a form sends them."""
    out = dict(row.params)
    for name in fields_of(row.equclass, row.equclacode):
        if hasattr(Equipment, name):
            value = getattr(row, name)
            out[name] = plain(value)
    return out


def _check(db: Session, row: Equipment, values: dict[str, Any], *, draft: bool = False) -> None:
    asked = form_fields(row.equclass, values["equclacode"])
    asked = [f for f in asked if not draft or f.level in ("COMMON", codes.PIPING)]
    incomplete = row.lacking is not None  # an old record is completed step by step
    every = checks.wrong(db, row.equclass, values, asked, draft=draft)
    for name, sentence in checks.impossible(db, row.equclass, values) if incomplete else every:
        raise BadInput(f"{labels()[name][0]}：{sentence}", field=name)
    refuse_locked(db, row, values)
    refuse_duplicate(db, row, values)


def refuse_locked(db: Session, row: Equipment, values: Mapping[str, Any]) -> None:
    """A registered device keeps its locked fields."""
    if row.id is None or row.regstatus != codes.REGISTERED:
        return
    for name in locked(db):
        if row.lacking is not None and not getattr(row, name):
            continue  # never known, so never fixed
        if name in values and (values[name] or "") != (getattr(row, name) or ""):
            raise Refused(f"{labels()[name][0]}在登记后锁定，请走档案更正")


def check_change(db: Session, row: Equipment, values: dict[str, Any]) -> dict[str, Any]:
    """Judge some fields of a record together with those that rules join them to; gives the values in their form."""
    judged = dict(values)
    for name, sentence in checks.wrong_in_change(db, row.equclass, typed_values(row), judged):
        raise BadInput(f"{labels()[name][0]}：{sentence}", field=name)
    numbers = {"prono", "porgaosysid"}
    together = {n: getattr(row, n) for n in numbers} if judged.keys() & numbers else {}
    refuse_duplicate(db, row, together | judged)
    return judged


def change(
    db: Session, me: User, row: Equipment, values: dict[str, Any], units: Mapping[str, Unit] | None = None
) -> None:
    """Write some read fields of a record; `units` are those that the caller has already looked up."""
    checked = check_change(db, row, values)
    with db.no_autoflush:
        write_values(db, me, row, checked, units)


def typed_values(row: Equipment) -> dict[str, Any]:
    """The fields of the record as a form reads them: days as dates, numbers of the document as numbers."""
    return {name: _typed(row, f) for name, f in fields_of(row.equclass, row.equclacode).items()}


def typed(row: Equipment, name: str) -> Any:
    """One field of the record as a form reads it."""
    return _typed(row, fields_of(row.equclass, row.equclacode)[name])


def _typed(row: Equipment, f: EquipmentField) -> Any:
    value = _value(row, f.name)
    if isinstance(value, str) and value and f.type in ("date", "int", "decimal"):
        return date.fromisoformat(value) if f.type == "date" else Decimal(value)
    return value


PROJECT = ("projname", "useorgsysid")
# what one living device alone may have, fields that are meant together, in the order in which it is said
OF_ONE_DEVICE = {
    PROJECT: "工程（装置）名称与使用单位",
    ("equcode",): "设备代码",
    ("usecertno",): "使用登记证编号",
    ("prono", "porgaosysid"): "出厂编号与制造单位",
    ("ele96333code",): "96333应急识别码",
}


def _column(name: str) -> Any:
    return getattr(Equipment, name) if hasattr(Equipment, name) else Equipment.params[name].astext


def _value(row: Equipment, name: str) -> Any:
    return getattr(row, name) if hasattr(Equipment, name) else row.params.get(name)


def _of_one_device(row: Equipment, values: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """What of `values` no other device may have; of a stored device what is changed."""
    for names in OF_ONE_DEVICE:
        numbers = [values.get(name) for name in names]
        if not all(numbers) or (row.id and numbers == [_value(row, name) for name in names]):
            continue
        if names == PROJECT and row.equclass != codes.PIPING:
            continue
        if names == ("usecertno",) and not identifiers.of_one_device(values["usecertno"]):
            continue
        yield names


def refuse_duplicate(db: Session, row: Equipment, values: Mapping[str, Any]) -> None:
    """Refuse numbers that another living device has: device code, maker number of one maker, emergency code."""
    rules = list(_of_one_device(row, values))
    if not rules:
        return
    hold_shared(db, NUMBERS)
    hold(db, *(f"{names[0]} {values[names[0]]}" for names in rules))
    same = [and_(*(_column(name) == values[name] for name in names)) for names in rules]
    if PROJECT in rules:
        same[rules.index(PROJECT)] &= Equipment.equclass == codes.PIPING
    query = select(Equipment).where(or_(*same), Equipment.equDel == 0)
    if row.id:
        query = query.where(Equipment.id != row.id)
    other = db.scalars(query.limit(1)).first()
    if other:
        what = next(
            OF_ONE_DEVICE[names] for names in rules if all(_value(other, name) == values[name] for name in names)
        )
        raise Refused(
            f"{what}与已有设备重复：{other.equname} {other.equcode} {other.useorgname}",
            "DUPLICATE",
            existing={"id": other.id, "equclass": other.equclass},
        )


def write_values(
    db: Session, me: User, row: Equipment, values: dict[str, Any], units: Mapping[str, Unit] | None = None
) -> None:
    """Put read values where they belong; the names of units stand beside their keys."""
    for name, shown in UNITS.items():
        if name in values:
            key = values[name]
            if row.id and key == getattr(row, name) and getattr(row, shown):
                continue  # as it was; a new name of the unit comes by itself
            unit = (units or {}).get(key) or (visible_or_refuse(db, me, Unit, key) if key else None)
            setattr(row, shown, unit.name if unit else "")
    assign(row, values)
    if row.cheorgsysid and not row.cheorgsysname:
        row.cheorgsysname = db.scalar(select(Org.name).where(Org.id == row.cheorgsysid)) or ""
    if row.lacking is not None:
        row.lacking = still_lacking(db, row) or None


def still_lacking(db: Session, row: Equipment) -> list[Lacking]:
    """What an incomplete record does not state yet."""
    fields = form_fields(row.equclass, row.equclacode)
    return findings(checks.lacking(db, row.equclass, typed_values(row), fields))


def findings(faults: Iterable[checks.Wrong]) -> list[Lacking]:
    """Faults as a record keeps them, each field once."""
    first: dict[str, str] = {}
    for name, sentence in faults:
        first.setdefault(name, sentence)
    return [{"field": n, "label": _label(n), "sentence": sentence} for n, sentence in first.items()]


def _label(name: str) -> str:
    return labels()[UNITS.get(name, name)][0]


def assign(row: Equipment, values: Mapping[str, Any]) -> None:
    """Put typed values into their columns, the other fields of the class into `params`; the levels follow the code."""
    for name, value in placed(values, row.params or {}).items():
        setattr(row, name, value)


def placed(values: Mapping[str, Any], params: Mapping[str, Any]) -> dict[str, Any]:
    """Typed values as the columns take them, `params` with those that have none; the levels follow the code."""
    out: dict[str, Any] = {}
    document = dict(params)
    emptied = _emptied()
    for name, value in values.items():
        if name in emptied:
            out[name] = value if value is not None else emptied[name]
        elif value is None:
            document.pop(name, None)
        else:
            document[name] = plain(value)
    out["params"] = document
    if code := values.get("equclacode"):
        out["equcategory"] = code[:2] + "00"
        out["equkind"] = code[:4] if len(code) >= 4 else code[:3] + "0"
        out["equsubkind"] = code if len(code) > 4 else ""
    return out


@cache
def _emptied() -> Mapping[str, str | None]:
    """The fields that are columns, with what an empty one holds."""
    mapper: Any = inspect(Equipment)
    return {a.key: None if a.columns[0].nullable else "" for a in mapper.column_attrs}


class Repeat(TypedDict):
    repeat: bool
    id: NotRequired[str]
    equcode: NotRequired[str]
    equname: NotRequired[str]
    useorgname: NotRequired[str]
    equclass: NotRequired[str]


def repeats(db: Session, me: User, prono: str, maker: str) -> Repeat:
    """valiRepeatCcbh: the device that already has this maker number."""
    if not prono or not maker:
        return {"repeat": False}
    query = select(Equipment).where(
        Equipment.prono == prono, Equipment.porgaosysid == maker, Equipment.equDel == 0, Equipment.visible(me)
    )
    other = db.scalars(query.limit(1)).first()
    if not other:
        return {"repeat": False}
    return shaped(Repeat, other, repeat=True)


class Inspection(TypedDict):
    """An inspection of a device; `failed` when its conclusion is an unqualified one."""

    id: str
    seisn: str
    reportno: str
    testsort: str
    inspdate: str | None
    conclusion: str
    failed: bool
    step: str
    stepName: str
    inspectors: str
    issued: bool
    imported: bool


inspections: Port[[Session, User, str], list[Inspection]] = Port("inspections of a device")
complete_dates: Port[[Session, Sequence[str]], None] = Port("next dates of devices that were brought over")
explain: Port[[Session, Equipment], NextExplained | None] = Port("why a device has its next dates")
open_businesses: Port[[Session, Sequence[str]], dict[str, str]] = Port("numbers of the open business of devices")


def open_business(db: Session, equipment_id: str) -> str | None:
    """The number of the business that is open on a device, None when there is none."""
    return open_businesses(db, [equipment_id]).get(equipment_id)


def check_removable(db: Session, me: User, row_id: str) -> None:
    """checkEquChdIsNull: a device with open business cannot be deleted or merged."""
    row = visible_or_refuse(db, me, Equipment, row_id)
    if open_business(db, row.id):
        raise Refused("该设备存在在办业务，不能操作")


def field_labels(db: Session, me: User) -> Mapping[str, tuple[str, str]]:
    """Labels for the history: fields of all classes. Keys are not told: the names of units stand beside them."""
    told = dict.fromkeys((n for n in labels() if n.endswith("sysid") or n in ("equDel", "mergedtoid")), ("", ""))
    return {**labels(), **told}


def three_codes(db: Session, me: User, row_id: str) -> dict[str, Any]:
    """getThreeCodeList: the three codes of a device, with which is empty and which another device also has."""
    row = visible_or_refuse(db, me, Equipment, row_id)
    out = []
    for name, label in (("equcode", "设备代码"), ("usecertno", "使用登记证编号"), ("equidentcode", "设备识别码")):
        value = getattr(row, name)
        others = 0
        if value:
            same = select(Equipment.id).where(getattr(Equipment, name) == value, Equipment.id != row.id)
            others = len(db.scalars(same.where(Equipment.equDel == 0).limit(5)).all())
        out.append({"prop": name, "label": label, "value": value, "empty": not value, "repeated": others > 0})
    return {"id": row.id, "codes": out}


def qr_text(db: Session, me: User, row_id: str) -> str:
    """The text of a device's QR label: its public address by identification code."""
    return label_text(visible_or_refuse(db, me, Equipment, row_id))


def label_text(row: Equipment) -> str:
    """The public address of a device."""
    return f"{settings.current().public_url}/equipment-documents?code={row.equidentcode or row.equcode or row.id}"
