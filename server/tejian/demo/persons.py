"""Who stands behind the units of the demo city: authorities, institutions, licences, safety managers, maintainers."""

import random
from collections import defaultdict
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from tejian.archives.common.api import make_idcard, make_uscc, parse_idcard
from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber, Person, PersonCert, PersonDevice
from tejian.archives.models.units import (
    DetectionCapability,
    MaintContract,
    Unit,
    UnitBranch,
    UnitContact,
    UnitLicence,
    UnitName,
)
from tejian.archives.persons.api import masked
from tejian.kit.database.db import new_id
from tejian.kit.ground.pinyin import initials
from tejian.system.models.organisations import Org

from . import names as n
from .draw import lots
from .units import person, phone

SEED = 20_250_318
ISSUER = "浙江省市场监督管理局"
CITY_ISSUER = "宁波市市场监督管理局"
INDUSTRY = {
    "纺织": "C17",
    "食品": "C13",
    "石化": "C25",
    "热电": "D",
    "码头": "G55",
    "物业": "K",
    "酒店": "H",
    "医院": "Q",
}
INDUSTRY |= {"小学": "P", "中学": "P", "旅游": "R", "游乐": "R", "景区": "R", "铸造": "C31", "机械": "C34", "百货": "F"}
INSTITUTIONS = [
    ("杭州中安特种设备检测有限公司", "14", "3000,4000,5000", "电梯、起重机械、场车定期检验", "3302"),
    ("上海申特检验技术有限公司", "14", "2000,1000", "锅炉、压力容器定期检验", "330206,330211"),
    ("江苏恒检特种设备检验有限公司", "14", "8000,2000", "压力管道、压力容器定期检验", "330211"),
    ("浙江诚测电梯检测有限公司", "07", "3000", "电梯检测", "3302"),
    ("宁波甬测电梯检测有限公司", "07", "3000", "电梯检测", "3302"),
    ("安徽皖特检验有限公司", "14", "4000", "起重机械定期检验", ""),
]
SEATS = {"杭州": "杭州市滨江区江陵路", "上海": "上海市浦东新区张江路", "江苏": "南京市江宁区将军大道"}
SEATS |= {"浙江": "杭州市余杭区良睦路", "宁波": "宁波市鄞州区院士路", "安徽": "合肥市蜀山区望江西路"}
OPINIONS = {"0": "", "1": "人员与仪器满足自行检测要求", "2": "检测人员离职，停用"}
ITEMS = {"1000": "G1", "2000": "R1", "4000": "Q2", "5000": "N1", "6000": "Y2", "9000": "S2"}


def enrich(using: list[Unit], others: dict[str, list[Unit]]) -> None:
    """The further facts of units: industry, safety people, credit, position."""
    rnd = lots(SEED)
    for unit in [*using, *(u for group in others.values() for u in group)]:
        unit.industry = next((v for k, v in INDUSTRY.items() if k in unit.name), "C34" if unit.ismaker else "L")
        unit.nature = (
            "510" if any(w in unit.name for w in ("医院", "小学", "中学")) else rnd.choice(["150", "150", "170"])
        )
        if "业主委员会" in unit.name:
            unit.nature = "540"
        unit.mobile, unit.postcode = phone(rnd), f"315{rnd.randrange(1000):03d}"
        unit.fax = f"0574-8{rnd.randrange(10**7):07d}"
        unit.credit = rnd.choices(["A", "B", "C", "D"], weights=[50, 40, 8, 2])[0]
        unit.employees = rnd.choice([18, 35, 60, 120, 260, 480])
        unit.fixedassets = Decimal(rnd.randrange(80, 60_000))
        unit.safedept = rnd.choice(["安全生产部", "设备部", "工程部", "综合管理部"])
        east, north = n.CENTRES[unit.areacode]
        unit.lng = Decimal(f"{east + (rnd.random() - 0.5) * n.SPREAD:.6f}")
        unit.lat = Decimal(f"{north + (rnd.random() - 0.5) * n.SPREAD:.6f}")
        if "石化" in unit.name:
            unit.unittype = "01,15"
            unit.safedirector, unit.safedirectortel = person(rnd), phone(rnd)
        elif "物业" in unit.name or "城市运营" in unit.name:
            unit.unittype = "01,16"


