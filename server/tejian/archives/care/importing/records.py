"""Units, persons and lines from Excel: every row is saved as its form saves it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.ledgers.piping.api import LINE_FORM, SENT_LINE, add_line
from tejian.archives.ledgers.products import api as products
from tejian.archives.ledgers.products.api import FORMS, SCREENS
from tejian.archives.ledgers.valves import api as valves
from tejian.archives.ledgers.valves.api import VALVE_FORM
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import Person
from tejian.archives.models.units import Unit
from tejian.archives.permissions import PERSON_SAVE, PRODUCT_SAVE, VALVE_SAVE, equipment_code
from tejian.archives.persons import api as persons
from tejian.archives.persons.api import PERSON_FORM
from tejian.archives.units import api as units
from tejian.archives.units.api import UNIT_FORM, family
from tejian.kit.forms.formview import Field
from tejian.kit.ground.folding import folded
from tejian.kit.ground.user import User
from tejian.kit.importing import saving as importing
from tejian.kit.importing.saving import SavingImporter
from tejian.kit.importing.view import ImportView, Row, add_import
from tejian.kit.records.crud import put

HOST = Field("host", "安装设备", size=64, help="设备代码或使用登记证编号；没有安装设备的填使用单位")
PROJECT = Field("project", "所属工程（装置）", required=True, size=200, help="工程名称或使用登记证编号，须已建档")
NOT_IN_FILES = ("orgsysid", "blacklist", "blackreason", "hostequid")  # decided on screen, one by one


UNKNOWN = "没有这个单位的档案，请先建档"

columns_of = partial(importing.columns_of, but=NOT_IN_FILES)
completed = partial(importing.completed, but=NOT_IN_FILES)


def find_units(db: Session, me: User, rows: Sequence[Row], names: Mapping[str, str]) -> None:
    """Turn full names or codes of units into keys. `names`: field of the key → field of the name ('' for none)."""
    texts = {folded(str(r.values[n])) for r in rows for n in names if n in r.values}
    if not texts:
        return
    named = or_(Unit.namefold.in_(texts), Unit.code.in_({t.upper() for t in texts}))
    by: dict[str, list[Any]] = {}
    query = select(Unit.id, Unit.name, Unit.namefold, Unit.code).where(named, Unit.enabled, Unit.visible(me))
    for unit in db.execute(query):
        for text in {unit.namefold, unit.code.lower()}:
            by.setdefault(text, []).append(unit)
    for row in rows:
        for name, shown in names.items():
            text = row.values.get(name)
            if text is None:
                continue
            matches = by.get(folded(str(text))) or []
            if len(matches) != 1:
                row.wrong(name, "有多个同名单位，请填统一社会信用代码" if matches else UNKNOWN)
                continue
            row.values[name] = matches[0].id
            if shown:
                row.values[shown] = matches[0].name


def _find_projects(db: Session, me: User, rows: Sequence[Row]) -> None:
    texts = {str(r.values["project"]) for r in rows if "project" in r.values}
    title = func.coalesce(Equipment.params["projname"].astext, Equipment.equname)
    by: dict[str, list[str]] = {}
    query = select(Equipment.id, title, Equipment.usecertno).where(
        Equipment.equclass == codes.PIPING, Equipment.visible(me), or_(title.in_(texts), Equipment.usecertno.in_(texts))
    )
    for key, name, certno in db.execute(query):
        for text in {name, certno}:
            by.setdefault(text, []).append(key)
    for row in rows:
        matches = by.get(str(row.values.get("project")), [])
        if len(matches) == 1:
            row.values["equdatasysid"] = matches[0]
        else:
            row.wrong("project", "有多个同名工程，请填使用登记证编号" if matches else "没有这个工程（装置）的档案")


def _find_hosts(db: Session, me: User, rows: Sequence[Row]) -> None:
    """The device that a valve sits on, by its code or certificate; a valve may have none."""
    texts = {str(r.values["host"]) for r in rows if "host" in r.values}
    by: dict[str, list[str]] = {}
    codes = (Equipment.equcode, Equipment.usecertno)
    query = select(Equipment.id, *codes).where(or_(*(c.in_(texts) for c in codes)), Equipment.visible(me))
    for key, *known in db.execute(query) if texts else ():
        for text in set(known):
            by.setdefault(text, []).append(key)
    for row in rows:
        if "host" not in row.values:
            continue
        matches = by.get(str(row.values["host"]), [])
        if len(matches) == 1:
            row.values["hostequid"] = matches[0]
        else:
            row.wrong("host", "有多台设备使用该编号，请填设备代码" if matches else "没有这台设备的档案")


def _units(db: Session, me: User) -> SavingImporter:
    hooks = units.hooks("b")

    def save(values: dict[str, Any]) -> None:
        put(db, me, Unit(), completed(db, me, UNIT_FORM, values), hooks)

    return SavingImporter(db, save)


def _persons(db: Session, me: User) -> SavingImporter:
    def save(values: dict[str, Any]) -> None:
        put(db, me, Person(), completed(db, me, PERSON_FORM, values), persons.HOOKS)

    return SavingImporter(db, save, lambda rows: find_units(db, me, rows, {"unit_id": ""}))


def _lines(db: Session, me: User) -> SavingImporter:
    def save(values: dict[str, Any]) -> None:
        sent = completed(db, me, LINE_FORM, values) | {"equdatasysid": values["equdatasysid"]}
        add_line(db, me, SENT_LINE.taken(db, me, sent))

    return SavingImporter(db, save, lambda rows: _find_projects(db, me, rows))


def _valves(db: Session, me: User) -> SavingImporter:
    def save(values: dict[str, Any]) -> None:
        sent = completed(db, me, VALVE_FORM, values) | {"hostequid": values.get("hostequid")}
        valves.save(db, me, VALVE_FORM.taken(db, me, sent))

    def prepare(rows: Sequence[Row]) -> None:
        find_units(db, me, rows, {"useorgsysid": ""})
        _find_hosts(db, me, rows)

    return SavingImporter(db, save, prepare)


def _products(equclass: str) -> Callable[[Session, User], SavingImporter]:
    def start(db: Session, me: User) -> SavingImporter:
        def save(values: dict[str, Any]) -> None:
            form = FORMS[equclass]
            products.save(db, me, form.taken(db, me, completed(db, me, form, values)))

        return SavingImporter(db, save, lambda rows: find_units(db, me, rows, {"makersysid": ""}))

    return start


UNIT_EXAMPLE = {"name": "示例物业管理有限公司", "code": "91330200MA2A1B2C69", "usertype": "物业服务企业"}
UNIT_EXAMPLE |= {"areacode": "330212", "address": "鄞州区示例路1号", "contact": "王芳", "tel": "13805748888"}
PERSON_EXAMPLE = {"name": "李安", "idtype": "身份证", "idno": "330203199001011236", "mobile": "13805740001"}
PERSON_EXAMPLE |= {"unit_id": "示例物业管理有限公司"}
LINE_EXAMPLE = {"project": "示例装置", "pipename": "蒸汽管道", "pipeno": "PL-0001", "pipelevel": "GC2"}
LINE_EXAMPLE |= {"nominaldia": "100", "pipelength": "36.5", "designpress": "1.6", "workpress": "1.0", "medium": "蒸汽"}

VALVE_EXAMPLE = {"host": "21703300520171652", "valveno": "AQF-0001", "valvemodel": "A48Y-16C", "nominaldia": "50"}
VALVE_EXAMPLE |= {"setpress": "0.85"}
PRODUCT_EXAMPLE = {"compname": "示例产品", "compspec": "GPS-1", "prono": "P0001", "quantity": "1"}
PRODUCT_EXAMPLE |= {"makersysid": "示例制造有限公司", "prodate": "2026-03-18", "batchno": "2026-03"}

add_import(
    ImportView(
        no="unit_business_list",
        title="企业单位",
        permission=family("b", "add"),
        columns=lambda db, me: columns_of(UNIT_FORM),
        example=lambda db, me: UNIT_EXAMPLE,
        start=_units,
        secret=frozenset({"legalid"}),
    )
)
add_import(
    ImportView(
        no="person_list",
        title="人员信息",
        permission=PERSON_SAVE,
        columns=lambda db, me: columns_of(PERSON_FORM),
        example=lambda db, me: PERSON_EXAMPLE,
        start=_persons,
        secret=frozenset({"idno"}),
    )
)
add_import(
    ImportView(
        no="eqd_pressurePipeline_list",
        title="压力管线",
        permission=equipment_code("8000GX", "add"),
        columns=lambda db, me: columns_of(LINE_FORM, PROJECT),
        example=lambda db, me: LINE_EXAMPLE,
        start=_lines,
    )
)
add_import(
    ImportView(
        no="samvalve_list",
        title="安全阀",
        permission=VALVE_SAVE,
        columns=lambda db, me: columns_of(VALVE_FORM, HOST),
        example=lambda db, me: VALVE_EXAMPLE,
        start=_valves,
    )
)


def _declare_products(equclass: str) -> None:
    route, title = SCREENS[equclass]
    add_import(
        ImportView(
            no=f"product_{route}_list",
            title=title,
            permission=PRODUCT_SAVE,
            columns=lambda db, me: [f for f in columns_of(FORMS[equclass]) if f.name != "equclass"],
            example=lambda db, me: PRODUCT_EXAMPLE,
            start=_products(equclass),
        )
    )


for _class in SCREENS:
    _declare_products(_class)
