"""Data quality: each fault is found where it is and nowhere else, and the worst stand first."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, func, literal_column, select, text

from tejian.archives.care.quality import running, watching
from tejian.archives.care.quality.conditions import checks
from tejian.archives.care.quality.running import refresh
from tejian.archives.common.identifiers import make_equipment_code, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.quality import EquipmentQuality, QualityWaiting
from tejian.archives.models.units import Unit
from tejian.inspection.recompute import why
from tejian.inspection.recompute.settling import worked_out
from tejian.inspection.recompute.why import compared
from tejian.kit.database import jobs

from .conftest import Archive

BASE = "/api/equipmentQuality"


def good(archive: Archive) -> Equipment:
    """A registered lift in use that has no fault."""
    lift = archive.added()
    lift.regstatus = lift.equstatus = "1"
    lift.usecertno, lift.regdate = "梯11浙B00991(25)", date(2025, 5, 1)
    lift.equidentcode, lift.ele96333code, lift.usestartdate = "NBT00000001", "990001", date(2025, 4, 20)
    lift.maiorgsysid = archive.units(Unit.ismaintain)[0].id
    lift.usetel, lift.areacode = "13805740001", archive.db.scalar(AREA) or ""
    lift.inspdate, lift.insresult, lift.insreportno = date(2026, 3, 2), "3011", "R1"
    archive.db.flush()
    dates, _reason = worked_out(archive.db, lift)
    assert dates
    for name, day in dates.updates().items():
        setattr(lift, name, day)
    unit = archive.unit(lift.useorgsysid)
    unit.code, unit.safemanager = make_uscc(77_000_123), "李安"
    archive.db.flush()
    return lift


AREA = text("select code from sys_area where length(code) = 9 order by code limit 1")


def faults(archive: Archive, device: Equipment) -> list[str]:
    archive.db.flush()
    refresh(archive.db, [device.id])
    return archive.db.scalars(select(EquipmentQuality.faults).where(EquipmentQuality.equdatasysid == device.id)).one()


def test_a_device_without_fault_has_a_hundred_points(archive: Archive) -> None:
    lift = good(archive)
    assert faults(archive, lift) == []
    assert (
        archive.db.scalars(select(EquipmentQuality.score).where(EquipmentQuality.equdatasysid == lift.id)).one() == 100
    )


SIZES = {"elefloornumber": 3, "elestadenumber": 3, "eledoornumber": 3, "ratedload": "1000", "runvelocity": "1"}
BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("I01", {"equcode": ""}),
    ("I02", {"equcode": "3110ABC"}),
    ("I03", {"equcode": make_equipment_code("1110", "33901", 2025, 9001)}),
    ("I04", {"equcode": make_equipment_code("3120", "33901", 2025, 9001)}),
    ("I05", {"equcode": make_equipment_code("3110", "33901", 2019, 9001)}),
    ("I06", {"usecertno": ""}),
    ("I07", {"usecertno": "梯11浙00991"}),
    ("I08", {"usecertno": "锅11浙B00991(25)"}),
    ("I09", {"usecertno": "梯11浙B00991(21)"}),
    ("I10", {"regcode": "123"}),
    ("I11", {"prono": ""}),
    ("I13", {"equidentcode": ""}),
    ("I14", {"ele96333code": ""}),
    ("D01", {"prodate": None}),
    ("D02", {"prodate": date(2090, 1, 1)}),
    ("D03", {"prodate": date(1949, 1, 1)}),
    ("D04", {"usestartdate": None}),
    ("D05", {"usestartdate": date(2090, 1, 1)}),
    ("D06", {"regdate": None}),
    ("D07", {"regdate": date(2090, 1, 1)}),
    ("D08", {"inspdate": date(2090, 1, 1)}),
    ("D09", {"ninspdate": None}),
    ("D10", {"ninspdate": date(2010, 1, 1)}),
    ("D11", {"ninspdate": date(2040, 1, 1)}),
    ("D12", {"inspdate": None}),
    ("D13", {"insresult": ""}),
    ("D14", {"insreportno": ""}),
    ("D15", {"ndetdate": None}),
    ("D16", {"designenddate": date(2026, 1, 1)}),
    ("D17", {"equstatus": "2"}),
    ("D18", {"regstatus": "3", "equstatus": "3"}),
    ("D19", {"ninspdate": date(2028, 1, 1)}),
    ("D19", {"ndetdate": date(2040, 1, 1)}),
    ("S01", {"regstatus": "3"}),
    ("S02", {"regstatus": "0"}),
    ("S03", {"unqualcode": "2015"}),
    ("U01", {"useorgsysid": ""}),
    ("U02", {"useorgsysid": "nobody"}),
    ("U03", {"useorgname": "旧名"}),
    ("U06", {"porgaosysid": "nobody"}),
    ("U07", {"maiorgsysid": ""}),
    ("U08", {"maiorgsysid": "nobody"}),
    ("U11", {"cheorgsysid": ""}),
    ("U12", {"usetel": ""}),
    ("U13", {"usetel": "12"}),
    ("P01", {"areacode": ""}),
    ("P02", {"areacode": "999999999"}),
    ("P03", {"areacode": "330212"}),
    ("P04", {"useplace": ""}),
    ("P05", {"longitude": 121}),
    ("K01", {"equclacode": "1110"}),
    ("K02", {"equclacode": "3000"}),
    ("R06", {"inspdate": date(2024, 1, 1)}),
    ("R07", {"ninspdate": date(2025, 4, 10)}),
    (
        "R51",
        {
            "params": {
                "elefloornumber": 3,
                "elestadenumber": 9,
                "eledoornumber": 9,
                "ratedload": "1000",
                "runvelocity": "1",
            }
        },
    ),
    (
        "V.3000.runvelocity",
        {
            "params": {
                "elefloornumber": 3,
                "elestadenumber": 3,
                "eledoornumber": 3,
                "ratedload": "1000",
                "runvelocity": "99",
            }
        },
    ),
    (
        "M.3000.ratedload",
        {"params": {"elefloornumber": 3, "elestadenumber": 3, "eledoornumber": 3, "runvelocity": "1"}},
    ),
]


@pytest.mark.parametrize(("code", "change"), BROKEN, ids=[code for code, _ in BROKEN])
def test_each_fault_is_named(archive: Archive, code: str, change: dict[str, Any]) -> None:
    lift = good(archive)
    for name, value in change.items():
        setattr(lift, name, value)
    assert code in faults(archive, lift)


def test_a_lawful_early_inspection_is_not_blamed(archive: Archive) -> None:
    """Inspected three months before the month it was due in, a lift is due three years after that month."""
    lift = good(archive)
    assert lift.ninspdate == date(2029, 5, 31) and not {"D11", "D19"} & set(faults(archive, lift))
    lift.ninspdate = date(2029, 6, 30)
    assert {"D11", "D19"} <= set(faults(archive, lift))


def test_a_shorter_date_is_another_one_and_right_when_its_inspector_chose_it(archive: Archive) -> None:
    lift = good(archive)
    lift.ninspdate = date(2028, 5, 31)
    assert {"D11", "D19"} & set(faults(archive, lift)) == {"D19"}
    lift.nextexplain = {"lines": [], "chosen": "2028-05-31"}
    assert not {"D11", "D19"} & set(faults(archive, lift))


def test_imported_devices_are_compared_too(archive: Archive) -> None:
    """No report was issued here: the rules are asked, with what the archive knows."""
    vessel = archive.first(Equipment.equclass == "2000", Equipment.equstatus == "1", Equipment.insreportno == "")
    dates, reason = worked_out(archive.db, vessel)
    assert dates and not reason
    rule = dates.updates()["ninspdate"]
    assert rule
    for day, found in ((rule, set()), (rule + timedelta(days=31), {"D11", "D19"}), (date(2000, 1, 1), {"D19"})):
        vessel.ninspdate, vessel.nextexplain = day, {}
        assert {"D11", "D19"} & set(faults(archive, vessel)) == found
    vessel.equstatus = "2"  # nothing is due of what is stopped
    assert not {"D11", "D19"} & set(faults(archive, vessel))


def test_dates_are_compared_in_blocks(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    among = why.among
    monkeypatch.setattr(why, "BLOCK", 4)
    monkeypatch.setattr(why, "among", lambda keys: asked.append(len(keys)) or among(keys))
    ids = archive.db.scalars(select(Equipment.id).order_by(Equipment.id)).all()
    found = compared(archive.db, ids)
    assert sum(asked) == len(ids) and max(asked) == 4
    monkeypatch.setattr(why, "BLOCK", 500)
    assert compared(archive.db, ids) == found


def test_what_two_devices_share_is_named_on_both(archive: Archive) -> None:
    lift, other = good(archive), archive.first(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    other.prono, other.porgaosysid = lift.prono, lift.porgaosysid
    other.ele96333code, other.usecertno = lift.ele96333code, lift.usecertno
    for one in (lift, other):
        assert {"I12", "I15", "I16"} <= set(faults(archive, one))


def test_faults_of_the_unit_are_named(archive: Archive) -> None:
    lift = good(archive)
    unit = archive.unit(lift.useorgsysid)
    unit.code, unit.safemanager, unit.enabled = "91330200MA2A1B2C60", "", False
    archive.unit(lift.maiorgsysid).ismaintain = False
    assert {"U04", "U05", "U09", "U10"} <= set(faults(archive, lift))


def test_a_relation_of_another_class_is_named(archive: Archive) -> None:
    vessel = archive.first(Equipment.equclass == "2000", Equipment.equclacode.startswith("21"))
    vessel.params = {**vessel.params, "workpress_shell": "9.9", "designpress_shell": "1.6"}
    assert "R31" in faults(archive, vessel)


def test_every_check_has_words_and_the_table_no_orphans(archive: Archive) -> None:
    found = checks(archive.db)
    assert len(found) > 80 and len({c.code for c in found}) == len(found)
    assert all(c.title and c.weight > 0 and c.clause for c in found)
    refresh(archive.db)  # every condition runs over every device
    count = archive.db.scalars(select(EquipmentQuality.equdatasysid)).all()
    assert len(count) == len(archive.db.scalars(select(Equipment.id).where(Equipment.equDel == 0)).all())


def test_the_list_shows_the_worst_first_and_the_way_to_mend(archive: Archive) -> None:
    lift = good(archive)
    lift.equcode = "3110ABC"
    archive.db.flush()
    refresh(archive.db)
    rows = archive.office.good("yewu", f"{BASE}/list", pageSize="200")["list"]
    assert [r["score"] for r in rows] == sorted(r["score"] for r in rows) and rows[0]["score"] < 100
    one = archive.office.good("yewu", f"{BASE}/device", id=lift.id)
    assert (one["score"], [f["code"] for f in one["faults"]], one["locked"]) == (85, ["I02"], True)
    assert (one["faults"][0]["field"], one["faults"][0]["value"]) == ("equcode", "3110ABC")
    lift.equcode = make_equipment_code("3110", "33901", 2025, 9001)
    archive.office.good("yewu", f"{BASE}/recheck", ids=lift.id)
    assert archive.office.good("yewu", f"{BASE}/device", id=lift.id)["score"] == 100
    whole = archive.office.good("yewu", f"{BASE}/summary")
    assert whole["total"] > whole["bad"] and sum(u["bad"] for u in whole["units"]) <= whole["bad"]
    asked = archive.office.good("yewu", f"{BASE}/list", fault=whole["faults"][0]["code"], exactCount="1")
    assert asked["count"] == whole["faults"][0]["count"]


def test_everything_is_checked_block_by_block_and_only_what_changed_is_written(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift = good(archive)
    monkeypatch.setattr(running, "BLOCK", 3)
    jobs.run("archives.quality", {})
    places = select(EquipmentQuality.equdatasysid, literal_column("ctid")).order_by(EquipmentQuality.equdatasysid)
    before = archive.db.execute(places).all()
    alive = archive.db.scalars(select(Equipment.id).where(Equipment.equDel == 0).order_by(Equipment.id)).all()
    assert [row.equdatasysid for row in before] == alive
    gone = archive.first(Equipment.equDel == 0, Equipment.id != lift.id)
    lift.equcode, gone.equDel = "3110ABC", 1
    archive.db.flush()
    jobs.run("archives.quality", {})
    after = archive.db.execute(places).all()
    assert {row.equdatasysid for row in set(before) ^ set(after)} == {lift.id, gone.id}
    assert archive.db.scalar(select(EquipmentQuality.score).where(EquipmentQuality.equdatasysid == lift.id)) == 85


def test_a_check_of_everything_that_is_cut_off_keeps_its_blocks(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.db.execute(delete(EquipmentQuality))
    archive.db.commit()
    monkeypatch.setattr(running, "BLOCK", 3)
    every = running.refresh_all()
    assert [next(every), next(every)] == [3, 6]
    every.close()
    alive = select(func.count()).select_from(Equipment).where(Equipment.equDel == 0)
    kept = archive.db.scalars(select(EquipmentQuality.equdatasysid).order_by(EquipmentQuality.equdatasysid)).all()
    assert 0 < len(kept) <= 6 < (archive.db.scalar(alive) or 0)


def test_others_devices_are_not_checked_or_shown(archive: Archive) -> None:
    foreign = archive.first(Equipment.equDel == 0)
    foreign.cheorgsysid = "elsewhere"
    for path, form in (("device", {"id": foreign.id}), ("recheck", {"ids": foreign.id})):
        assert archive.office.post("yewu", f"{BASE}/{path}", **form)["errorCode"] == "NO_PERMISSION"
    seen = archive.office.good("yewu", f"{BASE}/list", pageSize="200")["list"]
    assert foreign.id not in {r["id"] for r in seen}


def waiting(archive: Archive) -> list[str]:
    """The devices that were changed and are checked again soon."""
    return list(archive.db.scalars(select(QualityWaiting.equdatasysid).order_by(QualityWaiting.seq)))


def test_a_changed_device_is_checked_again_soon(archive: Archive) -> None:
    archive.db.execute(delete(QualityWaiting))
    lift = archive.added()
    assert waiting(archive) == [lift.id]
    again = {"id": lift.id, "version": lift.version, "useplace": "人民路 1 号", "changereason": "核对"}
    archive.office.good("dangan", "/api/eqdbase/eqdBasic/editEqm", **again)
    assert waiting(archive) == [lift.id] * 2
    jobs.run("archives.quality_waiting", {})
    assert waiting(archive) == []
    found = archive.db.scalars(select(EquipmentQuality).where(EquipmentQuality.equdatasysid == lift.id)).one()
    assert found.score == 100 - sum(c.weight for c in checks(archive.db) if c.code in found.faults) and found.faults
    assert (
        archive.office.post("dangan", "/api/eqdbase/eqdBasic/addEqm", **archive.lift_form())["errorCode"] == "DUPLICATE"
    )
    assert waiting(archive) == []


def test_what_could_not_be_checked_waits_for_the_next_time(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    archive.db.execute(delete(QualityWaiting))
    lift = archive.added()
    with monkeypatch.context() as broken:
        broken.setattr(watching, "refresh", lambda *_given: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            jobs.run("archives.quality_waiting", {})
    assert waiting(archive) == [lift.id]
    monkeypatch.setattr(watching, "AT_ONCE", 1)
    archive.db.add_all([QualityWaiting(equdatasysid=lift.id), QualityWaiting(equdatasysid="gone")])
    archive.db.commit()
    jobs.run("archives.quality_waiting", {})
    assert waiting(archive) == []
