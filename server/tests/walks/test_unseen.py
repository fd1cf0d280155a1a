"""Nothing is overwritten unseen: every call that changes an existing record asks for the version that was read."""

from datetime import date
from typing import Any

import pytest
from pydantic import AliasChoices
from sqlalchemy import inspect, select, update
from sqlalchemy.orm import Session

from tejian import areas
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.persons import Person
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.imports.models import ImportSource
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.database.db import SEEN, Base, many_visible_or_refuse
from tejian.kit.forms.formview import FORMS
from tejian.kit.ground.errors import NotRead, Stale
from tejian.kit.lists.listview import LISTS
from tejian.kit.process.steps import PROCESSES
from tejian.kit.records.recordview import RECORDS
from tejian.kit.web.edge import CALLS, Area, Call
from tejian.moving.models import MovingProject, MovingRow
from tejian.system.models.organisations import CalendarDay
from tejian.system.models.settings import SavedView
from tests.conftest import Caller
from tests.kept import Count
from tests.test_records import city, rows_of

from .conftest import Office, with_rights
from .test_moves import MOVES
from .world import KINDS, filled

__all__ = ["city"]
areas.load()
ME = KINDS["all"]
CHANGING = sorted(p for p, c in CALLS.items() if c.changes)
JUDGED = [p for p in CHANGING if (c := CALLS[p].changes) and c.judged and c.column is None]
MOVED = {path for p in PROCESSES.values() for m in p.moves for path in (m.within, *m.paths) if path}
BY_HAND = {  # the other calls that compare under their own locks, each with its test below
    "/api/appbuss/fillAsBefore": "record",
    "/api/appbuss/saveRecord": "record",
    "/api/eqdbase/eqdBasic/batchUpdate": "batch",
    "/api/equipment-documents/attachments/batchDelete": "attachment",
    "/api/equipment-documents/attachments/delete": "attachment",
    "/a/stone/delAtt": "attachment",
    "/api/layout/userFormConfigSave": "view",
    "/api/layout/userFormConfigDelete": "view",
    "/api/system/calendar/toggle": "day",
    "/api/pda/submit": "phone",  # tests/inspection/test_fieldwork.py
}
PARENTS = {"equdatasysid": Equipment, "unit_id": Unit, "person_id": Person, "samvalveid": SafetyValve}
SENTENCE = "未说明所修改数据的版本，为免覆盖他人的修改，未保存；请刷新后再操作"


def own(model: Any) -> dict[str, str]:
    mine = {name: ME.id for name in ("createby", "owner_id") if hasattr(model, name)}
    return mine | ({"org_id": ME.org_id, "unit_id": ""} if model is ImportSource else {})


def row_of(db: Session, model: Any) -> Any:
    """A row that everybody with all rights sees."""
    seen = select(model).where(model.visible(ME)) if hasattr(model, "visible") else select(model)
    found = db.scalars(seen.limit(1)).first()
    if found is None:
        found = filled(model, "unseen", {**parents_of(db, model), **own(model)})
        db.add(found)
        db.commit()
    return found


def parents_of(db: Session, model: Any) -> dict[str, str]:
    """The keys that a row needs to be seen, or stored at all."""
    by_table = {m.class_.__tablename__: m.class_ for m in Base.registry.mappers}
    named = {c.key: by_table[f.column.table.name] for c in model.__table__.columns for f in c.foreign_keys}
    named |= {name: PARENTS[name] for name in inspect(model).columns.keys() & PARENTS.keys()}
    named |= {"project_id": MovingProject} if model is MovingRow else {}
    return {name: row_of(db, parent).id for name, parent in named.items() if parent is not model}


def everything_stored(db: Session) -> Any:
    """What this transaction has written, changed and removed in each table, even what it took back again."""
    return Count.all(db)


def changed_by(call: Call) -> Any:
    assert call.changes
    return call.changes


@pytest.fixture
def blind(call: Caller) -> Caller:
    """A client that says no version by itself."""
    call.client.blind = True
    return call


def test_a_call_that_writes_says_what_it_changes_or_why_it_need_not() -> None:
    for how in ({}, {"reads": True, "blind": "x"}, {"changes": Equipment, "blind": "x"}):
        with pytest.raises(ValueError, match="exactly one of reads, changes, blind"):
            Area("/api/nowhere").call("/x", any_user=True, **how)
    assert all(c.reads or c.changes or len(c.blind) > 8 for c in CALLS.values())


