"""Products, safety valves, vehicles with cylinders and maintenance visits of the demo city."""

import random
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import VIN_VALUES, make_usecertno, vin_check_char
from tejian.archives.ledgers.maintenance import api as visit_rules
from tejian.archives.ledgers.maintenance.api import VisitItem, intervals, items_for
from tejian.archives.models.cylinders import Cylinder, CylinderCar
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.models.products import Product, ProductDevice
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tejian.system.models.organisations import Org

from .draw import lots
from .piping import COMMON
from .units import person, phone

PRODUCTS = {
    "1000": ("1100", [("蒸汽锅炉", "WNS4-1.25-Q", 186_000), ("蒸汽锅炉", "SZS10-1.6-Q", 420_000)]),
    "2000": ("2170", [("储气罐", "C-1.0/0.84", 3_200), ("分汽缸", "FQ-500", 8_600), ("换热器", "BEM500", 52_000)]),
    "3000": ("3110", [("客梯", "MAX-V 1000/1.75", 228_000), ("货梯", "HT 2000/0.5", 196_000)]),
    "4000": ("4110", [("桥式起重机", "LD10-16.5", 68_000), ("门式起重机", "MH16-22", 158_000)]),
    "8000": ("8310", [("蒸汽管网安装工程", "DN150", 860_000), ("压缩空气管道工程", "DN80", 240_000)]),
}
OTHER_KINDS = {"门式起重机": "4210"}
PARTS = [("无缝弯头", "DN100×90°", "20#", "7210"), ("法兰", "WN100-16", "16Mn", "7410")]
PARTS += [("波纹管膨胀节", "DN200", "06Cr19Ni10", "7510"), ("截止阀", "J41H-16C DN50", "WCB", "7320")]
PARTS += [("钢管", "φ108×4", "20#", "7110")]
VALVES = [("A48Y-16C", "01", 50), ("A47H-16C", "02", 40), ("A28W-16T", "03", 25), ("A42Y-40", "01", 80)]
BODIES = ["宁波公共交通", "甬城出租汽车", "北仑港物流", "宁波环卫运输", "余姚客运"]
LIFTS, VISITS = 160, 6  # the first lifts have a history of visits, every other one its last
LAST = 2


def load(
    db: Session, devices: list[Equipment], others: dict[str, list[Unit]], orgs: dict[str, Org], today: date
) -> None:
    """Everything beside the devices that the archives hold of them."""
    rnd = random.Random(90_121)
    org = orgs["330200-TJ"].id
    _products(db, rnd, devices, others, org, today)
    _valves(db, rnd, devices, org, today)
    _cars(db, rnd, org, today)
    lifts = [e for e in devices if e.equclass == "3000" and e.equstatus == "1"]
    _visits(db, rnd, lifts[:LIFTS], today, VISITS, 13)
    _visits(db, lots(90_122), lifts[LIFTS:], today, LAST, 80)


def _made(**values: Any) -> dict[str, Any]:
    return COMMON | {"id": new_id(), "createtime": clock.now(), "updatetime": clock.now()} | values


