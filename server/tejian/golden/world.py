"""The institute, the people and the device that a case is carried out with: made for it, and rolled back with it."""

import random
import shutil
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

from PIL import Image
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.ledgers.valves.api import VALVE
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit, UnitLicence
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import items_for
from tejian.instruments.models import Instrument
from tejian.kit.database.audit import plain
from tejian.kit.database.db import new_id
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.system.models.accounts import Role, StaffQual, SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import hold, version

from .fees import Item
from .filling import day_of
from .plausible import complete

ROLES = ("受理", "检验一", "检验二", "校核", "分项审核", "审核", "批准")
ALWAYS = (date(1990, 1, 1), date(2199, 12, 31))
PLACE = "浙江省宁波市案例路 1 号"


class World:
    """Who may do every step, and what they work with."""

    def __init__(self, db: Session):
        self.db = db
        self.number = random.SystemRandom().randrange(10**8)
        org = Org(name="案例检验院", code=f"GOLDEN-{self.number:08d}", kind="institute", report_code="AL")
        db.add(org)
        db.flush()
        org.org_id = org.id
        self.org = org
        self.dept = Org(name="案例检验科", code=f"{org.code}-01", kind="dept", parent_id=org.id, org_id=org.id)
        db.add(self.dept)
        db.flush()
        # those of the platform: a role of its own would move the version of all, which one process at a time does
        self.roles = list(db.scalars(select(Role.id)))
        self.users = {name: self._person(name) for name in ROLES}
        instruments = [self._instrument(n, kind) for n, kind in enumerate(self._types())]
        self.unit = Unit(name="案例使用单位", contact="值班", tel="13805740000", areacode="330203", address=PLACE)
        db.add_all([*instruments, self.unit])
        db.flush()
        self.instruments = [one.id for one in instruments]
        hold(db, records.DEMONSTRATION, "1")
        records.certificates(org)  # the seal of its reports, of today: one made on the day of an old case has expired

    def leave(self) -> None:
        """Take the seal of the made institute away again."""
        shutil.rmtree(records.seal_folder(self.org), ignore_errors=True)

    def _types(self) -> list[str]:
        """The types of instrument that any item asks for, as many of each as one item may need."""
        needs = records.instrument_needs(self.db).values()
        counts: dict[str, int] = {}
        for one in (need for row in needs for need in row):
            counts[one["any"][0]] = max(one["count"], counts.get(one["any"][0], 0))
        return [kind for kind, count in counts.items() for _n in range(count)]

    def _instrument(self, number: int, kind: str) -> Instrument:
        row = Instrument(instno=f"AL-{self.number}-{number}", name=kind, insttype=kind, org_id=self.org.id, status="0")
        row.lastcal, row.nextcal = ALWAYS
        return row

    def _person(self, name: str) -> User:
        row = SysUser(login=f"golden-{self.number}-{name}", name=name, org_id=self.org.id, industry_type="22")
        row.signature, row.role_ids = _signature(), self.roles
        self.db.add(row)
        self.db.flush()
        every = frozenset(PERMISSIONS)
        known = version(self.db, "dict")
        return User(
            row.id, name, row.login, self.org.id, scope="all", permissions=every, signed=True, dict_version=known
        )

    def qualify(self, item: str) -> None:
        """Give everybody the qualification that a sort asks for."""
        begin, end = ALWAYS
        for user in self.users.values():
            qual = StaffQual(
                user_id=user.id, item=item, certno=f"AL-{item}", status="有效", issuedate=begin, validto=end
            )
            self.db.add(qual)

    def valve(self, values: Mapping[str, Any]) -> SafetyValve:
        """A safety valve in use with these values."""
        self.number += 1
        row = SafetyValve(valveno=f"AL{self.number}", valvemodel="A42Y-16C", params={}, status=codes.IN_USE)
        row.useorgsysid, row.useorgname, row.areacode = self.unit.id, self.unit.name, "330203"
        row.installpos, row.cheorgsysid = f"{PLACE}储气罐", self.org.id
        row.setpress, row.nominaldia, row.valvetype = Decimal(1), Decimal(25), "01"
        put(row, SafetyValve, values)
        self.db.add(row)
        self.db.flush()
        return row

    def product(self, kind: str) -> Product:
        """A batch of two that the unit has made."""
        self.number += 1
        row = Product(equclass=class_of(kind), equclacode=kind, compname="案例产品", compspec="DN100", params={})
        row.batchno, row.prodnos, row.quantity = (
            f"AL{self.number}",
            f"AL{self.number}-01、AL{self.number}-02",
            Decimal(2),
        )
        row.makersysid, row.makername, row.areacode = self.unit.id, self.unit.name, "330203"
        row.price, row.amount, row.state, row.cheorgsysid = Decimal(9000), Decimal(18000), "0", self.org.id
        technical = {one.name for one in fields_of(class_of(kind), kind).values() if one.group == "技术参数"}
        known = complete(self.db, kind, {}, self.number)
        row.params = {name: plain(value) for name, value in known.items() if name in technical}
        self.db.add(row)
        self.db.flush()
        return row

    def device(self, kind: str, values: Mapping[str, Any], *, whole: bool = True) -> Device:
        """A device in use with these values, as columns or in the technical document; a safety valve by its ledger.

        A `whole` one states besides what its kind requires.
        """
        if class_of(kind) == VALVE:
            return self.valve(values if whole else {"nominaldia": None, **values})
        self.number += 1
        row = Equipment(equclass=class_of(kind), equclacode=kind, equkind=kind[:4], equstatus="1", regstatus="1")
        row.equname, row.equcode, row.useplace, row.areacode = (
            "案例设备",
            f"{kind}{self.number:016d}"[:20],
            PLACE,
            "330203",
        )
        row.useorgsysid, row.useorgname = self.unit.id, self.unit.name
        row.cheorgsysid, row.cheorgsysname = self.org.id, self.org.name
        put(row, Equipment, complete(self.db, kind, values, self.number) if whole else values)
        self.db.add(row)
        self.db.flush()
        return row

    def contract(self, device: Device, work: str) -> dict[str, Any]:
        """What a notice says of work on a device by a contractor who may do it."""
        begin, end = ALWAYS
        self.number += 1
        builder = Unit(name="案例施工单位", isinstall=True)
        self.db.add(builder)
        self.db.flush()
        items = ",".join(items_for(records.licence_needs(self.db), device.equclacode))
        own = {"licno": f"AL-{self.number}", "lictype": "1", "items": items, "issuedate": begin, "validto": end}
        self.db.add(UnitLicence(unit_id=builder.id, **own))
        day = clock.today()
        return {
            **{"worktype": work, "equclass": device.equclass, "contractor_id": builder.id, "unitsysid": self.unit.id},
            **{"place": PLACE, "areacode": "330203", "startdate": day, "enddate": day},
            **{"headman": "班长", "headtel": "13805740000"},
        }

    def line(self, project: Device, number: str, values: Mapping[str, Any]) -> Pipeline:
        """A line in use of a piping project."""
        row = Pipeline(equdatasysid=project.id, pipeno=number, linestatus=codes.IN_USE)
        put(row, Pipeline, values)
        self.db.add(row)
        return row

    def accepted(self, wish: Item) -> AppBuss:
        """A business item that is to be charged, of a device with the values of a case and nothing else."""
        device = self.device(wish.equclacode, wish.device, whole=False)
        for one in wish.pipes:
            self.line(device, str(one["pipeno"]), one)  # type: ignore[arg-type]
        mother = self._accepted(wish, device, wish.mothersort) if wish.mothersort else None
        row = self._accepted(wish, device, wish.testsort)
        row.mother_id = mother.id if mother else ""
        self.db.flush()
        return row

    def _accepted(self, wish: Item, device: Device, testsort: str) -> AppBuss:
        self.number += 1
        own: dict[str, Any] = {"equclass": wish.equclass, "seisort": testsort[:2], "testsort": testsort}
        own |= {
            "unitsysid": self.unit.id,
            "unitname": self.unit.name,
            "cheorg": self.org.id,
            "appno": f"AL{self.number}",
        }
        main = AppMain(appdate=wish.acceptdate, isurgent=wish.urgent, step=at.RUN, **own)
        self.db.add(main)
        self.db.flush()
        item = AppBuss(appmain_id=main.id, seisn=f"AL{self.number}", equdatasysid=device.id, step=at.ARRANGE, **own)
        item.equclacode, item.acceptdate = wish.equclacode, wish.acceptdate
        self.db.add(item)
        self.db.flush()
        return item

    def past(self, device: Device, testsort: str, day: date, conclusion: str, unqualified: bool) -> None:
        """An inspection of before, as imported history."""
        own: dict[str, Any] = {
            "equclass": device.equclass,
            "seisort": testsort[:2],
            "testsort": testsort,
            "cheorg": self.org.id,
        }
        own |= {"unitsysid": self.unit.id, "unitname": self.unit.name, "imported": True, "step": at.DONE}
        self.number += 1
        main = AppMain(appno=f"AL{self.number}", appdate=day, **own)
        self.db.add(main)
        self.db.flush()
        item = AppBuss(id=new_id(), appmain_id=main.id, seisn=f"AL{self.number}", equdatasysid=device.id, **own)
        item.equclacode, item.inspdate, item.conclusion = device.equclacode, day, conclusion
        item.unqualcode = conclusion if unqualified else ""
        self.db.add(item)


