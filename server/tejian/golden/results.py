"""Cases of one result: whether it can be true of a device, whether what must stand behind it is there, and whether a
measured value lies inside its limits. Asked of the rules; nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import (
    Behind,
    ItemResult,
    Place,
    Said,
    Worked,
    cannot_be,
    item_names,
    name_of,
    outside_of,
    unproven,
)

from .answers import Answer, Miss
from .cases import Case, NotAsked

DAY = "2026-06-10"  # of the inspection, where a case says none
CHOICES = ("refused", "reason", "silent", "outside")


@dataclass(frozen=True)
class Told:
    """What the rules said: id of the rule, whether it refuses, its sentence."""

    rule: str
    hard: bool
    sentence: str


def ask(db: Session, case: Case, fields: Mapping[str, Any]) -> Answer:
    """What the rules of presence and evidence say of the result, or which values lie outside their limits. `fields` are
    the fields of the archive of its kind."""
    item, names = _item(db, case), _names(db, case, fields)
    sheets = records.sheet_rules(db)
    if "outside" in case["expect"]:
        limits = sheets.limits.get((item.template, item.item_no), ())
        beyond = outside_of(item, limits, {**item.values, **names})
        return Answer(outside=sorted(one.field for one in beyond))
    sayings = cannot_be(sheets.presence, item, item.result, Place(names))
    sayings += unproven(records.evidence(db), [item], _behind(db, case, names))
    return Answer(told=[Told(one.ruleid, one.hard, _sentence(one)) for one in sayings])


def _sentence(one: Said) -> str:
    return records.sentence(one, {})


def _item(db: Session, case: Case) -> ItemResult:
    listed = records.items_of(db, (case["template"],))
    own = next((one for one in listed if one["item_no"] == case["item_no"]), None)
    if own is None:
        raise NotAsked(f"{case['template']} 没有项目 {case['item_no']}")
    return ItemResult(
        seq=int(own["seq"]),
        item_no=own["item_no"],
        content=own["content"],
        key_item=own["key_item"] == "Y",
        result=case.get("result", "√"),
        values={name: Decimal(str(value)) for name, value in case.get("values", {}).items()},
        template=own["template"],
        photo=bool(case.get("photo")),
    )


def _names(db: Session, case: Case, known: Mapping[str, Any]) -> dict[str, object]:
    """What the rules read: the device, what follows from its days, what the record states, the other results."""
    kind, device = case["kind"], case.get("device", {})
    if foreign := sorted(set(device) - set(known)):
        raise NotAsked(f"device：没有字段 {'、'.join(foreign)}")
    day = date.fromisoformat(case.get("inspdate", DAY))
    names = records.device_names(kind, {**device, "equclacode": kind}) | {"inspdate": day, "equclass": class_of(kind)}
    days = [date.fromisoformat(device[one]) if one in device else None for one in ("insinspdate", "nextbraketestdate")]
    names |= {one: _cell(value) for one, value in device.items() if isinstance(value, int | float)}
    names = item_names(names, days[0], day, days[1], records.settings(db))
    stated = case.get("stated", {})
    names |= {one: _cell(value) for one, value in stated.items()}
    return names | {name_of(f"{case['template']}:{no}"): result for no, result in case.get("results", {}).items()}


def _behind(db: Session, case: Case, names: Mapping[str, object]) -> Behind:
    tables = records.tables_of_templates(db, (case["template"],))
    given = case.get("worked", {})
    if foreign := sorted(set(given) - set(tables)):
        raise NotAsked(f"worked：模板中没有 {'、'.join(foreign)}")
    worked = {}
    for code, one in given.items():
        rows = [{name: _cell(value) for name, value in row.items()} for row in one.get("rows", [])]
        results = {name: _cell(value) for name, value in one.get("results", {}).items()}
        worked[code] = Worked(tables[code], {}, rows, results)
    return Behind(
        names,
        worked,
        tables,
        subreports=case.get("subreports", ()),
        instruments=bool(case.get("instruments", True)),
        words=records.kinds_of_sub_reports(),
        givers={one.name for one in records.sheet_rules(db).fields} | set(records.archive_names(case["kind"])),
    )


def _cell(value: Any) -> object:
    return Decimal(str(value)) if isinstance(value, int | float) else value


def misses(case: Case, got: Answer) -> list[Miss]:
    """Where the answer is not as wanted."""
    want = case["expect"]
    chosen = [one for one in CHOICES if one in want]
    if len(chosen) != 1 or set(want) - {*CHOICES, "rule", "why"}:
        raise NotAsked(f"expect：须有 {'、'.join(CHOICES)} 之一")
    if chosen == ["outside"]:
        wanted = sorted(want["outside"])
        return [] if wanted == list(got.outside) else [Miss("outside", str(wanted), str(list(got.outside)))]
    spoken = [one for one in got.told if one.rule == want.get("rule", one.rule)]
    if chosen == ["silent"]:
        return [Miss("silent", "没有话说", one.sentence) for one in spoken]
    text, hard = want[chosen[0]], chosen == ["refused"]
    if any(one.hard is hard and text in one.sentence for one in spoken):
        return []
    return [Miss(chosen[0], text, "；".join(f"{one.rule} {one.sentence}" for one in spoken) or "没有话说")]
