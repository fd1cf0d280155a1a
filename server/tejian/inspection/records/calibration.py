"""The calibration of a safety valve as its record states it: what it begins with, what checks read, what is kept."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.valves.api import VALVE, limits, take_newest
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.rules.api import SiteCondition, TableColumn, table_of
from tejian.kit.database.audit import plain

from . import book
from .conclusion import Judgement
from .reading import device_names, values_of

TABLE = table_of("valve")  # of the record: a row for the valve
BEGUN = ("valveno", "calmode")  # cells of a new record that nobody types
ON_BENCH, ON_LINE = "01", "02"  # C720
CELLS = {"calmode": "calmode", "calmedium": "calmedium", "setpress": "setpress", "setmean": "actualset"}
CELLS |= {"seal": "sealpress", "leak": "leakrate", "overhaul": "overhaul", "sealno": "sealno", "labelno": "labelno"}
CELLS |= {"calman": "calman", "calbenchno": "calbenchno"}
# of a vessel: which of its chambers a valve guards is not said. The valve of a boiler is set above its rated pressure.
DESIGN = ("designpress_shell", "designpress_tube", "designpress_jacket")


def first_row(row: AppBuss, valve: SafetyValve) -> dict[str, Any]:
    """The table of a new record: the valve as its ledger knows it, nothing that is measured."""
    mode = ON_BENCH if row.testsort == at.ON_THE_BENCH else ON_LINE
    cells = {"valveno": valve.valveno, "setpress": plain(valve.setpress), "calmode": mode}
    return {TABLE: {"params": {}, "rows": [{name: str(text) for name, text in cells.items() if text}]}}


def calibration_columns(db: Session) -> list[TableColumn]:
    """What is filled in of a valve, but for what the record itself puts down."""
    table = book.tables_of_templates(db, _templates(db))[TABLE]
    return [one for name, one in table.entered.items() if name not in BEGUN]


def calibration_conditions(db: Session) -> list[SiteCondition]:
    """The conditions under which valves are calibrated."""
    templates = _templates(db)
    return [one for one in book.site_conditions(db) if one.template in templates and not one.condition]


def _templates(db: Session) -> tuple[str, ...]:
    rule = book.rule_of(db, VALVE, at.CALIBRATION, at.ON_THE_BENCH)
    return rule.item_templates if rule else ()


def measured(record: OriginalRecord) -> bool:
    """Whether somebody has put down more of the valve than the record began with."""
    return any(set(row) - {*BEGUN, "setpress"} for row in record.measures.get(TABLE, {}).get("rows", ()))


def with_cells(record: OriginalRecord, cells: Mapping[str, str]) -> dict[str, Any]:
    """The table of a record that has only begun, with what was measured."""
    (begun,) = record.measures[TABLE]["rows"]
    return {TABLE: {"rows": [begun | dict(cells)]}}


def valve_facts(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, Any]:
    """What the checks of calibrations read beside the record."""
    if row.seisort != at.CALIBRATION:
        return {}
    rows: list[dict[str, str]] = record.measures.get(TABLE, {}).get("rows", [])
    own = str(record.equipment.get("valveno") or "")
    names: dict[str, Any] = {"declared": 1, "count": sum(one.get("valveno") == own for one in rows)}
    host = db.scalars(select(Equipment).where(Equipment.id == record.equipment.get("hostequid", ""))).first()
    if host is not None:
        known = device_names(host.equclacode, values_of(host))
        names["design"] = max((known[name] for name in DESIGN if known.get(name)), default=None)  # type: ignore[type-var]
    marks = [text for one in rows for text in (one.get("sealno"), one.get("labelno")) if text]
    taken = (
        select(SafetyValve.valveno)
        .join(ValveCalibration, ValveCalibration.samvalveid == SafetyValve.id)
        .where(or_(ValveCalibration.sealno.in_(marks), ValveCalibration.labelno.in_(marks)))
        .where(SafetyValve.cheorgsysid == row.cheorg, ~_of_item(db, row))
    )
    other = db.scalar(taken.limit(1)) if marks else None
    return names | {"taken": other or "", "other": other or "其他阀"}


def _of_item(db: Session, row: AppBuss) -> Any:
    """The calibration that this item has already made: its report is being corrected."""
    numbers = select(Report.reportno).where(Report.appbuss_id == row.id)
    return ValveCalibration.calreportno.in_([*db.scalars(numbers), row.reportno])


def write_calibration(
    db: Session, row: AppBuss, record: OriginalRecord, valve: SafetyValve, judgement: Judgement, due: date | None
) -> None:
    """A row of the history of the valve, which states its newest one. A correction writes its own row anew."""
    own = (ValveCalibration.samvalveid == valve.id, or_(_of_item(db, row), ValveCalibration.caldate == row.inspdate))
    made = db.scalars(select(ValveCalibration).where(*own).limit(1)).first()
    made = made or ValveCalibration(samvalveid=valve.id, setcyclemonths=limits(db).cycle)
    for name, value in _measured(judgement).items():
        setattr(made, name, value)
    assert row.inspdate is not None
    made.caldate, made.nextcaldate = row.inspdate, due
    made.calresult, made.calreportno = record.conclusion, row.reportno
    made.calman = made.calman or row.scinspectorname
    db.add(made)
    known = record.equipment.get("nextcaldate")  # as the archive had it before this calibration
    take_newest(db, valve, date.fromisoformat(known) if known else None)


def _measured(judgement: Judgement) -> dict[str, Any]:
    worked = judgement.found.worked.get(TABLE)
    cells: Mapping[str, Any] = worked.rows[0] if worked and worked.rows else {}
    return {column: cells[name] for name, column in CELLS.items() if cells.get(name) not in (None, "")}
