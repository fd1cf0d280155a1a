"""Declarations by Excel: each row judged as at the counter, one declaration a unit, class and sort, a file once."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.imports.models import ImportRun
from tejian.inspection.models.items import AppItem, AppMain
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tests.archives.test_import import book

from .conftest import Office

CALL = "/api/appmain/submitExcelImport"
HEAD = {"code": "*设备代码或登记号", "testsort": "*检验类型", "plandate": "期望检验日期", "tel": "联系电话"}


def row(device: Equipment, testsort: str = "0211", **more: Any) -> dict[str, Any]:
    return {HEAD["code"]: device.equcode, HEAD["testsort"]: testsort} | {HEAD[n]: v for n, v in more.items()}


def send(office: Office, content: bytes, mode: str = "all", login: str = "shouli") -> dict[str, Any]:
    told = {"_files": {"file": ("申报.xlsx", content)}, "mode": mode}
    said: dict[str, Any] = office.call(CALL, _as=office.user(login), **told).json()
    if not said["isSuccess"]:
        return said
    for name, arguments in jobs.waiting(office.db):
        if name == "imports.run":
            jobs.run(name, arguments)
    done: dict[str, Any] = office.good(login, "/api/import/progress", id=said["data"]["id"])
    return done


def sheet(*rows: dict[str, Any]) -> bytes:
    return book(list(rows), list(HEAD.values()))


def declared(office: Office) -> list[AppMain]:
    return list(office.db.scalars(select(AppMain).where(AppMain.step == "YWSL").order_by(AppMain.appno)))


def another_unit(office: Office) -> Equipment:
    mine = office.lifts()[0].useorgsysid
    query = select(Equipment).where(Equipment.equclacode == "3110", Equipment.equstatus == "1")
    found = office.db.scalars(query.where(Equipment.useorgsysid != mine).order_by(Equipment.id)).first()
    assert found is not None
    return found


def test_rows_become_one_declaration_a_unit_class_and_sort(office: Office) -> None:
    lifts, other, before = office.lifts(2), another_unit(office), len(declared(office))
    wish = str(clock.today() + timedelta(days=9))
    done = send(office, sheet(row(lifts[0], plandate=wish), row(other), row(lifts[1], "机电类定期检验", plandate=wish)))
    assert (done["state"], done["written"]) == ("done", 3), done
    made = declared(office)[before:]
    assert sorted(main.equcount for main in made) == [1, 2]
    both = next(main for main in made if main.equcount == 2)
    assert (both.unitsysid, both.seisort, both.testsort) == (lifts[0].useorgsysid, "02", "0211")
    assert (str(both.plandate), both.INSCONTACTTEL != "") == (wish, True)


def test_the_same_file_twice_is_said(office: Office) -> None:
    content = sheet(row(office.lifts()[0]))
    assert send(office, content)["written"] == 1
    before = len(declared(office))
    said = send(office, content)
    assert said["errorMsg"].endswith("导入过，写入1行，不能重复导入")
    office.call.user = None
    dialog = {"_files": {"file": ("别名.xlsx", content)}, "viewNo": "jy_appmain_sheet_list", "mode": "valid"}
    again = office.call("/api/import/start", _as=office.user("shouli"), **dialog).json()
    assert again["errorMsg"] == said["errorMsg"]
    assert len(declared(office)) == before


@pytest.mark.parametrize("mode", ["check", "all"])
def test_rows_that_cannot_be_are_said_and_nothing_is_stored(office: Office, mode: str) -> None:
    lifts, other = office.lifts(2), another_unit(office)
    other.equstatus = "3"
    office.db.commit()
    office.good("shouli", "/api/appmain/submitAppMain", ids=_saved(office, lifts[0]))
    before = [office.db.scalar(select(func.count()).select_from(m)) for m in (AppMain, AppItem)]
    yesterday = str(clock.today() - timedelta(days=1))
    rows = [row(lifts[1]), row(lifts[0]), row(other), row(lifts[1]), row(lifts[1], "0401")]
    rows += [
        row(lifts[1], plandate=yesterday, testsort="0701"),
        {**row(lifts[1]), HEAD["code"]: "99999999999999999999"},
    ]
    done = send(office, sheet(*rows), mode)
    said = {one["row"]: one["sentence"] for one in done["faults"]}
    assert (done["good"], done["bad"], done["written"]) == (1, 6, 0)
    assert "未办结" in said[3] or "在办" in said[3]
    assert "不能申报" in said[4]
    assert said[5] == "与第2行是同一台设备的同类检验"
    assert said[6].startswith("该设备类别不能申报此检验类型，可申报：")
    assert said[7] == f"期望检验日期{yesterday}已过"
    assert said[8] == "没有您可见的这台设备"
    assert done["hasErrors"]
    assert [office.db.scalar(select(func.count()).select_from(m)) for m in (AppMain, AppItem)] == before


def _saved(office: Office, device: Equipment) -> str:
    return str(office.good("shouli", "/api/appmain/saveAppMain", **office.form([device]))["main"]["id"])


def test_the_good_rows_of_a_file_are_declared_when_asked_so(office: Office) -> None:
    lifts = office.lifts(2)
    wrong = {**row(lifts[1]), HEAD["code"]: "99999999999999999999"}
    done = send(office, sheet(row(lifts[0]), wrong), "valid")
    assert (done["written"], done["bad"], done["message"]) == (1, 1, "已导入1行，1行未导入")


def test_devices_of_another_institute_are_not_declared(office: Office) -> None:
    device = office.lifts()[0]
    device.cheorgsysid = device.chedeptid = "elsewhere"
    office.db.commit()
    done = send(office, sheet(row(device)))
    assert [one["sentence"] for one in done["faults"]] == ["没有您可见的这台设备"]


def test_who_may_not_declare_sends_no_file(office: Office) -> None:
    before = office.db.scalar(select(func.count()).select_from(ImportRun))
    answer = send(office, sheet(row(office.lifts()[0])), login="dayin")
    assert answer["errorCode"] == "NO_PERMISSION"
    assert office.db.scalar(select(func.count()).select_from(ImportRun)) == before