def test_a_key_is_looked_for_under_every_name_that_the_form_takes() -> None:
    """A second spelling of `id` is no way past the version."""
    for path in CHANGING:
        form, said = CALLS[path].form, changed_by(CALLS[path])
        for name in ("id", "ids") if isinstance(form, type) and said.column is None and "rows" not in said.by else ():
            if name not in form.model_fields or (form.__name__ == "Asks" and name not in said.by):
                continue
            alias = form.model_fields[name].validation_alias
            taken = alias.choices if isinstance(alias, AliasChoices) else [name]
            assert set(taken) <= {*said.by}, path


def test_every_call_that_judges_by_itself_has_its_test() -> None:
    assert set(CHANGING) - set(JUDGED) == (MOVED - set(JUDGED)) | set(BY_HAND)


@pytest.mark.parametrize("path", [p for p in CHANGING if CALLS[p].changes])
def test_no_record_is_changed_without_its_version(blind: Caller, db: Session, path: str) -> None:
    said = changed_by(CALLS[path])
    key = "2026-01-01" if said.by == ["day"] else inspect(row_of(db, said.models[0])).identity[0]
    db.commit()
    before = everything_stored(db)
    for name in (*said.by, *filter(None, [said.also])):
        for version in (None, "", "x", "1,2"):
            sent = {"rows__0__id": key, "rows__0__version": version} if name == "rows" else {name: key}
            answer = blind(path, _as=ME, **sent, version=version)
            assert (answer.status_code, answer.json()["errorCode"]) == (428, "NO_VERSION"), (name, answer.text[:200])
            assert answer.json()["errorMsg"] == SENTENCE
    assert everything_stored(db) == before


@pytest.mark.parametrize("path", JUDGED)
def test_no_record_is_changed_on_an_old_reading(blind: Caller, db: Session, path: str) -> None:
    said = changed_by(CALLS[path])
    for model in said.models:
        row = row_of(db, model)
        db.execute(update(model).where(model.id == row.id).values(updateby="汪海"))
        db.commit()
        before = everything_stored(db)
        answer = blind(path, _as=ME, **{said.by[0]: row.id}, version=str(row.version + 7))
        body = answer.json()
        assert (answer.status_code, body["errorCode"], body["who"]) == (409, "STALE", "汪海"), answer.text[:300]
        assert "汪海于" in body["errorMsg"] and body["when"], body
        assert everything_stored(db) == before


def test_one_stale_subject_stops_the_whole_batch(office: Office) -> None:
    items = office.accepted(2)
    office.call.client.blind = True
    ids, versions = [i.id for i in items], [items[0].version, items[1].version + 1]
    said = office.post("diaodu", "/api/appmain/taskSchedBatchCommit", ids=ids, version=versions, **office.plan())
    assert (said["status"], said["errorCode"]) == (409, "STALE")
    assert {i.step for i in office.db.scalars(select(AppBuss))} == {"RWAP"}
    versions[1] -= 1
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=ids, version=versions, **office.plan())


def test_what_was_changed_while_the_lock_was_waited_for_is_seen(blind: Caller, db: Session) -> None:
    """The version was right when the edge looked; under the lock it is not any more."""
    row = row_of(db, Equipment)
    read = {row.id: row.version}
    db.execute(update(Equipment).where(Equipment.id == row.id).values(version=row.version + 1))
    db.info[SEEN] = read
    with pytest.raises(Stale, match="数据已被"):
        many_visible_or_refuse(db, ME, Equipment, [row.id], lock=True)
    db.info[SEEN] = {row.id: row.version}
    many_visible_or_refuse(db, ME, Equipment, [row.id], lock=True)
    row.useplace = "别处"
    db.flush()
    many_visible_or_refuse(db, ME, Equipment, [row.id], lock=True)  # the own change is none of somebody else


def test_an_entry_is_not_written_over(office: Office) -> None:
    item = office.built()
    record = office.db.scalars(select(OriginalRecord)).one()
    office.call.client.blind = True
    said = office.post("jianyan1", "/api/appbuss/saveRecord", id=item.id, version=record.version + 1, remark="x")
    assert (said["status"], said["errorCode"]) == (409, "STALE")
    said = office.post("jianyan1", "/api/appbuss/fillAsBefore", id=item.id, version=record.version + 1)
    assert (said["status"], said["errorCode"]) == (409, "STALE")
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, version=record.version, remark="x")


def test_a_batch_change_names_the_device_that_was_changed(blind: Caller, db: Session) -> None:
    row = db.scalars(select(Equipment).where(Equipment.equclass == "3000")).first()
    assert row is not None
    sent = {"rows__0__id": row.id, "values__useplace": "别处"}
    answer = blind("/api/eqdbase/eqdBasic/batchUpdate", _as=ME, rows__0__version=str(row.version + 1), **sent)
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "STALE")
    assert answer.json()["errorMsg"].startswith(f"{row.equname} {row.equcode}：")