def _products(
    db: Session,
    rnd: random.Random,
    devices: list[Equipment],
    others: dict[str, list[Unit]],
    org: str,
    today: date,
) -> None:
    rows, links = [], []
    for equclass, (code, kinds) in PRODUCTS.items():
        makers = others.get(equclass) or others["maintain"]
        archived = [e for e in devices if e.equclass == equclass and e.porgaosysid][:4]
        for n in range(14):
            name, model, price = kinds[n % len(kinds)]
            maker, born = rnd.choice(makers), today - timedelta(days=rnd.randrange(20, 400))
            batch = 1 if n % 3 or equclass == "8000" else rnd.randrange(3, 9)
            row = _product(
                rnd,
                equclass,
                OTHER_KINDS.get(name, code),
                f"{name}{n + 1 if equclass == '8000' else ''}",
                model,
                maker,
                born,
                org,
            )
            row |= {"quantity": Decimal(batch), "price": Decimal(price), "amount": Decimal(price) * batch}
            if batch > 1:
                row |= {"prono": "", "prodnos": f"{row['batchno']}01-{row['batchno']}{batch:02d}"}
            elif n % 7 == 1 and archived:
                device = archived.pop()
                row |= {"prono": device.prono, "makersysid": device.porgaosysid, "makername": device.porgname}
                row |= {
                    "equclacode": device.equclacode,
                    "compname": device.equname,
                    "compspec": device.model,
                    "prodate": device.prodate,
                    "state": "2",
                }
                links.append(_made(product_id=row["id"], prono=device.prono, equdatasysid=device.id, byname="徐海燕"))
            if n % 5 == 4:  # is still to be inspected
                row |= {"inspcertno": "", "inspman": ""}
            rows.append(row)
    for n in range(16):
        name, spec, material, kind = PARTS[n % len(PARTS)]
        row = _product(rnd, "7000", kind, name, spec, rnd.choice(others["2000"]), None, org)
        count = rnd.randrange(20, 900)
        row |= {"prono": "", "quantity": Decimal(count), "amount": Decimal(count * rnd.randrange(30, 400))}
        if n % 4 == 3:
            row |= {"inspcertno": "", "inspman": ""}
        row["params"] = {"material": material, "heatno": f"LP{rnd.randrange(10**5):05d}", "productstd": "GB/T 12459"}
        rows.append(row)
    db.execute(insert(Product), rows)
    if links:
        db.execute(insert(ProductDevice), links)


def _product(
    rnd: random.Random, equclass: str, code: str, name: str, spec: str, maker: Unit, born: date | None, org: str
) -> dict[str, Any]:
    batch = f"{(born or clock.today()):%y%m}{rnd.choice('ABCDEF')}{rnd.randrange(100):02d}"
    return _made(
        equclass=equclass,
        equclacode=code,
        compname=name,
        compspec=spec,
        prono=f"{batch}{rnd.randrange(1000):03d}" if equclass != "8000" else "",
        batchno=batch,
        prodnos="",
        makersysid=maker.id,
        makername=maker.name,
        areacode=maker.areacode,
        prodate=born,
        quantity=Decimal(1),
        price=None,
        amount=None,
        inspcertno=f"JJ{(born or clock.today()).year}{rnd.randrange(10**5):05d}",
        inspman=person(rnd),
        appno="",
        state="0",
        params={},
        cheorgsysid=org,
    )


PRESSES = [Decimal(one) for one in ("0.4", "0.7", "0.84", "1.0", "1.27", "1.6", "2.5")]  # MPa


