"""Authorisations to inspect: the one question that the rest of the platform asks, granting and taking back."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_uscc
from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.units import Unit
from tejian.archives.units.authorizations.api import refuse_inspection
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org

from .conftest import Archive

SAVE, REVOKE, DELETE = "/api/authorization/save", "/api/authorization/revoke", "/api/authorization/delete"


def institution(archive: Archive, **more: Any) -> Unit:
    form = {"name": "宁波测试检验有限公司", "code": make_uscc(77_100_001), "unittype": "14", "areacode": "330200"}
    form |= {"address": "光华路 1 号", "contact": "王芳", "tel": "13805748888"}
    made = archive.office.good("yewu", "/api/unitbasic/inspection/save", **(form | more))
    return archive.unit(made["id"])


def grant(unit: Unit, **more: Any) -> dict[str, Any]:
    today = clock.today()
    form = {"unit_id": unit.id, "docno": "甬市监特〔2026〕1号", "datefrom": str(today), "classes": "4000,3000"}
    return form | {"dateto": str(today + timedelta(days=30)), "areacode": "330212"} | more


def test_an_authorisation_counts_in_its_class_area_unit_and_time(archive: Archive) -> None:
    unit, today = institution(archive), clock.today()
    archive.office.good("jianguan", SAVE, **grant(unit))

    def may(equclass: str, area: str, day: Any = today, user: str = "u") -> bool:
        return refuse_inspection(archive.db, unit.id, equclass, area, user, day) is None

    assert may("3000", "330212") and may("4000", "330212005")
    assert may("3000", "330212", today + timedelta(days=30))
    assert not may("2000", "330212") and not may("3000", "330205") and not may("300", "330212")
    assert not may("3000", "330212", today - timedelta(days=1))
    assert not may("3000", "330212", today + timedelta(days=31))


@pytest.mark.parametrize(
    ("area", "device", "allowed"),
    [("330200", "330212", True), ("330000", "330212", True), ("", "440100", True), ("330200", "330100", False)],
)
def test_a_wider_division_covers_the_ones_below(archive: Archive, area: str, device: str, allowed: bool) -> None:
    unit = institution(archive)
    archive.office.good("jianguan", SAVE, **grant(unit, areacode=area or " ", classes=" "))
    assert (refuse_inspection(archive.db, unit.id, "6000", device, "u", clock.today()) is None) is allowed


def test_one_for_a_single_user_unit_counts_for_that_one(archive: Archive) -> None:
    unit, user = institution(archive), archive.units(Unit.isuse)[0]
    archive.office.good("jianguan", SAVE, **grant(unit, useunit_id=user.id))
    assert refuse_inspection(archive.db, unit.id, "3000", "330212", user.id, clock.today()) is None
    assert refuse_inspection(archive.db, unit.id, "3000", "330212", "other", clock.today()) is not None


def test_an_institution_is_known_by_its_organisation_too(archive: Archive) -> None:
    org = archive.db.scalars(select(Org.id).where(Org.kind == "institute")).one()
    unit = institution(archive, orgsysid=org, unittype="06")
    archive.office.good("jianguan", SAVE, **grant(unit, areacode=" ", classes=" "))
    assert refuse_inspection(archive.db, org, "2000", "330281", "u", clock.today()) is None
    for nobody in ("", "0" * 32):
        assert refuse_inspection(archive.db, nobody, "2000", "330281", "u", clock.today()) == "检验机构不在单位档案中"


def test_a_disabled_or_blacklisted_institution_may_not(archive: Archive) -> None:
    unit = institution(archive)
    archive.office.good("jianguan", SAVE, **grant(unit))
    asked = (archive.db, unit.id, "3000", "330212", "u", clock.today())
    row = archive.unit(unit.id)
    row.blacklist = True
    archive.db.commit()
    assert refuse_inspection(*asked) == "宁波测试检验有限公司已列入黑名单"
    assert "不能授权" in archive.office.refused("jianguan", SAVE, **grant(unit, classes="2000"))
    row = archive.unit(unit.id)
    row.blacklist, row.enabled = False, False
    archive.db.commit()
    assert refuse_inspection(*asked) == "宁波测试检验有限公司已停用"


def test_an_authorisation_taken_back_counts_no_more(archive: Archive) -> None:
    unit = institution(archive)
    made = archive.office.good("jianguan", SAVE, **grant(unit))
    assert archive.office.post("yewu", REVOKE, id=made["id"], version=1, revokereason="x")["status"] == 403
    assert archive.office.refused("jianguan", REVOKE, id=made["id"], version=1) == "收回原因：必填"
    assert archive.office.post("jianguan", REVOKE, id=made["id"], version=7, revokereason="x")["status"] == 409
    assert refuse_inspection(archive.db, unit.id, "3000", "330212", "u", clock.today()) is None
    archive.office.good("jianguan", REVOKE, id=made["id"], version=1, revokereason="业务缩减")
    row = archive.db.scalars(select(InspAuthorization)).one()
    assert (row.revoked, row.revokereason) == (clock.today(), "业务缩减")
    assert refuse_inspection(archive.db, unit.id, "3000", "330212", "u", clock.today()) is not None
    assert "已收回" in archive.office.refused("jianguan", SAVE, id=row.id, version=2, docno="x")
    assert "不能删除" in archive.office.refused("jianguan", DELETE, ids=row.id)
    again = archive.office.good("jianguan", SAVE, **grant(unit, docno="再次"))
    assert again["grantedby"] == "朱监管"


def test_wrong_authorisations_are_refused(archive: Archive) -> None:
    unit, user = institution(archive), archive.units(Unit.isuse)[0]
    archive.office.good("jianguan", SAVE, **grant(unit))
    wrong = [
        (grant(user), f"{user.name}不是检验检测机构，不能授权"),
        (grant(unit, docno="再"), "同一范围在该期间已有授权甬市监特〔2026〕1号"),
        (grant(unit, classes="3000,4000"), "同一范围在该期间已有授权甬市监特〔2026〕1号"),
        (grant(unit, classes="2000", dateto="2020-01-01"), "授权截止日期：不得早于起始日期"),
        (grant(unit, classes="77"), "设备种类：请从选项中选择"),
    ]
    for form, sentence in wrong:
        assert archive.office.refused("jianguan", SAVE, **form) == sentence
    assert archive.office.post("yewu", SAVE, **grant(unit, classes="2000"))["status"] == 403
    assert archive.db.scalar(select(func.count()).select_from(InspAuthorization)) == 1


def test_the_list_shows_what_counts_today(archive: Archive) -> None:
    unit, today = institution(archive), clock.today()
    archive.office.good("jianguan", SAVE, **grant(unit, dateto=str(today + timedelta(days=60))))
    later = str(today + timedelta(days=5))
    archive.office.good("jianguan", SAVE, **grant(unit, classes="2000", datefrom=later))
    ended = archive.office.good("jianguan", SAVE, **grant(unit, classes="1000"))
    row = archive.db.scalars(select(InspAuthorization).where(InspAuthorization.id == ended["id"])).one()
    row.datefrom, row.dateto = today - timedelta(days=9), today - timedelta(days=1)
    archive.db.commit()
    rows = archive.get("zhanzhang", "/api/authorization/findList").json()["data"]["list"]
    assert {r["classesName"]: r["stateName"] for r in rows} == {
        "电梯、起重机械": "有效",
        "压力容器": "未生效",
        "锅炉": "已到期",
    }
    only = archive.get("zhanzhang", "/api/authorization/findList", equclass="3000").json()["data"]["list"]
    assert [r["areacodeName"] for r in only] == ["鄞州区"]
    named = archive.office.refused("yewu", "/api/unitbasic/inspection/delete", ids=unit.id)
    assert named == "宁波测试检验有限公司有检验授权，不能删除，可以停用"