@pytest.mark.parametrize("path", [p for p, by in BY_HAND.items() if by == "attachment"])
def test_an_attachment_is_not_deleted_on_an_old_reading(blind: Caller, db: Session, path: str) -> None:
    device = db.scalars(select(Equipment)).first()
    assert device is not None
    row = Attachment(attrefsysid=device.id, owner="equipment", name="图.png", size=1, mime="image/png", key="k")
    db.add(row)
    db.commit()
    name = changed_by(CALLS[path]).by[0] if path.endswith("batchDelete") else "attsysid"
    answer = blind(path, _as=ME, **{name: row.id}, version="7")
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "STALE"), answer.text[:200]
    db.refresh(row)
    assert not row.deleted


@pytest.mark.parametrize("path", [p for p, by in BY_HAND.items() if by == "view"])
def test_a_saved_view_is_not_written_over(blind: Caller, db: Session, path: str) -> None:
    row = SavedView(owner_id=ME.id, view_no="sys_user_list", name="甲", columns="login", sort="", search={})
    db.add(row)
    db.commit()
    sent = {"viewNo": "sys_user_list", "viewId": row.id, "name": "乙", "columns": "login"}
    answer = blind(path, _as=ME, **sent, version="7")
    assert (answer.status_code, answer.json()["errorCode"]) == (409, "STALE"), answer.text[:200]
    assert db.scalars(select(SavedView.name).where(SavedView.id == row.id)).one() == "甲"


def test_a_day_is_not_turned_back_by_somebody_who_saw_it_otherwise(blind: Caller, db: Session) -> None:
    path, day = "/api/system/calendar/toggle", "2027-03-03"
    assert blind(path, _as=ME, day=day, version="4").status_code == 409
    assert blind(path, _as=ME, day=day, version="0").json()["data"]["working"] is False
    assert blind(path, _as=ME, day=day, version="0").status_code == 409
    row = db.scalars(select(CalendarDay).where(CalendarDay.day == date.fromisoformat(day))).one()
    assert row.working is False
    assert blind(path, _as=ME, day=day, version=str(row.version)).json()["data"]["working"] is True


# -- what the client reads carries the version --------------------------------------------------------------------


def target(action: Any) -> Call | None:
    """The call that an action of picked rows makes with what the row carries."""
    if action.needs == "none":
        return None
    if action.kind == "call":
        return CALLS[action.url]
    if action.kind == "move" or (action.kind == "form" and (action.needs == "many" or not FORMS[action.form].load_url)):
        return CALLS[FORMS[action.form].save_url]
    return None


ONLY_OPEN = {"openInspected", "openDevice", "openReportDevice", "jyjg"}  # go to the page of the device, or show it


def test_the_rows_of_a_list_carry_the_version_that_its_actions_send() -> None:
    changed = {model for path in CHANGING for model in changed_by(CALLS[path]).models}
    lacking = []
    for view in LISTS.values():
        for action in view.actions:
            by_hand = action.kind == "page" and action.needs != "none" and view.key.class_ in changed
            by_hand = by_hand and action.code not in ONLY_OPEN
            if "version" not in {c.name for c in view.columns} and (
                by_hand or ((made := target(action)) and made.changes)
            ):
                lacking.append((view.no, action.code))
    assert not lacking, lacking


@pytest.mark.parametrize("no", [n for n, f in FORMS.items() if f.load_url and f.save_url in CHANGING])
def test_what_a_form_loads_carries_the_version_that_it_sends(call: Caller, city: Session, no: str) -> None:
    form = FORMS[no]
    row = row_of(city, changed_by(CALLS[form.save_url]).models[0])
    answer = call(form.load_url, _as=ME, id=row.id)
    body = answer.json()
    if not body["isSuccess"]:
        assert answer.status_code in (200, 422, 403), (no, body)  # not a row of the kind that this form is for
        return
    assert body["data"]["version"] == row.version, no


@pytest.mark.parametrize("no", sorted(RECORDS))
def test_the_child_rows_of_a_page_carry_the_version_that_their_actions_send(
    call: Caller, city: Session, no: str
) -> None:
    page = call(RECORDS[no].url, _as=ME, id=rows_of(city, RECORDS[no])[0].id).json()["data"]
    for part in page["parts"]:
        for row in part.get("rows", []):
            assert not part["actions"] or "version" in row, (no, part["key"])


def test_the_refusal_says_what_to_do() -> None:
    assert (NotRead().message, NotRead.status) == (SENTENCE, 428)


def test_the_walk_sees_every_process() -> None:
    assert {m for p, m in MOVES} == {m.name for p in PROCESSES.values() for m in p.moves}
    assert with_rights(ME).permissions == ME.permissions
