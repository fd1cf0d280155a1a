"""Three thousand devices of all classes with valid codes, plausible parameters and ages, and their inspection dates."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from typing import Any

from tejian.archives.common.api import make_equipment_code, make_usecertno
from tejian.archives.equipment.models import Equipment
from tejian.archives.units.models import Unit
from tejian.inspection.records.api import values_of
from tejian.inspection.rules.api import InspectionResult, RuleBook, device_facts, next_dates
from tejian.kit.clock import add_months
from tejian.kit.db import new_id
from tejian.system.desk import api as install
from tejian.system.organisations.models import Org

from . import names as n
from .units import person, phone

SHARES = {"3000": 1650, "2000": 560, "4000": 320, "5000": 280, "1000": 90, "8000": 60, "6000": 34, "9000": 6}
KINDS = {
    "3000": [("3110", 68), ("3120", 15), ("3310", 10), ("3430", 4), ("3210", 1), ("3420", 2)],
    "2000": [("2170", 60), ("2150", 28), ("2130", 6), ("2220", 4), ("2410", 2)],
    "4000": [("4170", 40), ("4110", 30), ("4210", 12), ("4190", 8), ("4250", 4), ("4310", 6)],
    "5000": [("5110", 92), ("5200", 8)],
    "1000": [("1100", 70), ("1200", 25), ("1320", 5)],
    "8000": [("8310", 80), ("8320", 10), ("8210", 10)],
    "6000": [("6100", 40), ("6200", 20), ("6300", 20), ("6D20", 20)],
    "9000": [("9120", 70), ("9110", 30)],
}
TESTSORT = {"3000": "0211", "4000": "0211", "5000": "0211", "6000": "0211", "1000": "0204", "2000": "0205"}
TESTSORT |= {"8000": "0212", "9000": "0215"}
PASS = {"3000": "1031", "4000": "1041", "5000": "1051", "6000": "1061", "1000": "1011", "2000": "1021"}
PASS |= {"8000": "8011", "9000": "1071"}
LEFT_DAYS = 150  # the last months are inspected by the real process
LEFT_CLASSES = ("3000", "4000", "5000")
NAMES = {
    "3110": "客梯",
    "3120": "货梯",
    "3310": "自动扶梯",
    "3430": "杂物电梯",
    "3210": "液压客梯",
    "3420": "消防员电梯",
}


def lift_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    """Technical parameters of a lift or escalator."""
    if kind.startswith("33"):
        speed = rnd.choice(["0.50", "0.65"])
        return {
            "nominalspeed": speed,
            "runvelocity": speed,
            "eleheight": str(rnd.choice([4.5, 5.0, 6.0])),
            "drivemode": "04",
        }
    floors = rnd.choice([3, 4, 6, 7, 11, 11, 18, 18, 26, 33]) if kind == "3110" else rnd.randrange(2, 7)
    speed = "0.50" if kind in ("3120", "3430") else "2.50" if floors > 24 else "1.75" if floors > 9 else "1.00"
    load = {"3430": 250, "3120": rnd.choice([1000, 2000, 3000])}.get(kind, rnd.choice([630, 800, 1000, 1050]))
    room = "01" if rnd.random() < 0.6 else "02"
    return {
        "elefloornumber": floors,
        "elestadenumber": floors,
        "eledoornumber": floors,
        "ratedload": str(load),
        "ratedpeople": load // 75,
        "runvelocity": speed,
        "eleheight": f"{floors * 2.9:.1f}",
        "controltype": rnd.choice(["03", "04", "05"]),
        "drivemode": "01",
        "machineroom": room,
        "dooropentype": "01",
        "conscrtype": f"HD-CK{rnd.randrange(1, 6)}",
        "contscrcode": f"{rnd.randrange(10**6):06d}",
        "tracangtype": f"NBT-{rnd.choice([8, 10, 12])}",
        "tracangcode": f"{rnd.randrange(10**7):07d}",
        "restspeedtype": "XS-240",
        "restspeedcode": f"{rnd.randrange(10**6):06d}",
        "safeclamtype": "QJ2000",
        "buffermode": "03" if speed != "1.00" else "02",
        "buffertype": "YH2/420",
        "suspnum": rnd.choice([5, 6, 7]),
        "isresidential": "1" if floors > 3 else "0",
        "emertel": "96333",
        "maimode": "01",
    }


def crane_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    cap = rnd.choice([3, 5, 5, 10, 16, 20, 32, 50])
    return {
        "ratedliftcap": str(cap),
        "span": str(rnd.choice([13.5, 16.5, 19.5, 22.5, 25.5])),
        "liftheight": "9",
        "workgrade": "A3",
        "moltenmetal": "0",
    }


def vehicle_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    own = {"ratedloadcap": str(rnd.choice([1500, 2000, 2500, 3000, 3500])), "powermode": rnd.choice(["01", "02"])}
    return own | ({"passengers": "14"} if kind.startswith("52") else {})


def vessel_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    volume = rnd.choice([0.6, 1.0, 2.0, 5.0, 10.0, 30.0, 50.0])
    design = rnd.choice([0.84, 1.0, 1.6, 2.5])
    return {
        "vesselclass": {"2130": "III", "2150": "II"}.get(kind, "I"),
        "mediumgroup": "1" if kind == "2130" else "2",
        "volume": str(volume),
        "designpress_shell": str(design),
        "workpress_shell": f"{design * 0.9:.2f}",
        "designtemp_shell": "100",
        "medium_shell": rnd.choice(["压缩空气", "氮气", "蒸汽", "液氨", "液氧"]),
        "innerdia": str(round(800 * volume ** (1 / 3) / 50) * 50),
        "thick_shell": str(rnd.choice([8, 10, 12, 16])),
        "prestestpress": f"{design * 1.25:.2f}",
    }


@cache
def _streets() -> dict[str, list[str]]:
    """The streets of each county, from the table of areas."""
    out: dict[str, list[str]] = {}
    for row in install.rows("dictionaries"):
        if row["type"] == "AREA" and len(row["value"]) == 9:
            out.setdefault(row["parentValue"], []).append(row["value"])
    return out


def _street(county: str, serial: int) -> str:
    """A street of the county: most archives name one, some end at the county."""
    known = _streets().get(county, [])
    return known[serial % len(known)] if known and serial % 9 else county


def boiler_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    return {
        "boilerlevel": rnd.choice(["B", "C"]),
        "ratedevap": str(rnd.choice([1, 2, 4, 6, 10])),
        "ratedevapunit": "t/h",
        "ratedpress": rnd.choice(["0.8", "1.0", "1.25"]),
        "ratedtemp": "184",
        "boilermedium": "01",
        "fueltype": "03",
        "watervol": str(rnd.choice([1500, 3000, 6000])),
    }


def plain_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    return {}


def ride_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    return {"amuslevel": rnd.choice(["A", "B"]), "usemode": "01", "passpercar": 4, "carnum": 12, "passtotal": 48}


def rope_params(rnd: random.Random, kind: str, _born: date) -> dict[str, Any]:
    return {"ropewayform": "01", "ropewaylen": "1280", "heightdiff": "326", "runvelocity": "5", "transcap": 1200}


PARAMS: dict[str, Callable[[random.Random, str, date], dict[str, Any]]] = {
    "3000": lift_params,
    "4000": crane_params,
    "5000": vehicle_params,
    "2000": vessel_params,
    "1000": boiler_params,
    "6000": ride_params,
    "8000": plain_params,
    "9000": rope_params,
}


def make(
    rnd: random.Random,
    units: list[Unit],
    others: dict[str, list[Unit]],
    orgs: dict[str, Org],
    book: RuleBook,
    today: date,
) -> tuple[list[Equipment], list[str]]:
    """The devices, each with its last inspection and the dates that follow from it by the rules.

    Also gives the keys of those whose last months are left for the real process to inspect.
    """
    out: list[Equipment] = []
    left: list[str] = []
    cutoff = today - timedelta(days=LEFT_DAYS + 25)
    for equclass, count in SHARES.items():
        kinds, weights = zip(*KINDS[equclass], strict=True)
        for i in range(count):
            kind = rnd.choices(kinds, weights=weights)[0]
            unit = unit_for(rnd, equclass, units)
            device = device_of(rnd, equclass, kind, len(out) + 1, unit, others, orgs, today)
            inspected(rnd, device, book, cutoff)
            due = device.ninspdate or today
            wanted = equclass in LEFT_CLASSES and device.equstatus == "1" and i % 5 < 3
            if wanted and today - timedelta(days=LEFT_DAYS) <= due <= today - timedelta(days=8):
                left.append(device.id)
            else:
                inspected(rnd, device, book, today, overdue=rnd.random() < 0.05)
            out.append(device)
    return out, left


def unit_for(rnd: random.Random, equclass: str, units: list[Unit]) -> Unit:
    """Estates own lifts, factories own vessels and cranes; a few units own many."""
    wanted = {"3000": ("03", "02", "01"), "6000": ("01",), "9000": ("01",)}.get(equclass, ("01",))
    place = min(int(rnd.paretovariate(1.1) * 12) - 12, len(units) - 1)
    for step in range(len(units)):
        unit = units[(place + step * 7) % len(units)]
        if unit.usertype in wanted:
            return unit
    return units[place]


def device_of(
    rnd: random.Random,
    equclass: str,
    kind: str,
    serial: int,
    unit: Unit,
    others: dict[str, list[Unit]],
    orgs: dict[str, Org],
    today: date,
) -> Equipment:
    maker = rnd.choice(others.get(equclass) or others["2000"])
    age = min(26, max(0.6, rnd.gammavariate(2.6, 3.4)))
    born = today - timedelta(days=int(age * 365.25) + rnd.randrange(60, 200))
    started = born + timedelta(days=rnd.randrange(60, 150))
    passed = started - timedelta(days=rnd.randrange(5, 25))
    building = rnd.randrange(1, 30)
    front = rnd.choice(n.FRONT)
    place = f"{unit.address}{front}{rnd.choice(n.ESTATES)}{building}幢{rnd.randrange(1, 5)}单元"
    if equclass not in ("3000",):
        place = f"{unit.address}{rnd.choice(['一', '二', '三', '四'])}车间"
    dept = {"1000": "530201-03", "2000": "530201-03", "8000": "530201-03"}.get(equclass)
    dept = dept or {"330281": "530201-07", "330282": "530201-08"}.get(unit.areacode)
    dept = dept or ("530201-02" if serial % 2 else "530201-04")
    keeper = rnd.choice(others["maintain"]) if equclass == "3000" else None
    registered = started + timedelta(days=20)
    return Equipment(
        id=new_id(),
        equclass=equclass,
        equclacode=kind,
        equcategory=kind[:2] + "00",
        equkind=kind,
        equsubkind="",
        equname=_name(kind),
        equcode=make_equipment_code(kind, f"33{rnd.randrange(1000):03d}", born.year, serial % 10_000),
        usecertno=make_usecertno(kind, "浙B", serial, min(registered, today).year),
        equidentcode=f"NB{equclass[0]}{serial:08d}",
        prono=f"{born.year % 100:02d}{rnd.choice('ABCDE')}{serial:05d}",
        ele96333code=f"{100_000 + serial:06d}" if equclass == "3000" else "",
        model=_model(rnd, equclass),
        equinnerno=f"{rnd.randrange(1, 20)}#",
        equstatus="2" if rnd.random() < 0.03 else "1",
        regstatus="1",
        porgaosysid=maker.id,
        porgname=maker.name,
        prodate=born,
        insorgname=keeper.name if keeper else "",
        useorgsysid=unit.id,
        useorgname=unit.name,
        areacode=_street(unit.areacode, serial),
        useplace=place,
        buildname=f"{front}{n.ESTATES[building % len(n.ESTATES)]}" if equclass == "3000" else "",
        usesite="01" if unit.usertype == "03" else "14" if equclass != "3000" else "13",
        usestartdate=started,
        useman=person(rnd),
        usetel=phone(rnd),
        maiorgsysid=keeper.id if keeper else "",
        maiorgname=keeper.name if keeper else "",
        superorgsysid=orgs["330200-SJ"].id,
        superorgname=f"{n.PLACES[unit.areacode][0]}市场监督管理局",
        cheorgsysid=orgs["330200-TJ"].id,
        cheorgsysname=orgs["330200-TJ"].name,
        chedeptid=orgs[dept].id,
        regdate=registered if registered < today else today,
        insinspdate=passed,
        firstinspdate=passed if equclass == "5000" else None,
        cyclebasedate=passed if equclass in ("3000", "4000", "5000") else None,
        ssdegree="2" if equclass in ("2000", "8000") else "",
        params=PARAMS[equclass](rnd, kind, born),
        datasource="04",
        equDel=0,
    )


def _name(kind: str) -> str:
    words = {
        "21": "储气罐",
        "22": "汽车罐车",
        "24": "医用氧舱",
        "41": "桥式起重机",
        "42": "门式起重机",
        "43": "塔式起重机",
    }
    words |= {
        "51": "叉车",
        "52": "观光车",
        "11": "蒸汽锅炉",
        "12": "热水锅炉",
        "13": "有机热载体锅炉",
        "81": "长输管道",
    }
    words |= {"82": "燃气管道", "83": "工艺管道", "61": "观览车", "62": "滑行车", "63": "架空游览车", "6D": "水滑梯"}
    words |= {"91": "客运索道"}
    return NAMES.get(kind) or words.get(kind[:2], "设备")


def _model(rnd: random.Random, equclass: str) -> str:
    letters = {"3000": "GPS", "4000": "LD", "5000": "CPD", "2000": "C", "1000": "WNS", "6000": "GL", "9000": "SD"}
    return f"{letters.get(equclass, 'X')}-{rnd.randrange(10, 99)}"


def inspected(rnd: random.Random, device: Equipment, book: RuleBook, today: date, *, overdue: bool = False) -> None:
    """Give the device its last inspection so that its next one lies ahead (or, for a few, has passed)."""
    sort = TESTSORT[device.equclass]
    if device.equclacode.startswith("22"):
        sort = "0209"
    if device.equclacode.startswith("24"):
        sort = "0207"
    if device.equclacode.startswith("82"):
        sort = "0213"
    values = values_of(device)
    day = device.inspdate
    assert device.insinspdate is not None
    first = device.insinspdate
    for _ in range(40):
        facts = device_facts({**values, "lastdjdate": day} if day else values)
        result = InspectionResult(testsort=sort, inspdate=day, qualified=True, passdate=day) if day else None
        if result is None:
            due = add_months(first, 12 if device.equclass not in ("2000", "8000") else 36)
        else:
            dates = next_dates(facts, result, book)
            due = dates.value("ninspdate") or today + timedelta(days=365)
            for name, value in dates.updates().items():
                if hasattr(Equipment, name):
                    setattr(device, name, value)
                    values[name] = value.isoformat() if value else ""
        late = timedelta(days=rnd.randrange(5, 90)) if overdue else timedelta(0)
        if due + late >= today:
            break
        visit = due - timedelta(days=rnd.randrange(2, 45))
        if visit >= today:
            break
        if overdue and add_months(due, 12) >= today and day is not None:
            break
        day = visit
    while not overdue and device.ninspdate2 and device.ninspdate2 < today:
        device.ninspdate2 = add_months(device.ninspdate2, 12)  # the yearly inspections since then were done
    device.inspdate, device.ninspdate = day, due
    if day:
        device.insresult = PASS[device.equclass]
    if device.equclass == "3000" and day is not None and rnd.random() < 0.95:
        _detected(rnd, device, book, today)


def _detected(rnd: random.Random, device: Equipment, book: RuleBook, today: date) -> None:
    """Give a lift the self-inspections (自行检测) of its years up to now."""
    for _ in range(20):
        if device.ndetdate is None or device.ndetdate >= today or device.inspdate is None:
            return
        device.insdate = device.ndetdate - timedelta(days=rnd.randrange(3, 40))
        facts = device_facts(values_of(device), lastdjdate=device.inspdate, lastjcdate=device.insdate)
        result = InspectionResult(testsort="0701", inspdate=device.insdate)
        for name, value in next_dates(facts, result, book).updates().items():
            if name in ("ndetdate", "nextbraketestdate"):
                setattr(device, name, value)
