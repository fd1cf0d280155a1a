"""Earlier results as imported history, marked so: one finished item for the last inspection of each device."""

from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment
from tejian.inspection.models import AppBuss, AppMain
from tejian.kit import clock
from tejian.kit.db import new_id
from tejian.system.accounts.models import SysUser
from tejian.system.organisations.models import Org

from .devices import PASS, TESTSORT


def load(db: Session, devices: list[Equipment], people: dict[str, SysUser], orgs: dict[str, Org], today: date) -> None:
    """Imported declarations (one a unit and year) and items; numbers begin with LS, reports with LS too."""
    org = orgs["330200-TJ"]
    mains: dict[tuple[str, int], dict[str, Any]] = {}
    items: list[dict[str, Any]] = []
    inspector = people["jianyan1"]
    for n, e in enumerate(devices, 1):
        if e.inspdate is None:
            continue
        key = (f"{e.useorgsysid}/{e.equclass}", e.inspdate.year)
        day = datetime.combine(e.inspdate, time(16), clock.SHANGHAI)
        if key not in mains:
            mains[key] = _main(e, f"LS{e.inspdate.year}{len(mains) + 1:06d}", org, day)
        main = mains[key]
        main["equcount"] += 1
        number = f"LS{e.inspdate.year}{n:06d}"
        e.insreportno = f"LS{e.equclass[0]}{e.inspdate.year}{n:05d}"
        e.scinspectorname = inspector.name
        items.append(_item(e, main, number, org, day, inspector))
    db.flush()
    for block in (list(mains.values())[i : i + 500] for i in range(0, len(mains), 500)):
        db.execute(insert(AppMain), block)
    for block in (items[i : i + 500] for i in range(0, len(items), 500)):
        db.execute(insert(AppBuss), block)


def _common(day: datetime) -> dict[str, Any]:
    return {"id": new_id(), "createtime": day, "updatetime": day, "createby": "import", "imported": True} | {
        "step": "DONE",
        "status": "70",
        "step_since": day,
    }


def _main(e: Equipment, number: str, org: Org, day: datetime) -> dict[str, Any]:
    return _common(day) | {
        "appno": number,
        "appway": "PLAT",
        "appdate": day.date(),
        "equclass": e.equclass,
        "equclacode": e.equclass,
        "seisort": "02",
        "testsort": TESTSORT[e.equclass],
        "unitsysid": e.useorgsysid,
        "unitname": e.useorgname,
        "cheorg": org.id,
        "chedept": e.chedeptid,
        "equcount": 0,
        "chargestate": "4",
    }


def _item(
    e: Equipment, main: dict[str, Any], number: str, org: Org, day: datetime, inspector: SysUser
) -> dict[str, Any]:
    return _common(day) | {
        "appmain_id": main["id"],
        "appno": main["appno"],
        "seisn": number,
        "equdatasysid": e.id,
        "equclass": e.equclass,
        "equclacode": e.equclacode,
        "equname": e.equname,
        "equcode": e.equcode,
        "usecertno": e.usecertno,
        "useplace": e.useplace,
        "areacode": e.areacode,
        "unitsysid": e.useorgsysid,
        "unitname": e.useorgname,
        "seisort": "02",
        "testsort": main["testsort"],
        "cheorg": org.id,
        "chedept": e.chedeptid,
        "inspdate": e.inspdate,
        "acceptdate": day.date() - timedelta(days=10),
        "conclusion": PASS[e.equclass],
        "nextdate": e.ninspdate,
        "reportno": e.insreportno,
        "scinspectorname": inspector.name,
        "inspectornames": inspector.name,
        "chargestate": "4",
    }
