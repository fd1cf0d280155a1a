"""Piping projects with their lines, petrochemical units with vessels, and what their site teams inspected."""

import random
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import PipeChange, Pipeline
from tejian.archives.models.refinery import SiteInspection
from tejian.archives.models.units import Unit
from tejian.archives.units.api import PETROCHEMICAL
from tejian.inspection.rules.api import InspectionResult, RuleBook, device_facts, next_dates
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .devices import PASS, Made, sort_of
from .units import person
from .weekdays import worked

REFINERIES = 6
PLANTS = [
    "乙烯装置",
    "常减压装置",
    "催化裂化装置",
    "加氢裂化装置",
    "芳烃联合装置",
    "聚丙烯装置",
    "硫磺回收装置",
    "储运罐区",
]
WORKS = {
    "蒸汽管网": "蒸汽",
    "压缩空气管网": "压缩空气",
    "氮气管网": "氮气",
    "导热油系统": "导热油",
    "冷冻水系统": "冷冻水",
}
CITY = ["燃气中压管网", "燃气门站出站管线", "小区燃气干管", "厂区燃气管线"]
HYDROCARBONS = ["乙烯", "丙烯", "原油", "石脑油", "氢气", "蒸汽", "氮气"]
SIGNS = {
    "乙烯": "ET",
    "丙烯": "PR",
    "原油": "CO",
    "石脑油": "NP",
    "氢气": "HY",
    "蒸汽": "ST",
    "氮气": "NI",
    "天然气": "NG",
}
SIGNS |= {"压缩空气": "CA", "导热油": "HO", "冷冻水": "CW"}
LEVELS = {"8310": ["GC1", "GC2", "GC2", "GC3"], "8320": ["GCD"], "8210": ["GB1"]}
SIZES = [50, 80, 100, 150, 200, 250, 300]
PASSED = PASS["8000"]
FIRST_MONTHS = 36  # TSG D7005—2018 1.6：投用后 3 年内首次定期检验
BIG, MIDDLE = 24, 14  # lines of the largest project, and of some others: one unit alone may be late with a fee
COMMON = {"version": 1, "createby": "import", "updateby": "历史数据"}


def load(db: Session, city: Made, using: list[Unit], book: RuleBook, today: date) -> None:
    """Mark the refineries, name the projects, and give them lines, requests and inspections."""
    rnd, devices = random.Random(4_217), city.devices
    refineries = [u for u in using if "石化" in u.name][:REFINERIES] or using[:REFINERIES]
    for unit in refineries:
        unit.unittype = ",".join(dict.fromkeys([*filter(None, unit.unittype.split(",")), PETROCHEMICAL]))
    vessels = [e for e in devices if e.equclass == "2000" and e.equclacode.startswith("21")]
    for n, vessel in enumerate(vessels[::9]):
        _move(vessel, refineries[n % len(refineries)], PLANTS[n % len(PLANTS)])
        vessel.equinnerno = f"V-{101 + n}"
        if n % 7 == 0:
            vessel.regstatus, vessel.usecertno, vessel.equstatus = "0", "", "9"
    projects = [e for e in devices if e.equclass == "8000"]
    projects.sort(key=lambda e: e.equclacode != "8310")  # the largest one belongs to a refinery
    lines: list[dict[str, Any]] = []
    for n, project in enumerate(projects):
        own = _project(rnd, n, project, refineries, today)
        city.visits[project.id] = _inspected(rnd, project, own, book, today)
        lines += own
    db.flush()
    for block in (lines[i : i + 500] for i in range(0, len(lines), 500)):
        db.execute(insert(Pipeline), block)
    db.execute(insert(PipeChange), _changes(rnd, projects, lines))
    chosen = {u.id for u in refineries}
    ours = [v for v in vessels if v.useorgsysid in chosen]
    keys = {p.id for p in projects if p.useorgsysid in chosen}
    theirs = [row for row in lines if row["equdatasysid"] in keys]
    db.execute(insert(SiteInspection), _inspections(rnd, ours[:30], theirs[::3], today))


def _move(device: Equipment, unit: Unit, place: str) -> None:
    device.useorgsysid, device.useorgname = unit.id, unit.name
    device.areacode, device.useplace = unit.areacode, f"{unit.address}{place}"


