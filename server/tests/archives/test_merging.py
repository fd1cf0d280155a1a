"""Merging devices and units: evidence, what moves, refusals, and an undo that gives back the very rows."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import select

from tejian.archives.common.identifiers import make_equipment_code, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.merging import Trace
from tejian.archives.models.units import Unit
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser

from .conftest import Archive

BASE = "/api/eqdbase/eqdBasic"
UNDO = "/api/archives/merge/undo"
TABLES = ("equipment", "unit", "appmain", "appitem", "appbuss", "attachment", "sys_user")


def rows(archive: Archive) -> dict[str, list[str]]:
    """Every column of every row of the tables that a merge may touch."""
    return {t: list(archive.db.scalars(sa.text(f"select t::text from {t} t order by 1"))) for t in TABLES}


def paper(device: str, name: str) -> Attachment:
    return Attachment(attrefsysid=device, owner="equipment", name=name, size=9, mime="application/pdf", key="0" * 64)


def pair(archive: Archive) -> tuple[Equipment, Equipment]:
    """A lift with an inspection and a file, and the second archive of the same lift."""
    item = archive.office.accepted()[0]
    item.step, archive.office.main(item.appmain_id).step = "DONE", "DONE"
    archive.db.commit()
    lift = archive.one(item.equdatasysid)
    twin = archive.added(
        prono=f"{lift.prono}-1",
        useorgsysid=lift.useorgsysid,
        useplace=lift.useplace,
        equname=lift.equname,
        equclacode=lift.equclacode,
    )
    archive.db.add(
        Attachment(
            attrefsysid=twin.id, owner="equipment", name="合格证.pdf", size=9, mime="application/pdf", key="0" * 64
        )
    )
    archive.db.commit()
    return lift, twin


def merge(archive: Archive, ids: list[str], kept: str, login: str = "yewu", kind: str = "3000", **more: Any) -> Any:
    form = {"type": kind, "oldIds": ids, "mergedId": kept, "reason": "重复建档"} | more
    return archive.office.post(login, f"{BASE}/merge", **form)


def trace_of(archive: Archive, row_id: str) -> Trace:
    return archive.db.scalars(select(Trace).where(Trace.object_id == row_id, Trace.state == "0")).one()


# -- evidence -------------------------------------------------------------------------------------------------------


def test_candidates_come_with_what_speaks_for_them(archive: Archive) -> None:
    lift, twin = pair(archive)
    maker = lift.porgaosysid
    archive.one(twin.id).prono = lift.prono
    archive.one(twin.id).porgaosysid = maker
    archive.one(twin.id).equcode = ""
    archive.db.commit()
    found = archive.office.good("yewu", f"{BASE}/queryMerge", type="3000", oldIds=[lift.id])[0]
    first = found["candidates"][0]
    assert first["id"] == twin.id
    told = {e["label"]: e["strong"] for e in first["evidence"]}
    assert told["出厂编号与制造单位相同"] is True
    assert told["同一单位名称与地点相近"] is False
    assert all(c["evidence"] for c in found["candidates"])


def test_places_with_other_numbers_are_not_near(archive: Archive) -> None:
    from tejian.archives.care.merging.candidates import alike, bare

    assert alike("鄞县大道1号楼客梯", "鄞县大道1号楼 客梯")
    assert not alike("鄞县大道1号楼客梯", "鄞县大道2号楼客梯")
    assert bare("宁波（集团）甬江物业有限公司") == "宁波甬江物业"


def test_neighbours_with_numbers_of_their_own_are_no_candidates(archive: Archive) -> None:
    lift, twin = pair(archive)
    found = archive.office.good("yewu", f"{BASE}/queryMerge", type="3000", oldIds=[lift.id])[0]
    assert twin.id not in {c["id"] for c in found["candidates"]}, "another code and another maker number"
    archive.one(twin.id).equcode = archive.one(twin.id).prono = ""
    archive.db.commit()
    found = archive.office.good("yewu", f"{BASE}/queryMerge", type="3000", oldIds=[lift.id])[0]
    told = {c["id"]: [e["label"] for e in c["evidence"]] for c in found["candidates"]}
    assert "同一单位名称与地点相近" in told[twin.id]


def test_units_are_found_by_name_without_their_legal_form_and_by_telephone(archive: Archive) -> None:
    one = archive.office.good("yewu", "/api/unitbasic/save", **archive.unit_form())
    other = archive.unit_form(name="宁波测试物业公司", code=make_uscc(77_000_002))
    two = archive.office.good("yewu", "/api/unitbasic/save", **other)
    found = archive.office.good("yewu", f"{BASE}/queryMerge", type="unit", oldIds=[one["id"]])[0]
    first = next(c for c in found["candidates"] if c["id"] == two["id"])
    assert {"名称只差企业形式", "联系电话相同", "地址相同"} <= {e["label"] for e in first["evidence"]}


# -- check ----------------------------------------------------------------------------------------------------------


def test_a_check_counts_what_hangs_on_each_and_marks_differences(archive: Archive) -> None:
    lift, twin = pair(archive)
    said = archive.office.good("yewu", f"{BASE}/mergeCheck", type="3000", oldIds=[lift.id, twin.id])
    moves = {m["label"]: m["rows"] for m in said["moves"]}
    assert moves["附件"] == {lift.id: 0, twin.id: 1}
    assert moves["检验业务与报告"][lift.id] == 1 and moves["检验业务与报告"][twin.id] == 0
    fields = {f["prop"]: f for f in said["fields"]}
    assert fields["useplace"]["differs"] is False
    assert fields["prono"]["differs"] is True and fields["prono"]["values"][twin.id] == twin.prono
    assert said["against"] == []


def test_a_device_with_open_business_is_not_merged(archive: Archive) -> None:
    item = archive.office.accepted()[0]
    other = archive.added()
    before = rows(archive)
    checked = archive.office.good("yewu", f"{BASE}/mergeCheck", type="3000", oldIds=[item.equdatasysid, other.id])
    assert checked["against"] == [{"id": item.equdatasysid, "sentence": "该设备存在在办业务，不能操作"}]
    said = merge(archive, [item.equdatasysid], other.id)
    assert (said["isSuccess"], said["errorMsg"]) == (False, "该设备存在在办业务，不能操作")
    assert rows(archive) == before


@pytest.mark.parametrize(
    ("login", "change", "status", "sentence"),
    [
        ("shouli", {}, 403, "对不起，您没有此操作的权限"),
        ("yewu", {"reason": " "}, 422, "请填写合并原因"),
        ("yewu", {"mergedId": "0" * 32}, 403, "对不起，您没有此操作的权限"),
        ("yewu", {"type": "4000"}, 200, "只能合并同一种类的设备"),
        ("yewu", {"type": "gibtsnicht"}, 422, "档案种类不正确"),
    ],
)
def test_a_merge_that_may_not_be_changes_nothing(
    archive: Archive, login: str, change: dict[str, str], status: int, sentence: str
) -> None:
    lift, twin = pair(archive)
    before = rows(archive)
    said = merge(archive, [twin.id], change.pop("mergedId", lift.id), login, change.pop("type", "3000"), **change)
    assert (said["status"], said["isSuccess"], said["errorMsg"]) == (status, False, sentence)
    assert rows(archive) == before
    assert archive.db.scalars(select(Trace.id)).all() == []


def test_one_foreign_device_refuses_the_whole_merge(archive: Archive) -> None:
    lift, twin = pair(archive)
    foreign = archive.added(prono="26T90002", equcode=make_equipment_code("3110", "33901", 2025, 9002))
    foreign.cheorgsysid = "elsewhere"
    archive.db.commit()
    before = rows(archive)
    assert merge(archive, [twin.id, foreign.id], lift.id)["status"] == 403
    assert rows(archive) == before


# -- merge and undo -------------------------------------------------------------------------------------------------


def test_a_merge_moves_everything_and_both_lineages_stay(archive: Archive) -> None:
    lift, twin = pair(archive)
    report = archive.db.scalars(select(AppBuss).where(AppBuss.equdatasysid == lift.id)).one()
    said = merge(archive, [lift.id], twin.id)
    assert said["isSuccess"], said["errorMsg"]
    assert said["data"]["moves"] == {"申报设备": 1, "检验业务与报告": 1}
    gone = archive.one(lift.id)
    assert (gone.equDel, gone.mergedtoid) == (2, twin.id)
    moved = archive.office.item(report.id)
    assert (moved.equdatasysid, moved.version, moved.updateby) == (twin.id, report.version, report.updateby)
    assert archive.codes("yewu", codes=lift.equcode) == [twin.equcode], "the old code finds the kept device"
    detail = archive.office.good("yewu", "/api/eqd3000tpm/eqd3000tpm/getDetailBy3000", id=twin.id)
    assert [(m["id"], m["code"]) for m in detail["merged"]] == [(lift.id, lift.equcode)]
    assert [i["id"] for i in detail["inspections"]] == [report.id]
    line = archive.office.good("yewu", "/api/archives/lineage", entity="equipment", id=twin.id)[0]
    assert line["id"] == lift.id and line["history"], "what was known of the merged device stays readable"
    assert archive.office.post("yewu", "/api/eqdbase/eqdBasic/getEqdBasicInfo", id=lift.id)["status"] == 403
    actions = [h["action"] for h in archive.history("yewu", "equipment", twin.id)]
    assert "并入" in actions


def test_the_label_of_a_merged_device_leads_to_the_kept_one(archive: Archive) -> None:
    lift, twin = pair(archive)
    assert merge(archive, [lift.id], twin.id)["isSuccess"]
    said = archive.office.post("yewu", "/api/public/equipment", code=lift.equcode)
    assert said["data"]["equcode"] == twin.equcode


def test_units_are_merged_with_the_right_of_their_family_alone(archive: Archive) -> None:
    """Whoever may merge business units may not merge inspecting ones, nor one of each."""
    business = archive.units(Unit.orgkind == "b")[:2]
    first, second = (
        Unit(name=f"检测公司{n}", code=f"9133020000000000{n}X", unittype="06", areacode="330212") for n in (1, 2)
    )
    archive.db.add_all([first, second])
    archive.db.commit()
    me = archive.office.user("yewu")
    rights = frozenset(me.permissions | {"basic:unit:bussinessorg:merge"}) - {"basic:unit:inspectionorg:merge"}
    archive.office.actors.users["yewu"] = replace(me, permissions=rights)
    before = rows(archive)
    for old, kept in ((first.id, second.id), (business[0].id, second.id), (first.id, business[0].id)):
        said = merge(archive, [old], kept, kind="unit")
        assert (said["status"], said["errorMsg"]) == (403, "对不起，您没有此操作的权限")
        assert rows(archive) == before
    assert merge(archive, [business[1].id], business[0].id, kind="unit")["isSuccess"]


def test_undoing_a_merge_of_devices_gives_back_the_very_rows(archive: Archive) -> None:
    lift, twin = pair(archive)
    before = rows(archive)
    with clock.at(clock.now() + timedelta(minutes=5)):
        assert merge(archive, [lift.id], twin.id)["isSuccess"]
    assert rows(archive) != before
    with clock.at(clock.now() + timedelta(minutes=9)):
        archive.office.good("yewu", UNDO, ids=trace_of(archive, lift.id).id)
    assert rows(archive) == before
    trace = archive.db.scalars(select(Trace)).one()
    assert (trace.state, trace.back_by) == ("1", archive.office.user("yewu").name)


def test_undoing_a_merge_of_three_devices_gives_back_the_very_rows(archive: Archive) -> None:
    lift, twin = pair(archive)
    third = archive.added(prono="26T90002", equcode=make_equipment_code("3110", "33901", 2025, 9002))
    before = rows(archive)
    assert merge(archive, [lift.id, third.id], twin.id)["data"]["merged"] == 2
    ids = list(archive.db.scalars(select(Trace.id)))
    archive.office.good("zhiliang", UNDO, ids=ids)
    assert rows(archive) == before


def test_undoing_a_merge_of_units_gives_back_the_very_rows(archive: Archive) -> None:
    old = archive.unit(archive.first(Equipment.equclass == "5000").useorgsysid)
    other = (Equipment.equclass == "3000") & (Equipment.useorgsysid != old.id)
    kept = archive.unit(archive.first(other).useorgsysid)
    account = archive.db.scalars(select(SysUser).where(SysUser.login == "qiye")).one()
    account.unit_id = old.id
    archive.db.commit()
    before = rows(archive)
    devices = set(archive.db.scalars(select(Equipment.id).where(Equipment.useorgsysid == old.id)))
    mains = set(archive.db.scalars(select(AppMain.id).where(AppMain.unitsysid == old.id)))
    said = merge(archive, [old.id], kept.id, kind="unit")
    assert said["isSuccess"], said["errorMsg"]
    assert said["data"]["moves"]["使用设备"] == len(devices) > 0
    now = archive.db.scalars(select(Equipment).where(Equipment.id.in_(devices))).all()
    assert {(e.useorgsysid, e.useorgname) for e in now} == {(kept.id, kept.name)}
    assert (
        set(archive.db.scalars(select(AppMain.id).where(AppMain.id.in_(mains), AppMain.unitsysid == kept.id))) == mains
    )
    newest = archive.history("yewu", "equipment", next(iter(devices)))[0]
    assert (newest["action"], {f["prop"] for f in newest["fields"]}) == ("合并", {"useorgname"})
    assert archive.office.post("yewu", "/api/unitbasic/load", id=old.id)["status"] == 403
    archive.office.good("yewu", UNDO, ids=trace_of(archive, old.id).id)
    assert rows(archive) == before


def test_what_came_after_the_merge_stays_where_it_is_right(archive: Archive) -> None:
    lift, twin = pair(archive)
    report = archive.db.scalars(select(AppBuss).where(AppBuss.equdatasysid == lift.id)).one()
    assert merge(archive, [lift.id], twin.id)["isSuccess"]
    added = Attachment(
        attrefsysid=twin.id, owner="equipment", name="后加.pdf", size=1, mime="application/pdf", key="1" * 64
    )
    archive.db.add(added)
    archive.office.item(report.id).archiveno = "后填"
    archive.one(twin.id).remark = "合并后修改"
    archive.db.commit()
    archive.office.good("yewu", UNDO, ids=trace_of(archive, lift.id).id)
    back = archive.office.item(report.id)
    assert (back.equdatasysid, back.archiveno) == (lift.id, "后填"), "a later change of a moved row is kept"
    assert archive.one(twin.id).remark == "合并后修改"
    assert archive.db.scalars(select(Attachment.attrefsysid).where(Attachment.id == added.id)).one() == twin.id


def test_an_undo_that_would_lose_a_change_of_the_merged_record_is_refused(archive: Archive) -> None:
    lift, twin = pair(archive)
    assert merge(archive, [lift.id], twin.id)["isSuccess"]
    archive.one(lift.id).remark = "合并后又改"
    archive.db.commit()
    before = rows(archive)
    said = archive.office.refused("yewu", UNDO, ids=trace_of(archive, lift.id).id)
    assert "在合并后又被" in said and said.endswith("修改，撤销会丢失该修改")
    assert rows(archive) == before


def test_a_chain_of_merges_is_undone_from_its_end(archive: Archive) -> None:
    lift, twin = pair(archive)
    third = archive.added(prono="26T90002", equcode=make_equipment_code("3110", "33901", 2025, 9002))
    before = rows(archive)
    assert merge(archive, [lift.id], twin.id)["isSuccess"]
    assert merge(archive, [twin.id], third.id)["isSuccess"]
    assert archive.codes("yewu", codes=lift.equcode) == [third.equcode]
    first, last = trace_of(archive, lift.id).id, trace_of(archive, twin.id).id
    assert archive.office.refused("yewu", UNDO, ids=first).endswith("已再次合并到其他档案，请先撤销后一次合并")
    archive.office.good("yewu", UNDO, ids=[first, last])
    assert rows(archive) == before


def test_an_undo_is_refused_when_the_code_lives_again(archive: Archive) -> None:
    lift, twin = pair(archive)
    code = lift.equcode
    assert merge(archive, [lift.id], twin.id)["isSuccess"]
    again = archive.added(prono="26T90003", equcode=code)
    before = rows(archive)
    said = archive.office.refused("yewu", UNDO, ids=trace_of(archive, lift.id).id)
    assert said.startswith(f"设备代码{code}已有档案") and said.endswith("不能撤销")
    assert rows(archive) == before and archive.one(again.id).equDel == 0


def test_who_may_not_undo_is_refused_and_an_undone_merge_is_over(archive: Archive) -> None:
    lift, twin = pair(archive)
    assert merge(archive, [lift.id], twin.id)["isSuccess"]
    before, trace = rows(archive), trace_of(archive, lift.id).id
    assert archive.office.post("jianguan", UNDO, ids=trace)["status"] == 403
    assert rows(archive) == before
    archive.office.good("yewu", UNDO, ids=trace)
    assert archive.office.refused("yewu", UNDO, ids=trace) == "该记录不是未撤销的合并，不能撤销"


@pytest.mark.usefixtures("application")  # each wing names its own
def test_every_column_that_names_a_device_or_unit_is_known_to_the_merge() -> None:
    from tejian.archives.care.merging.references import references
    from tejian.models_all import metadata

    known = {r.name for r in references()}
    names = {"equdatasysid": "equipment", "unitsysid": "unit", "useorgsysid": "unit", "maiorgsysid": "unit"}
    names |= {"payunitsysid": "unit", "porgaosysid": "unit"}
    found = {f"{t.name}.{c.key}" for t in metadata.tables.values() for c in t.columns if c.key in names}
    own = {"equipment.equdatasysid", "unit.unitsysid"}
    # worked out again, never moved; what a recomputation proposed is skipped
    # when its device has changed, and a replay tells of charges as they were
    derived = {"equipment_quality.equdatasysid", "equipment_quality_waiting.equdatasysid"}
    derived |= {"date_change.equdatasysid", "chareplayline.payunitsysid"}
    assert found - known - own - derived == set()
    assert {"appitem.equdatasysid", "appbuss.equdatasysid"} <= known and AppItem.__tablename__ == "appitem"
    assert Unit.__tablename__ == "unit"


def test_two_people_merging_the_same_archive_at_once_merge_it_once(real: Any) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from tejian.archives.care.merging import service
    from tejian.demo.actors import Actors
    from tejian.kit.ground.errors import Refused

    with real.new_session.begin() as db:
        me = Actors(db).users["yewu"]
        ids = list(db.scalars(select(Equipment.id).where(Equipment.equclacode == "3110").order_by(Equipment.id)))[:3]

    def one(kept: str) -> bool:
        try:
            with real.new_session.begin() as db:
                db.info["me"] = me
                service.merge(db, me, "3000", [ids[0]], kept, "重复建档")
        except Refused:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(one, ids[1:]))
    assert sorted(done) == [False, True]
    with real.new_session.begin() as db:
        assert len(db.scalars(select(Trace.id).where(Trace.object_id == ids[0])).all()) == 1
        assert db.scalars(select(Equipment.equDel).where(Equipment.id.in_(ids[1:]))).all() == [0, 0]