def institutions(orgs: dict[str, Org]) -> list[Unit]:
    """The authorities of the city and its districts, the institute, and outside institutions."""
    rnd = lots(SEED + 1)
    out = [_public("宁波市市场监督管理局", "330200", 1, "13", rnd, orgsysid=orgs["330200-SJ"].id)]
    for k, (area, (district, streets)) in enumerate(n.PLACES.items(), 2):
        linked = {"orgsysid": orgs["330200-SJ-12"].id} if area == "330212" else {}
        unit = _public(f"{district}市场监督管理局", area, k, "13", rnd, **linked)
        unit.address = f"宁波市{district}{streets[0]}{rnd.randrange(1, 300)}号"
        out.append(unit)
    own = _public("宁波市特种设备检验研究院", "330200", 40, "06", rnd, orgsysid=orgs["330200-TJ"].id)
    own.workscope = "锅炉、压力容器、压力管道、电梯、起重机械、场车、游乐设施、客运索道监督检验与定期检验"
    out.append(own)
    for k, (name, kind, _classes, scope, areas) in enumerate(INSTITUTIONS, 50):
        unit = _public(name, "330200", k, kind, rnd)
        unit.workscope, unit.nature = scope, "150"
        unit.workareas = "全市" if areas == "3302" else "镇海、北仑" if areas else ""
        unit.address = f"{SEATS[name[:2]]}{rnd.randrange(1, 300)}号"
        if name.startswith("安徽"):
            unit.blacklist, unit.blackreason = True, "未按规程出具虚假报告，2026年起禁入"
        out.append(unit)
    return out


def _public(name: str, area: str, serial: int, types: str, rnd: random.Random, **more: Any) -> Unit:
    return Unit(
        id=new_id(),
        name=name,
        code=make_uscc(200 + serial, area, "11" if types == "13" else "91"),
        pinyin=initials(name),
        areacode=area,
        address=f"宁波市海曙区中山西路{100 + serial}号",
        legalman=person(rnd),
        contact=person(rnd),
        tel=f"0574-87{rnd.randrange(10**6):06d}",
        nature="500" if types == "13" else "510",
        industry="S" if types == "13" else "M",
        unittype=types,
        usertype="02",
        isuse=False,
        credit="A",
        **more,
    )


def parts(db: Session, today: date, using: list[Unit], others: dict[str, list[Unit]], public: list[Unit]) -> None:
    """Licences, branches, contacts, contracts, testing capability, former names and authorisations."""
    rnd = lots(SEED + 2)
    rows: list[Any] = []
    kinds = {"3000": ("DT-A1", "DTAZ-A1"), "4000": ("QZ-A",), "2000": ("RQ-D",), "1000": ("GLZZ-B",)}
    for group, units in others.items():
        for unit in units:
            items = ",".join(kinds.get(group, ("DTAZ-A1",)))
            rows.append(_licence(rnd, unit, today, "1", unit.licenceno, items))
            if group == "maintain":
                rows.append(_licence(rnd, unit, today, "5", f"浙WB{rnd.randrange(10**5):05d}", ""))
    for unit in public:
        if unit.unittype != "13":
            number = "TS7110033-2027" if unit.orgsysid else f"TS7{rnd.randrange(10**6):06d}-20{rnd.randrange(27, 30)}"
            rows.append(_licence(rnd, unit, today, "2", number, "", scope=unit.workscope))
    for unit in using[:40]:
        rows.append(UnitContact(unit_id=unit.id, name=person(rnd), post="设备主管", mobile=phone(rnd), tel=unit.tel))
        rows.append(UnitContact(unit_id=unit.id, name=person(rnd), post="财务", mobile=phone(rnd)))
    stations = {u.areacode: u for u in public if u.unittype == "13"}
    for unit in rnd.sample(using, 30):
        for area in rnd.sample(list(n.PLACES), rnd.choice([1, 2, 3])):
            district, streets = n.PLACES[area]
            rows.append(
                UnitBranch(
                    unit_id=unit.id,
                    branchname=f"{unit.name}{district}分公司",
                    areacode=area,
                    address=f"宁波市{district}{rnd.choice(streets)}{rnd.randrange(1, 400)}号",
                    contact=person(rnd),
                    tel=phone(rnd),
                    superunit_id=stations[area].id,
                    superorgname=stations[area].name,
                )
            )
    for unit in rnd.sample(using, 12):
        old = unit.name.replace("有限公司", "公司") if "有限公司" in unit.name else f"原{unit.name}"
        rows.append(UnitName(unit_id=unit.id, name=old, validto=today - timedelta(days=rnd.randrange(200, 1500))))
        rows[-1].changedby, unit.formernames = "周晓琳", old
    for k, unit in enumerate(others["maintain"]):
        rows.append(
            DetectionCapability(
                unit_id=unit.id,
                classes="3000",
                staff=rnd.randrange(3, 9),
                tools="限速器测试仪、加减速度测试仪、绝缘电阻表、转速表、钢丝绳探伤仪",
                certno=f"DTJC-33-{rnd.randrange(10**4):04d}",
                validto=today + timedelta(days=[420, 610, 150, -20, 300, 500][k % 6]),
                state="111102"[k % 6],
                opinion=OPINIONS["111102"[k % 6]],
                reviewer="" if k % 6 == 4 else "徐海燕",
                reviewdate=None if k % 6 == 4 else today - timedelta(days=rnd.randrange(60, 300)),
            )
        )
    rows += _authorizations(rnd, today, public)
    db.add_all(rows)
    db.flush()
    _main_licences(rows, [*(u for g in others.values() for u in g), *public])