def _valves(db: Session, rnd: random.Random, devices: list[Equipment], org: str, today: date) -> None:
    hosts = [e for e in devices if e.equclass in ("1000", "2000") and e.equstatus == "1"]
    valves, calibrations = [], []
    for n, host in enumerate(hosts[:: max(1, len(hosts) // 150)]):
        model, kind, bore = VALVES[n % len(VALVES)]
        born = max(host.prodate or today, today - timedelta(days=rnd.randrange(500, 2600)))
        most = Decimal(str(host.params.get("designpress_shell") or host.params.get("ratedpress") or "0.9"))
        wanted = max(one for one in PRESSES if one <= max(most, PRESSES[0]))
        key = new_id()
        days, last = _calibration_days(rnd, born, today, late=n % 9 == 0), None
        for number, day in enumerate(days):
            failed = n % 23 == 5 and number == len(days) - 1
            last = _calibration(rnd, key, wanted, day, f"{n + 1:04d}{number + 1}", failed)
            calibrations.append(last)
        valves.append(
            _made(
                id=key,
                valveno=f"AQ{born:%y}{n + 1:04d}",
                valvemodel=model,
                valvetype=kind,
                nominaldia=Decimal(bore),
                setpress=wanted,
                medium="蒸汽" if host.equclass == "1000" else str(host.params.get("medium", "空气")),
                makername=rnd.choice(["浙江永嘉阀门厂", "上海阀门五厂", "自贡高压阀门"]),
                hostequid=host.id,
                hostequname=f"{host.equname} {host.equcode}",
                hostequclass=host.equclass,
                installpos="锅筒顶部" if host.equclass == "1000" else "罐顶",
                useorgsysid=host.useorgsysid,
                useorgname=host.useorgname,
                areacode=host.areacode,
                cheorgsysid=org,
                status="1",
                params={"makedate": born.isoformat(), "nominalpress": "1.6"},
                **{
                    c: last[c] if last else None if c.endswith("date") else ""
                    for c in ("caldate", "nextcaldate", "calresult", "calreportno", "labelno")
                },
            )
        )
    db.execute(insert(SafetyValve), valves)
    db.execute(insert(ValveCalibration), calibrations)


def _calibration_days(rnd: random.Random, born: date, today: date, *, late: bool) -> list[date]:
    """A calibration a year up to now; the last of a few lies too long ago."""
    newest = today - timedelta(days=rnd.randrange(375, 430) if late else rnd.randrange(2, 362))
    days = [newest - timedelta(days=360 * n + rnd.randrange(10)) for n in range(4)]
    return sorted(d for d in days if d > born)


def _calibration(
    rnd: random.Random, valve: str, wanted: Decimal, day: date, number: str, failed: bool
) -> dict[str, Any]:
    actual = wanted * (Decimal("1.12") if failed else Decimal(100 + rnd.randrange(-2, 3)) / 100)
    return _made(
        samvalveid=valve,
        calmode="01",
        calmedium="01",
        setpress=wanted,
        actualset=round(actual, 3),
        sealpress=round(wanted * Decimal("0.9"), 3),
        leakrate=Decimal(0),
        overhaul="" if rnd.random() < 0.8 else "更换密封面，研磨阀瓣",
        calresult="7012" if failed else "7011",
        caldate=day,
        setcyclemonths=12,
        extapproval="",
        nextcaldate=None if failed else add_months(day, 12),
        sealno=f"QF{number}",
        labelno=f"BP{number}",
        calman=person(rnd),
        calbenchno="AQJ-02",
        calreportno=f"AQ{day.year}{number}",
    )


def _vin(rnd: random.Random) -> str:
    body = "L" + "".join(rnd.choice(sorted(VIN_VALUES)) for _ in range(16))
    return body[:8] + vin_check_char(body) + body[9:]


def _cars(db: Session, rnd: random.Random, org: str, today: date) -> None:
    cars, bottles = [], []
    for n in range(48):
        born = today - timedelta(days=rnd.randrange(100, 3000))
        media = rnd.choice(["CNG", "CNG", "LNG", "H2"])
        count = rnd.randrange(2, 9) if media != "LNG" else 1
        volume = Decimal({"CNG": 80, "LNG": 450, "H2": 140}[media])
        kind = {"CNG": "23102", "LNG": "23T04", "H2": "23T02"}[media]
        last = max(born, today - timedelta(days=rnd.randrange(10, 1150 if n % 8 == 0 else 1000)))
        registered = n % 6 != 5
        key = new_id()
        cars.append(
            _made(
                id=key,
                carno=f"浙B{rnd.choice('ABCDEF')}{rnd.randrange(10**4):04d}",
                vin=_vin(rnd),
                cartype=rnd.choice(["ZK6125CHEVNG", "LCK6126", "SX4258", "BQ6120"]),
                medium=media,
                ownername=f"{BODIES[n % len(BODIES)]}有限公司",
                ownertel=phone(rnd),
                unitsysid="",
                areacode=rnd.choice(["330212", "330206", "330203", "330281"]),
                usecertno=make_usecertno(kind, "浙B", n + 1, born.year) if registered else "",
                regdate=born + timedelta(days=20) if registered else None,
                inspdate=last,
                ninspdate=add_months(last, 36),
                installer="宁波甬安车用气瓶安装有限公司",
                installdate=born,
                status="1",
                scrapdate=None,
                scrapreason="",
                cylnum=count,
                cylvolume=volume * count,
                pipes=[{"name": "高压管", "spec": "φ8×1.5", "material": "06Cr19Ni10", "count": count + 1}],
                cheorgsysid=org,
                remark="",
            )
        )
        for seq in range(1, count + 1):
            bottles.append(
                _made(
                    carid=key,
                    seq=seq,
                    cylno=f"{born:%y}{n + 1:03d}{seq:02d}",
                    batchno=f"B{born:%y%m}",
                    cylkind=kind,
                    maker="浙江金盾压力容器有限公司",
                    volume=volume,
                    netweight=volume * Decimal("0.9"),
                    workpress=Decimal({"CNG": 20, "LNG": 2, "H2": 35}[media]),
                    prodate=born - timedelta(days=40),
                    scrapdate=add_months(born, 180),
                )
            )
    db.execute(insert(CylinderCar), cars)
    db.execute(insert(Cylinder), bottles)


def _visits(db: Session, rnd: random.Random, lifts: Sequence[Equipment], today: date, number: int, rare: int) -> None:
    """The last visits to lifts; one in so many comes too late."""
    db.flush()
    known = intervals(db)
    items = {kind: items_for(db, kind) for kind in ("01", "02", "03", "04")}
    mine = db.scalars(select(Unit.id).where(Unit.ismaintain)).all()
    chosen = [e for e in lifts if e.maiorgsysid in mine]
    rows = []
    for n, lift in enumerate(chosen):
        day = today - timedelta(days=rnd.randrange(0, 14) if n % rare else rnd.randrange(17, 24))
        days = [day]
        for _ in range(number - 1):
            days.append(days[-1] - timedelta(days=19 if rnd.random() < 0.05 else rnd.randrange(12, 16)))
        passed: list[tuple[date, str]] = []
        people = f"{person(rnd)}、{person(rnd)}"
        for place, visit in enumerate(sorted(days)):
            kind = "02" if place == 2 else "04" if place == 5 and n % 6 == 0 else "01"
            gap = visit_rules.gap_of(visit, kind, passed, known)
            passed.append((visit, kind))
            rows.append(_visit(rnd, lift, visit, kind, people, gap, items[kind]))
    for block in (rows[i : i + 250] for i in range(0, len(rows), 250)):
        db.execute(insert(Maintenance), block)


def _visit(
    rnd: random.Random,
    lift: Equipment,
    day: date,
    kind: str,
    people: str,
    gap: visit_rules.Gap,
    items: Sequence[VisitItem],
) -> dict[str, Any]:
    start = datetime.combine(day, time(rnd.randrange(8, 16), rnd.choice([0, 15, 30, 45])), clock.SHANGHAI)
    bad = rnd.randrange(len(items)) if rnd.random() < 0.12 else -1
    signed = rnd.random() < 0.93
    return _made(
        equdatasysid=lift.id,
        equcode=lift.equcode,
        ele96333code=lift.ele96333code,
        useplace=lift.useplace,
        useorgname=lift.useorgname,
        maiorgsysid=lift.maiorgsysid,
        maiorgname=lift.maiorgname,
        maitype=kind,
        persons=people,
        starttime=start,
        endtime=start + timedelta(minutes=rnd.randrange(45, 130)),
        visitday=day,
        items=[
            {"no": i["no"], "item": i["item"], "result": "×" if n == bad else "√"}
            | {"note": "已现场调整处理" if n == bad else ""}
            for n, i in enumerate(items)
        ],
        faults=1 if bad >= 0 else 0,
        signed=signed,
        signedby=lift.useman if signed else "",
        score=rnd.randrange(85, 101) if signed else None,
        prevday=gap.previous,
        intervaldays=gap.days,
        limitdays=gap.limit,
        overdue=gap.late,
        remark="",
    )
