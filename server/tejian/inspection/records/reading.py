"""What the rules read of a record: the device and its values, the item lists, and the items with their results."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of
from tejian.archives.ledgers.inspected.api import Device, one_of
from tejian.archives.models.products import Product
from tejian.archives.models.valves import SafetyValve
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.subreports import SubReport
from tejian.inspection.rules.api import (
    ItemResult,
    SeisortRule,
    find_rule,
    item_names,
)
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.system.settings.api import all_types, version

from . import book

OF_PRODUCT: tuple[str, ...] = ("equname", "equclacode", "equkind", "model", "useplace", "useorgname", "useorgsysid")
OF_PRODUCT += ("areacode", "porgname", "prodate", "batchno", "prodnos", "quantity", "amount", "compname", "compspec")
OF_VALVE = ("equname", "equclacode", "model", "prono", "useplace", "useorgname", "useorgsysid", "areacode")


SUBKIND = 5  # signs of a sub-kind in the catalogue
SUB_REPORTS = "subs"  # the table of a record that lists them; nobody types into it


_SUB_REPORTS = select(SubReport).where(SubReport.appbuss_id == bindparam("item")).order_by(SubReport.seq)


def sub_reports(db: Session, row: AppBuss) -> Sequence[SubReport]:
    """The sub-reports of an item in the order of their numbers: what is audited by itself before the report."""
    return db.scalars(_SUB_REPORTS, {"item": row.id}).all()


_RECORD = select(OriginalRecord).where(OriginalRecord.appbuss_id == bindparam("item"))
_LOCKED = _RECORD.with_for_update().execution_options(populate_existing=True)


def record_of(db: Session, row: AppBuss, *, lock: bool = False) -> OriginalRecord | None:
    """The record of an item; None before it is built."""
    return db.scalars(_LOCKED if lock else _RECORD, {"item": row.id}).first()


def values_of(device: Device) -> dict[str, Any]:
    """All fields of a device by contract name: columns and the document of technical parameters."""
    out = {**device.params}
    if isinstance(device, SafetyValve):  # what reports say of every device
        out |= {name: getattr(device, name) for name in OF_VALVE} | {"hostclass": device.hostequclass}
    if isinstance(device, Product):
        return out | _of_product(device)
    for name in fields_of(device.equclass, device.equclacode):
        if name in ("equdatasysid", "samvalveid"):
            out[name] = device.id
        elif hasattr(type(device), name) and name not in ("params",):
            value = getattr(device, name)
            if value not in (None, ""):
                out[name] = plain(value)
    return out


def values_found(record: OriginalRecord) -> dict[str, Any]:
    """The values of the snapshot with those that the inspector found otherwise in their places."""
    return {**record.equipment, **{name: one["value"] for name, one in record.corrections.items()}}


def same_value(kind: str, old: Any, new: Any) -> bool:
    """Whether two values of a field are one: of a number 25 and 25.00."""
    if kind in ("int", "decimal") and old and new:
        return bool(book.number(old) == book.number(new))
    return str(old or "") == str(new or "")


def _of_product(product: Product) -> dict[str, Any]:
    """What reports, limits and fees read of a product: its numbers and quantity, its price as the price of a device."""
    out = {name: getattr(product, name) for name in OF_PRODUCT}
    out |= {"prono": product.prono or product.prodnos or product.batchno, "equprice": product.amount}
    out |= {"mfginspcertno": product.inspcertno, "porgaosysid": product.makersysid}
    return {name: plain(value) for name, value in out.items() if value not in (None, "")}


def device_of(db: Session, row: AppBuss, *, lock: bool = False) -> Device:
    return one_of(db, row.equdatasysid, lock=lock)


def due_day(db: Session, device: Device, seisort: str, testsort: str) -> date | None:
    """The day by which the archive wants this inspection; None when its sort sets none, or the archive knows no day."""
    rule = find_rule(book.offered(db, device.equclacode), device.equclacode, seisort, testsort)
    if rule is None or not rule.next_date_fields:
        return None
    field, values = rule.next_date_fields[0], values_of(device)
    days = (_day(values.get(name)) for name in (field, *book.shown_as(db, device.equclacode, field)))
    return next((day for day in days if day), None)


def first_of(db: Session, row: AppBuss) -> AppBuss:
    """The inspection that a re-inspection goes back to; of any other item itself."""
    while row.mother_id:
        row = db.get_one(AppBuss, row.mother_id)  # lint: allow by-id (the key comes from the stored item)
    return row


def sort_of(db: Session, row: AppBuss) -> SeisortRule:
    """The combination of kind and sort of a business item. Raises Refused when it has no items to inspect.

    A re-inspection has the lists and the dates of the inspection that failed.
    """
    rule = book.rule_of(db, row.equclacode, row.seisort, row.testsort)
    if rule is not None and row.mother_id:
        first = sort_of(db, first_of(db, row))
        rule = replace(
            rule,
            template_code=first.template_code,
            item_templates=first.item_templates,
            next_date_fields=first.next_date_fields,
            on_lines=first.on_lines,
        )
    if rule is None or not rule.item_templates:
        raise Refused("该检验类型没有可用的报告模板")
    return rule


def templates_of(db: Session, row: AppBuss) -> tuple[str, tuple[str, ...]]:
    """The template code of a business item and the item lists that make it up."""
    rule = sort_of(db, row)
    return rule.template_code, rule.item_templates


def items_of_row(db: Session, row: AppBuss) -> Sequence[Mapping[str, str]]:
    """The items that a business item inspects, numbered as on its record: of a re-inspection those that failed."""
    items = book.items_of(db, templates_of(db, row)[1], row.templateday)
    return [one for one in items if one["seq"] in row.again] if row.mother_id else items


def names_for(db: Session, record: OriginalRecord) -> dict[str, object]:
    """The names that the conditions of limits and prefill rules read."""
    values = values_found(record)
    kind = str(values.get("equclacode") or values.get("equkind") or "")
    names = device_names(kind, values)
    names["inspdate"] = record.inspdate or clock.today()
    sup, brake = (_day(values.get(name)) for name in ("insinspdate", "nextbraketestdate"))
    return item_names(names, sup, record.inspdate or clock.today(), brake, book.settings(db))


def device_names(kind: str, values: Mapping[str, Any]) -> dict[str, object]:
    """The values of a device as expressions read them: numbers, days and texts by the type of the field."""
    fields = fields_of(class_of(kind), kind)
    names: dict[str, object] = {}
    for name, value in values.items():
        if value in (None, ""):
            continue
        type_ = fields[name].type if name in fields else ""
        if type_ in ("int", "decimal"):
            names[name] = book.number(value)
        else:
            names[name] = _day(value) or value if type_ == "date" else value
    names["kind"] = str(values.get("equkind") or kind)[:4]
    names["equgroup"] = str(names["kind"])[:2]
    if len(kind) == SUBKIND:  # the class of the device is its sub-kind
        names.setdefault("equsubkind", kind)
    return names


def _day(value: Any) -> date | None:
    try:
        return date.fromisoformat(str(value)[:10]) if value else None
    except ValueError:
        return None


def item_results(db: Session, row: AppBuss, record: OriginalRecord) -> list[ItemResult]:
    """The items of the record as the rules read them."""
    out = []
    for item in items_of_row(db, row):
        got = record.results.get(item["seq"], {})
        values = {k: book.number(v) for k, v in (got.get("v") or {}).items() if isinstance(book.number(v), Decimal)}
        out.append(
            ItemResult(
                seq=int(item["seq"]),
                item_no=item["item_no"],
                content=item["content"],
                key_item=item["key_item"] == "Y",
                result=got.get("r", ""),
                value_type=item["value_type"],
                monitored=bool(got.get("m")),
                values=values,
                template=item["template"],
                note=str(got.get("n") or ""),
                lines=tuple(got.get("l") or ()),
            )
        )
    return out


def unqualified_codes(db: Session) -> set[str]:
    """The codes of C606: results that move no date."""
    return {e["value"] for e in all_types(db, version(db, "dict"))[1].get("C606", [])}


def mothers_of(db: Session, row: AppBuss) -> list[str]:
    """The items that failed before a re-inspection, back to the first."""
    keys: list[str] = []
    while row.mother_id and row.mother_id not in keys:
        keys.append(row.mother_id)
        row = db.get_one(AppBuss, row.mother_id)  # lint: allow by-id (the key comes from the stored item)
    return keys