def _licence(
    rnd: random.Random, unit: Unit, today: date, kind: str, number: str, items: str, scope: str = ""
) -> UnitLicence:
    left = rnd.choices([rnd.randrange(200, 1400), rnd.randrange(5, 170), -rnd.randrange(5, 90)], weights=[84, 12, 4])[0]
    until = today + timedelta(days=left)
    return UnitLicence(
        unit_id=unit.id,
        licno=number,
        lictype=kind,
        items=items,
        level="A1" if kind == "1" else "",
        issueorg=ISSUER if kind != "5" else CITY_ISSUER,
        issuedate=until - timedelta(days=1460),
        validto=until,
        scope=scope,
    )


def _main_licences(rows: list[Any], units: list[Unit]) -> None:
    by_unit: dict[str, UnitLicence] = {}
    for row in rows:
        if isinstance(row, UnitLicence) and (row.unit_id not in by_unit or row.validto > by_unit[row.unit_id].validto):
            by_unit[row.unit_id] = row
    for unit in units:
        if found := by_unit.get(unit.id):
            unit.licenceno, unit.licencevalidto = found.licno, found.validto


def _authorizations(rnd: random.Random, today: date, public: list[Unit]) -> list[InspAuthorization]:
    own = next(u for u in public if u.name == "宁波市特种设备检验研究院")
    out = [_grant(own.id, "", "330200", "甬市监特〔2025〕1号", today, -400, 900)]
    for k, (name, _kind, classes, _scope, areas) in enumerate(INSTITUTIONS, 2):
        unit = next(u for u in public if u.name == name)
        for area in [a.ljust(6, "0") for a in areas.split(",") if a]:
            row = _grant(unit.id, classes, area, f"甬市监特〔2026〕{k}号", today, -rnd.randrange(60, 250), 0)
            row.dateto = today + timedelta(days=rnd.choice([300, 420, 20, 600]))
            out.append(row)
    ended = _grant(out[1].unit_id, "6000", "330282", "甬市监特〔2024〕9号", today, -500, -40)
    back = _grant(out[1].unit_id, "9000", "330225", "甬市监特〔2025〕12号", today, -200, 200)
    back.revoked, back.revokereason = today - timedelta(days=50), "机构缩减业务范围，申请收回"
    return [*out, ended, back]


def _grant(unit: str, classes: str, area: str, number: str, today: date, start: int, end: int) -> InspAuthorization:
    return InspAuthorization(
        unit_id=unit,
        classes=classes,
        areacode=area,
        docno=number,
        datefrom=today + timedelta(days=start),
        dateto=today + timedelta(days=end),
        grantedby="朱监管",
    )