def _project(
    rnd: random.Random, n: int, project: Equipment, refineries: list[Unit], today: date
) -> list[dict[str, Any]]:
    kind = project.equclacode
    media = HYDROCARBONS
    if kind == "8310" and n % 2 == 0:
        _move(project, refineries[n // 2 % len(refineries)], PLANTS[n // 2 % len(PLANTS)])
        name = f"{PLANTS[n // 2 % len(PLANTS)]} {n // 2 + 1} 单元"
    elif kind == "8210":
        name, media = f"{rnd.choice(CITY)} {n + 1} 区", ["天然气"]
    else:
        work = "蒸汽管网" if kind == "8320" else rnd.choice(list(WORKS))
        name, media = f"{work} {n + 1} 区", [WORKS[work]]
    count = BIG if n == 0 else MIDDLE if n % 9 == 0 else rnd.randrange(3, 10)
    rows = [_line(rnd, project, media, n, i, today) for i in range(1, count + 1)]
    length = sum((r["pipelength"] for r in rows), Decimal(0))
    order = ("GB1", "GC1", "GC2", "GC3", "GCD")
    project.prono = project.model = project.porgaosysid = project.porgname = ""
    project.params = dict(project.params) | {
        "projname": name,
        "pipenum": count,
        "pipetotallen": f"{length.normalize():f}",
        "maxlevel": min((r["pipelevel"] for r in rows), key=order.index),
        "pipeclass": "GB" if kind == "8210" else "GC",
        "medmain": rows[0]["medium"],
    }
    return rows


def _inspected(
    rnd: random.Random, project: Equipment, rows: list[dict[str, Any]], book: RuleBook, today: date
) -> list[date]:
    """Inspect all lines of a project together, as soon as the first of them is due by its own level and degree."""
    visits: list[date] = []
    due = _dated(project, rows, None, book)
    while due < today:
        day = worked(due - timedelta(days=rnd.randrange(10, 60)))
        visits.append(day)
        due = _dated(project, rows, day, book)
    project.inspdate, project.ninspdate = visits[-1] if visits else None, due
    project.insresult = PASSED if visits else ""
    project.params = dict(project.params) | {"earliestnext": due.isoformat()}
    return visits


def _dated(project: Equipment, rows: list[dict[str, Any]], day: date | None, book: RuleBook) -> date:
    """Write into the lines what follows from an inspection, or from the start of use; gives the earliest day."""
    assert project.usestartdate is not None
    held = {"equclacode": project.equclacode, "equclass": project.equclass}
    for row in rows:
        if day is None:
            row["ninspdate"] = add_months(project.usestartdate, FIRST_MONTHS)
            continue
        facts = device_facts(held | {k: v for k, v in (row | row["params"]).items() if v not in (None, "")})
        result = InspectionResult(
            testsort=sort_of(project.equclacode), inspdate=day, qualified=True, passdate=day, ssdegree=row["ssdegree"]
        )
        updates = next_dates(facts, result, book).updates()
        row |= {"inspdate": day, "insresult": PASSED, "ninspdate": updates["ninspdate"]}
        row["nyearcheckdate"] = updates.get("nyearcheckdate")
    return min(row["ninspdate"] for row in rows if row["linestatus"] == "1")


def _line(rnd: random.Random, project: Equipment, media: list[str], n: int, i: int, today: date) -> dict[str, Any]:
    medium, kind = rnd.choice(media), project.equclacode
    press = Decimal(rnd.choice(["0.4", "0.8", "1.0", "1.6", "2.5", "4.0"]))
    born = project.usestartdate or today
    return COMMON | {
        "id": new_id(),
        "createtime": clock.now(),
        "updatetime": clock.now(),
        "equdatasysid": project.id,
        "pipeno": f"PL{n + 1:02d}-{SIGNS[medium]}{i:03d}",
        "pipename": f"{medium}{rnd.choice(['进料线', '出料线', '回流线', '干管', '支管', '输送线'])}{i}",
        "pipeunitregno": f"GD{n + 1:03d}{i:03d}",
        "pipelevel": rnd.choice(LEVELS[kind]),
        "nominaldia": Decimal(rnd.choice(SIZES)),
        "pipelength": Decimal(rnd.randrange(20, 900)) / 2,
        "pipematerial": rnd.choice(["20#", "Q345E", "06Cr19Ni10"]),
        "designpress": press,
        "workpress": press * Decimal("0.8"),
        "medium": medium,
        "linestatus": "2" if i == 3 and n % 4 == 0 else "1",
        "lineregstatus": "1",
        "ssdegree": rnd.choice(["1", "2", "2", "3"]),
        "insresult": "",
        "insreportno": "",
        "inspdate": None,
        "ninspdate": None,
        "nyearcheckdate": None,
        "params": {
            "startpoint": f"V-{rnd.randrange(101, 140)}",
            "endpoint": f"E-{rnd.randrange(201, 240)}",
            "materialclass": "01",
            "laymode": rnd.choice(["01", "02", "04"]),
            "insyearmonth": f"{born:%Y-%m}",
            "useyearmonth": f"{born:%Y-%m}",
        },
    }


def _at_work(days: int, hour: int, minute: int) -> datetime:
    return datetime.combine(clock.today() - timedelta(days=days), time(hour, minute), clock.SHANGHAI)


def _changes(rnd: random.Random, projects: list[Equipment], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Requests that wait, and some that were decided."""
    named = {p.id: p for p in projects}
    out = []
    for n, row in enumerate(lines[3:60:8]):
        state = "0" if n < 4 else "1" if n % 2 else "2"
        when = _at_work(n * 3 + 1, 9 + n, 7 * n)
        longer = f"{(row['pipelength'] + 12).normalize():f}"
        changes = {"pipelength": [f"{row['pipelength']:.3f}", longer], "medium": [row["medium"], "氮气"]}
        out.append(_change(named[row["equdatasysid"]], row, "edit", changes, state, when, person(rnd)))
    project = projects[0]
    when = _at_work(0 if clock.now().hour >= 9 else 1, 8, 40)
    changes = {"useplace": [project.useplace, f"{project.useplace}北侧"], "medmain": ["", "乙烯、丙烯"]}
    changes["medmain"][0] = project.params["medmain"]
    out.append(_change(project, None, "edit", changes, "0", when, person(rnd)))
    return out


def _change(
    project: Equipment,
    line: dict[str, Any] | None,
    action: str,
    changes: dict[str, list[str]],
    state: str,
    when: datetime,
    who: str,
) -> dict[str, Any]:
    opinion = {"0": "", "1": "与现场一致", "2": "请附变更设计文件"}[state]
    return COMMON | {
        "id": new_id(),
        "createtime": when,
        "updatetime": when,
        "kind": "line" if line else "project",
        "action": action,
        "equdatasysid": project.id,
        "lineid": line["id"] if line else "",
        "title": line["pipeno"] if line else project.params["projname"],
        "changes": changes,
        "reason": "现场改造后实测" if line else "装置扩建",
        "state": state,
        "applyname": who,
        "applytime": when,
        "checkname": "徐海燕" if state != "0" else "",
        "checktime": when + timedelta(hours=24) if state != "0" else None,
        "opinion": opinion,
    }


def _inspections(
    rnd: random.Random, vessels: list[Equipment], lines: list[dict[str, Any]], today: date
) -> list[dict[str, Any]]:
    named: list[tuple[str, str, str]] = [(v.id, "", v.useorgname) for v in vessels]
    named += [(row["equdatasysid"], row["id"], "") for row in lines[:40]]
    units = {v.useorgsysid: v.useorgname for v in vessels}
    out = []
    for n, (device, line, unit) in enumerate(named):
        kind = "123"[n % 3] if n % 5 else "1"
        result = "2" if n % 11 == 3 else "1"
        day = today - timedelta(days=rnd.randrange(5, 330))
        out.append(
            COMMON
            | {
                "id": new_id(),
                "createtime": datetime.combine(day, time(17), clock.SHANGHAI),
                "updatetime": datetime.combine(day, time(17), clock.SHANGHAI),
                "equdatasysid": device,
                "lineid": line,
                "kind": kind,
                "checkdate": day,
                "result": result,
                "minthick": Decimal(rnd.randrange(42, 160)) / 10 if kind == "2" else None,
                "nextdate": add_months(day, 12) if kind == "1" else None,
                "orgname": unit or rnd.choice(list(units.values())),
                "checkman": person(rnd),
                "reportno": f"LH{day.year}{n + 1:04d}",
                "problem": "保温层局部破损，已列入检修计划" if result == "2" else "",
            }
        )
    return out
