"""Ids that belong together: every id in a form says what it names and with what it goes; a foreign one is refused."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian import areas
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit, UnitContact
from tejian.inspection.models.items import AppItem, AppMain
from tejian.instruments.models import Instrument
from tejian.kit.forms.formview import FORMS, FormView
from tejian.kit.forms.refers import Named, Refers, refuse_foreign
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.process.steps import PROCESSES
from tejian.kit.web.edge import CALLS
from tejian.system.models.accounts import StaffQual, SysUser

from .conftest import Office, stored
from .world import KINDS

areas.load()
ME = KINDS["all"]
NOBODY = "0" * 32
KEY = re.compile(r"(sysid|_id|_ids|[a-z]Id)$")
CHOICES = ("dict", "dictMulti", "radio")
# names that look like keys of records and are none, or are judged where no declaration reaches, each with the reason
APART = {
    "legalid": "the number of an identity card",
    "ruleid": "a word of the rule table",
    "providerid": "the number that the gateway gave",
    "viewId": "a view of the sender, found among his own",
    "view_id": "a view of the sender, found among his own",
    "run_id": "an import of the sender, found among those that he sees",
    "attrefsysid": "of the owner that is named with it: found by both, and only if seen",
    "object_id": "of the entity that is named with it: found by both, and only if seen",
    "appmainsysid": "found among those that are seen, with the number that is sent beside it",
    "cheorgsysid": "one of the institutes, chosen from the list of the call",
    "attsysid": "an attachment is found by its record, if that is seen",
    "orgsysid": "one of the organisations of the list, which no other unit stands for: judged by the call",
    "msg_id": "a message of the own box",
    "useorgsysid": "in pasted rows: the unit is judged by the call, which reads every row for it",
    "equdatasysid": "in pasted rows: the project is judged by the call, which reads every row for it",
    "sys_menu_form.parent_id": "a group of the menu, judged with its place in the tree",
    "sys_user_form.unit_id": "the archives lie above the accounts; a key of no unit opens nothing",
    "sys_user_new_form.unit_id": "the archives lie above the accounts; a key of no unit opens nothing",
    "cha_form_book_charge.chargesysid": "the number of a charge, found among those of the institute that are seen",
    "maiorgsysid": "found among the units that are seen, and a maintainer",
    "equipment": "found among the devices that are seen, of the unit of the person",
}


def view_fields(form: FormView) -> Iterator[tuple[str, Refers | None]]:
    for f in form.fields:
        named = f.type in ("unit", "user", "equipment") or (KEY.search(f.name) and f.type not in CHOICES)
        if named and f.type != "readonly" and not f.readonly:
            yield f.name, f.refers
    for table in form.tables:
        yield from view_fields(table.form)


def model_fields(form: type[BaseModel]) -> Iterator[tuple[str, Refers | None]]:
    for name, declared in form.model_fields.items():
        found = next((m for m in declared.metadata if isinstance(m, Refers)), None)
        if found or KEY.search(name):
            yield name, found
        for part in getattr(declared.annotation, "__args__", ()):
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from model_fields(part)


def inputs() -> dict[str, Refers | None]:
    """Every id of every form that a writing call takes: form.field → what it refers to."""
    out: dict[str, Refers | None] = {}
    sources: list[Any] = [*FORMS.values(), *(c.form for c in CALLS.values() if not c.reads)]
    sources += [m.form for p in PROCESSES.values() for m in p.moves]
    for source in sources:
        if isinstance(source, FormView):
            out |= {f"{source.no}.{name}": r for name, r in view_fields(source)}
        elif isinstance(source, type):
            out |= {f"{source.__name__}.{name}": r for name, r in model_fields(source)}
    return out


INPUTS = inputs()
REFERRING = {name: r for name, r in INPUTS.items() if r}


def test_every_id_says_what_it_belongs_to_or_why_it_stands_alone() -> None:
    unsaid = {n for n, r in INPUTS.items() if r is None and n not in APART and n.split(".")[1] not in APART}
    assert not unsaid
    assert len(REFERRING) > 30


def test_a_reference_says_one_thing() -> None:
    for how in ({}, {"alone": "x", "parent": UnitContact.unit_id}):
        with pytest.raises(ValueError, match="exactly one of"):
            Refers(Unit, **how)


@pytest.mark.parametrize("name", sorted(REFERRING))
def test_what_nobody_sees_is_refused(db: Session, name: str) -> None:
    asked = Named(name.split(".")[1], "某项", REFERRING[name], NOBODY, {})  # type: ignore[arg-type]
    with pytest.raises((NoPermission, BadInput), match="^某项：") as said:
        refuse_foreign(db, ME, [asked])
    assert said.value.message.endswith(("请从选项中选择", "所选数据不存在，或不在您的数据范围内"))


def other_unit(office: Office, device: Equipment) -> Unit:
    query = select(Unit).where(Unit.id != device.useorgsysid, Unit.enabled, Unit.isuse).order_by(Unit.code)
    return office.db.scalars(query).first()  # type: ignore[return-value]


def sheets(office: Office) -> list[Any]:
    return [office.db.scalar(select(func.count()).select_from(m)) for m in (AppMain, AppItem)] + stored(office)


@pytest.mark.parametrize("path", ["/api/appmain/saveAppMain", "/api/appmain/submitAppMain"])
def test_a_declaration_takes_devices_of_its_unit_alone(office: Office, path: str) -> None:
    """Also as the last of several, and when a known one is changed."""
    own = office.lifts(2)
    foreign = office.db.scalars(select(Equipment).where(Equipment.useorgsysid != own[0].useorgsysid)).first()
    assert foreign is not None
    before = sheets(office)
    for devices in ([foreign], [*own, foreign]):
        form = office.form(own) | {"equipment": [{"equdatasysid": e.id} for e in devices]}
        said = office.post("shouli", path, **form)
        assert (said["status"], said["errorMsg"]) == (422, "设备不属于受检单位，请从受检单位的设备中选择"), said
    assert sheets(office) == before
    main = office.good("shouli", "/api/appmain/saveAppMain", **office.form(own))["main"]
    before = sheets(office)
    unit = other_unit(office, own[0])
    said = office.post("shouli", path, **office.form(own) | {"id": main["id"], "unitsysid": unit.id})
    assert said["status"] == 422 and sheets(office) == before


def test_an_arrangement_takes_people_and_instruments_of_the_institute_alone(office: Office) -> None:
    item = office.accepted()[0]
    stranger = office.db.scalars(select(SysUser.id).where(SysUser.org_id != office.user("diaodu").org_id)).first()
    foreign = office.db.scalars(select(Instrument)).first()
    assert foreign is not None
    plan = office.plan(instruments=[i for i in office.plan()["instruments"] if i != foreign.id])
    foreign.org_id = "elsewhere"
    office.db.commit()
    before = stored(office)
    for more, label in (
        ({"scinspector": stranger}, "主检"),
        ({"inspectors": [office.user("jianyan2").id, stranger]}, "协检"),
        ({"instruments": [*plan["instruments"], foreign.id]}, "仪器设备"),
    ):
        for call in ("taskSchedSave", "taskSchedCommit"):
            said = office.post("diaodu", f"/api/appmain/{call}", ids=item.id, **plan | more)
            assert (said["status"], said["errorMsg"]) == (422, f"{label}：请从选项中选择"), said
    assert stored(office) == before


def test_a_child_stays_with_its_parent(office: Office) -> None:
    first, second = office.db.scalars(select(Unit).where(Unit.isuse).order_by(Unit.code).limit(2))
    contact = UnitContact(unit_id=first.id, name="甲")
    qual = office.db.scalars(select(StaffQual)).first()
    assert qual is not None
    office.db.add(contact)
    office.db.commit()
    other = office.db.scalars(select(SysUser.id).where(SysUser.id != qual.user_id)).first()
    for path, row, name, value, sentence in (
        ("/api/unitcontact/save", contact, "unit_id", second.id, "不能改到其他单位名下"),
        ("/api/system/staff/save", qual, "user_id", other, "资格不能改到其他人员名下"),
    ):
        office.call.user = None
        said = office.call(path, _as=ME, id=row.id, **{name: value}).json()
        assert (said["isSuccess"], said["errorMsg"]) == (False, sentence), said
        kept = getattr(row, name)
        office.db.refresh(row)
        assert getattr(row, name) == kept


def test_rows_of_a_file_are_judged_as_the_form_judges_them(db: Session) -> None:
    form = FORMS["unit_contact_form"]
    with pytest.raises(Refused, match="不存在，或不在您的数据范围内"):
        form.read(db, KINDS["all"], {"unit_id": NOBODY, "name": "甲", "mobile": "13800000000"}, partial=True)