class People:
    """Collects persons with what belongs to them, to be written in bulk."""

    def __init__(self, today: date):
        self.rnd, self.today = lots(SEED + 3), today
        self.rows: dict[Any, list[dict[str, Any]]] = defaultdict(list)
        self.numbers = 0

    def add(self, unit: Unit, post: str, items: list[str], name: str = "", mobile: str = "") -> str:
        """A person of a unit with certificates; gives the key."""
        rnd, key = self.rnd, new_id()
        self.numbers += 1
        born = self.today - timedelta(days=rnd.randrange(24 * 365, 57 * 365))
        number = make_idcard(rnd.choice(list(n.PLACES)), born, self.numbers % 1000)
        card = parse_idcard(number, self.today)
        assert card is not None
        name = name or person(rnd)
        self.rows[Person].append(
            {"id": key, "name": name, "pinyin": initials(name)[:64], "idtype": "01", "idno": masked("01", number)}
            | {"sex": "1" if card.male else "2", "birth": card.birth, "education": rnd.choice("234455")}
            | {"mobile": mobile or phone(rnd), "unit_id": unit.id, "post": post, "title": "", "remark": ""}
            | {"workno": f"{self.numbers:05d}", "status": rnd.choices("0124", weights=[92, 3, 3, 2])[0]}
            | {"startdate": self.today - timedelta(days=rnd.randrange(100, 3000))}
        )
        self.rows[IdentityNumber].append({"ref_id": key, "kind": "person", "idtype": "01", "idno": number})
        for item in items:
            self._certificate(key, item, born)
        return key

    def _certificate(self, key: str, item: str, born: date) -> None:
        rnd = self.rnd
        left = rnd.choices([rnd.randrange(100, 1400), rnd.randrange(1, 88), -rnd.randrange(3, 200)], [88, 7, 5])[0]
        until = self.today + timedelta(days=left)
        first = max(until - timedelta(days=1460 * rnd.choice([1, 2])), born + timedelta(days=19 * 366))
        serial = len(self.rows[PersonCert]) + 1
        self.rows[PersonCert].append(
            {"id": new_id(), "person_id": key, "certno": f"TS6{item}3302{serial:06d}", "item": item}
            | {"level": {"T": "电梯修理作业", "Q2": "桥式起重机司机"}.get(item, ""), "issueorg": CITY_ISSUER}
            | {"firstdate": first, "validto": until, "held": "", "remark": ""}
        )

    def give(self, person_id: str, duty: str, devices: list[str]) -> None:
        since = self.today - timedelta(days=120)
        self.rows[PersonDevice] += [
            {"id": new_id(), "person_id": person_id, "equdatasysid": d, "duty": duty, "since": since} for d in devices
        ]

    def write(self, db: Session) -> None:
        for model in (Person, IdentityNumber, PersonCert, PersonDevice):
            rows = self.rows[model]
            for k in range(0, len(rows), 1000):
                db.execute(insert(model), rows[k : k + 1000])


def people(
    db: Session, today: date, using: list[Unit], others: dict[str, list[Unit]], devices: list[Equipment]
) -> None:
    """Safety managers and operators of use units with the devices they cover, maintainers with their lifts."""
    made = People(today)
    rnd = made.rnd
    of_unit, lifts = defaultdict(list), defaultdict(list)
    for e in devices:
        of_unit[e.useorgsysid].append(e)
        if e.maiorgsysid:
            lifts[e.maiorgsysid].append(e)
    for unit in using:
        own = of_unit.get(unit.id, [])
        if not own or rnd.random() < 0.06:
            continue
        officers = [made.add(unit, "02", ["A"], unit.safemanager, unit.safetel)]
        officers += [made.add(unit, "02", ["A"]) for _ in range(len(own) // 60)]
        if len(own) >= 100 or unit.safedirector:
            director = made.add(unit, "01", ["A"], unit.safedirector, unit.safedirectortel)
            unit.safedirector = unit.safedirector or next(r["name"] for r in made.rows[Person] if r["id"] == director)
        covered = [e.id for e in own if rnd.random() < 0.96]
        for k, officer in enumerate(officers):
            made.give(officer, "S", covered[k :: len(officers)])
        for equclass in {e.equclass for e in own} & ITEMS.keys():
            made.add(unit, "11", [ITEMS[equclass]])
    for k, unit in enumerate(others["maintain"]):
        mine = [e.id for e in sorted(lifts.get(unit.id, []), key=lambda e: e.useplace)]
        wanted = max(3, len(mine) // (52 if k == 2 else 36) + 1)
        staff = [made.add(unit, "12", ["T"] if rnd.random() < 0.97 else []) for _ in range(wanted)]
        for j, one in enumerate(staff):
            made.give(one, "M", mine[j::wanted])
        made.add(unit, "22", [])
    made.write(db)
    _contracts(db, rnd, today, lifts, {u.id: u for u in using})


def _contracts(
    db: Session, rnd: random.Random, today: date, lifts: dict[str, list[Equipment]], users: dict[str, Unit]
) -> None:
    rows = []
    for keeper, mine in lifts.items():
        counts: dict[str, int] = defaultdict(int)
        for e in mine:
            counts[e.useorgsysid] += 1
        for k, (user, count) in enumerate(sorted(counts.items(), key=lambda p: -p[1])[: rnd.randrange(14, 38)], 1):
            until = today + timedelta(days=rnd.randrange(9, 520))
            rows.append(
                MaintContract(
                    unit_id=keeper,
                    useunit_id=user,
                    useunitname=users[user].name,
                    contractno=f"WB{today.year}{k:04d}",
                    lifts=count,
                    datefrom=until - timedelta(days=365),
                    dateto=until,
                )
            )
    db.add_all(rows)