def put(row: Any, model: Any, values: Mapping[str, Any]) -> None:
    """Write values by contract name: columns by their type, everything else into the technical document."""
    params: dict[str, Any] = {}
    for name, value in values.items():
        column = getattr(model, name, None) if name != "params" else None
        if column is None or not hasattr(column, "type"):
            params[name] = value
            continue
        setattr(row, name, _typed(column.type.python_type, value))
    if params:
        row.params = {**(row.params or {}), **params}


def _typed(kind: Any, value: Any) -> Any:
    if value in (None, ""):
        return "" if kind is str else None
    if kind is date:
        return day_of(value)
    if kind is bool:
        return str(value) in ("1", "True", "true")
    return Decimal(str(value)) if kind is Decimal else kind(value)


def _signature() -> str:
    out = BytesIO()
    Image.new("RGBA", (80, 32), (24, 36, 64, 255)).save(out, "PNG")
    return files.keep_bytes(out.getvalue())


# The numbers of cases begin half way to the end of their series: the platform goes on counting beside them.
APART = r"""
CREATE TEMPORARY TABLE counter (LIKE counter INCLUDING ALL) ON COMMIT DROP;
CREATE FUNCTION pg_temp.apart(named text, used bigint) RETURNS bigint LANGUAGE sql AS
    'SELECT used + FIRST + greatest(coalesce((
        SELECT (power(10, (regexp_match(pattern, ''[{]seq:([0-9]+)[}]''))[1]::int)::bigint - used) / 2
        FROM public.number_rule WHERE code = split_part(named, ''/'', 1)), 0), 0)';
INSERT INTO pg_temp.counter SELECT series, period, pg_temp.apart(series, value) FROM public.counter;
CREATE FUNCTION pg_temp.begin_apart() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.value := pg_temp.apart(NEW.series, NEW.value); RETURN NEW; END';
CREATE TRIGGER begin_apart BEFORE INSERT ON pg_temp.counter FOR EACH ROW EXECUTE FUNCTION pg_temp.begin_apart()
"""
SPAN = 100  # numbers of one series that one case takes at most


def count_apart(db: Session, place: int) -> None:
    """Let this transaction count its numbers by itself: nobody else waits for them, several at once take others, and
    none is one that the platform gives out meanwhile."""
    db.connection().exec_driver_sql(APART.replace("FIRST", str(place * SPAN)))
