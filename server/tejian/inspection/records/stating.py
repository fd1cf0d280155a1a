"""Technical parameters that the inspector read or measured otherwise than the archive states them.

The record and its report go by what was found; the archive follows by a correction that the issued report proposes.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.care.correction import api as corrections
from tejian.archives.equipment.api import check_change, fields_of, technical_fields, typed
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.kit.database.audit import plain
from tejian.kit.forms.formview import Field
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.ports import Port
from tejian.kit.ground.shapes import FormField
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import version

from .reading import device_of, same_value

LEAST, MOST = 2, 200  # characters of a reason

# what an item costs by each of some values of its device; the charging area stands above this one
fees_of: Port[[Session, AppBuss, Sequence[Mapping[str, Any]]], list[Decimal | None]] = Port(
    "fees of an item by other values"
)


class FoundForm(BaseModel):
    """A parameter as it is sent: what was found, and on what ground. An empty value takes it back."""

    model_config = ConfigDict(extra="ignore")
    value: str = ""
    reason: str = ""


class Stated(TypedDict):
    """A parameter as the record keeps it."""

    value: Any
    reason: str


class Parameter(FormField):
    """A parameter that may be found otherwise: how it is filled in, and what the archive states."""

    old: Any
    oldShown: str


def parameters(db: Session, row: AppBuss, record: OriginalRecord) -> list[Parameter]:
    """The technical parameters of the device; none of a valve or a product."""
    words = dictionary.words(db, version(db, "dict"))
    out: list[Parameter] = []
    for name, field in _fields(db, row).items():
        old = record.equipment.get(name)
        shown = str(words.get(field.dict, {}).get(str(old), old if old is not None else ""))
        one: Parameter = {**field.config(), "required": False, "old": old, "oldShown": shown}
        out.append(one)
    return out


def write_found(db: Session, row: AppBuss, record: OriginalRecord, sent: Mapping[str, FoundForm]) -> None:
    """Keep what was found, as the form of the archive reads it; one sentence of the archive refuses all of it."""
    fields, words = _fields(db, row), dictionary.words(db, version(db, "dict"))
    stated = dict(record.corrections)
    for name, one in sent.items():
        if name not in fields:
            raise BadInput("不是可以更正的设备参数", field=name)
        field, reason = fields[name], one.reason.strip()
        value = plain(field.read(one.value, words))
        if value is None:
            stated.pop(name, None)
            continue
        if same_value(field.type, record.equipment.get(name), value):
            raise BadInput(f"{field.label}：与档案的值相同，不用更正", field=name)
        if not LEAST <= len(reason) <= MOST:
            raise BadInput(f"{field.label}：请写明依据（{LEAST}至{MOST}个字），如铭牌、实测", field=name)
        stated[name] = {"value": value, "reason": reason}
    device = device_of(db, row)
    if stated and isinstance(device, Equipment):
        with db.no_autoflush:
            check_change(db, device, {name: fields[name].read(one["value"], words) for name, one in stated.items()})
    record.corrections = stated


def forget_known(db: Session, row: AppBuss, record: OriginalRecord) -> None:
    """What the archive states by now is no correction any more."""
    fields = _fields(db, row)
    record.corrections = {
        name: one
        for name, one in record.corrections.items()
        if name in fields and not same_value(fields[name].type, record.equipment.get(name), one["value"])
    }


def found_otherwise(db: Session, row: AppBuss, record: OriginalRecord) -> Iterator[dict[str, Any]]:
    """Each parameter found otherwise, with both values in words."""
    if not record.corrections:
        return
    words, fields = dictionary.words(db, version(db, "dict")), fields_of(row.equclass, row.equclacode)
    for name, one in record.corrections.items():
        field = fields[name]
        texts = [
            f"{words.get(field.dict, {}).get(str(value), str(value))}{field.unit}" if value not in (None, "") else "空"
            for value in (record.equipment.get(name), one["value"])
        ]
        own = {"old": texts[0], "new": texts[1], "value": record.equipment.get(name), "reason": one["reason"]}
        yield {"id": name, "label": field.label, **own}


def charged_otherwise(db: Session, row: AppBuss, record: OriginalRecord) -> Iterator[dict[str, Any]]:
    """What the item costs by what was found, where that differs from what it costs by its archive."""
    if not record.corrections:
        return
    values = {name: one["value"] for name, one in record.corrections.items()}
    each = [{name: value} for name, value in values.items()]
    by_archive, by_found, *by_each = fees_of(db, row, [{}, values, *each])
    if by_archive is None or by_found is None or by_archive == by_found:
        return
    fields = fields_of(row.equclass, row.equclacode)
    alone = [name for name, fee in zip(values, by_each, strict=True) if fee != by_archive]
    label = "、".join(fields[name].label for name in alone or values)
    yield {"label": label, "old": f"{by_archive:.2f}", "new": f"{by_found:.2f}"}


def otherwise(db: Session, row: AppBuss, record: OriginalRecord) -> list[str]:
    """What the report says beside its values."""
    return [
        f"{one['label']}为现场核实值{one['new']}（档案值{one['old']}，更正申请中）"
        for one in found_otherwise(db, row, record)
    ]


def propose(db: Session, row: AppBuss, report: Report) -> None:
    """Follows the issue of a report: what it found otherwise becomes a draft of a correction of the archive.

    What an earlier report of the item proposed and nobody has decided yet lapses.
    """
    corrections.lapse(db, db.info["me"], row.id)
    record = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)).one()
    device = device_of(db, row)
    if not record.corrections or not isinstance(device, Equipment):
        return
    who = db.scalars(select(SysUser).where(SysUser.id == row.enteredby)).one()
    finder = User(id=who.id, name=who.name, org_id=who.org_id)
    grounds = "；".join(f"{one['label']}：{one['reason']}" for one in found_otherwise(db, row, record))
    reason = f"报告{report.reportno}，检验人员{who.name}现场核实。{grounds}"[:500]
    values = {name: one["value"] for name, one in record.corrections.items() if not _states(device, name, one["value"])}
    corrections.propose(db, finder, device, values, reason, item=row.id, reportno=report.reportno)


def _states(device: Equipment, name: str, value: Any) -> bool:
    kind = fields_of(device.equclass, device.equclacode)[name].type
    return same_value(kind, plain(typed(device, name)), value)


def _fields(db: Session, row: AppBuss) -> dict[str, Field]:
    device = device_of(db, row)
    return technical_fields(db, device) if isinstance(device, Equipment) else {}
