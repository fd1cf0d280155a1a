"""Devices bring their using units: known ones linked and compared, unknown ones made in the same transaction."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import refuse_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit

from .conftest import Archive
from .test_import import Import, book

CODE = "91330200MA2A1B2C69"
FACTS = {"使用单位所在区划": "330212", "使用单位地址": "鄞州区示例路1号", "使用单位联系人": "王芳"}
FACTS |= {"使用单位联系电话": "13805748888", "使用单位用户类别": "企业"}


@pytest.fixture
def imports(archive: Archive) -> Import:
    assert refuse_uscc(CODE) is None
    return Import(archive)


def row(imports: Import, n: int, name: str | None = "新城物业有限公司", **more: Any) -> dict[str, Any]:
    return imports.lift(n, **{"*使用单位名称": name, "使用单位统一社会信用代码": CODE, **FACTS, **more})


def sent(imports: Import, *rows: dict[str, Any], mode: str = "all", login: str = "dangan") -> dict[str, Any]:
    return imports.send(book(list(rows), imports.head()), mode, login)


def units(imports: Import) -> int:
    return imports.db.scalar(select(func.count()).select_from(Unit)) or 0


def test_an_unknown_unit_is_proposed_and_made_with_its_devices(imports: Import) -> None:
    before = units(imports)
    checked = sent(imports, row(imports, 1), row(imports, 2), mode="check")
    assert (checked["good"], checked["bad"]) == (2, 0), checked["faults"]
    assert checked["units"]["new"] == [{"name": "新城物业有限公司", "code": CODE, "row": 2, "rows": 2, "faults": []}]
    assert units(imports) == before
    done = imports.send(b"", "all", runId=checked["id"])
    assert done["message"] == "已导入2行，新建单位1家" and units(imports) == before + 1
    made = imports.db.scalars(select(Unit).where(Unit.code == CODE)).one()
    assert (made.name, made.areacode, made.tel, made.usertype != "") == (
        "新城物业有限公司",
        "330212",
        "13805748888",
        True,
    )
    lifts = imports.db.scalars(select(Equipment).where(Equipment.prono.startswith("IMP"))).all()
    assert {(one.useorgsysid, one.useorgname) for one in lifts} == {(made.id, made.name)}
    assert all(not name.startswith("unit_") for one in lifts for name in one.params)


def test_a_new_unit_has_findings_of_its_own(imports: Import) -> None:
    before = units(imports)
    wrong = row(imports, 1, 使用单位统一社会信用代码="91330200MA2A1B2C60", 使用单位联系人=None)
    twin = row(imports, 2, 使用单位统一社会信用代码="91330200MA2A1B2C60", 使用单位联系人=None)
    checked = sent(imports, wrong, twin, mode="check")
    assert {(f["row"], f["label"], f["sentence"]) for f in checked["faults"]} == {
        (2, "使用单位联系人", "新建单位：联系人必填"),
        (3, "使用单位名称", "第2行提出新建的单位还有问题"),
    }
    checked = sent(imports, row(imports, 1, 使用单位统一社会信用代码="91330200MA2A1B2C60"), mode="check")
    assert [f["label"] for f in checked["faults"]] == ["使用单位统一社会信用代码"]
    assert checked["units"]["new"][0]["faults"] == [checked["faults"][0]["sentence"].removeprefix("新建单位：")]
    assert units(imports) == before


def test_a_known_unit_is_linked_and_what_differs_is_shown_and_left(imports: Import) -> None:
    known = imports.user
    before = known.tel, known.name
    stated = {"使用单位统一社会信用代码": known.code, "使用单位联系电话": "13805741234"}
    checked = sent(imports, row(imports, 1, None, **stated), mode="check")
    assert (checked["good"], checked["bad"]) == (1, 0), checked["faults"]
    differing = checked["units"]["differing"]
    assert [one["name"] for one in differing] == [known.name]
    assert {"label": "联系电话", "ours": known.tel, "theirs": "13805741234"} in differing[0]["values"]
    assert imports.send(b"", "all", runId=checked["id"])["written"] == 1
    lift = imports.archive.first(Equipment.prono == "IMP00001")
    assert (lift.useorgsysid, lift.useorgname) == (known.id, known.name)
    assert imports.db.execute(select(Unit.tel, Unit.name).where(Unit.id == known.id)).one() == before


def test_a_name_with_another_code_is_not_taken_for_the_same_unit(imports: Import) -> None:
    known = imports.user
    checked = sent(imports, row(imports, 1, known.name), mode="check")
    said = f"同名单位已建档，其统一社会信用代码为{known.code}，请核对"
    assert [(f["label"], f["sentence"]) for f in checked["faults"]] == [("使用单位统一社会信用代码", said)]


def test_units_are_made_with_the_right_for_units_only(imports: Import, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from tejian.archives.care.importing import users
    from tejian.imports import running

    account = running.account
    monkeypatch.setattr(
        running, "account", lambda db, key: replace(me := account(db, key), permissions=me.permissions - {users.RIGHT})
    )
    before = units(imports)
    done = sent(imports, row(imports, 1))
    said = "没有这个单位的档案，您也没有新增单位的权限，请先由有权限的人建档"
    assert [(f["label"], f["sentence"]) for f in done["faults"]] == [("使用单位名称", said)]
    assert (done["state"], units(imports)) == ("refused", before)


def test_a_unit_that_somebody_made_since_the_check_is_taken(imports: Import) -> None:
    checked = sent(imports, row(imports, 1), mode="check")
    kept = imports.user
    made = Unit(name="新城物业", code=CODE, unittype="01", usertype=kept.usertype, areacode="330212")
    imports.db.add(made)
    imports.db.flush()
    before = units(imports)
    assert imports.send(b"", "all", runId=checked["id"])["message"] == "已导入1行"
    assert units(imports) == before
    assert imports.archive.first(Equipment.prono == "IMP00001").useorgsysid == made.id


def test_a_file_that_writes_a_name_in_five_ways_makes_one_unit(imports: Import) -> None:
    before = units(imports)
    ways = ["新城（折）物业", "新城(折)物业", "新城（折） 物业", "新城﹙折﹚物业", "新城（折）\u3000物业"]
    rows = [row(imports, n, name) for n, name in enumerate(ways, 1)]
    done = sent(imports, *rows)
    assert (done["state"], done["message"]) == ("done", "已导入5行，新建单位1家"), done["faults"]
    assert units(imports) == before + 1
    lifts = imports.db.scalars(select(Equipment).where(Equipment.prono.startswith("IMP"))).all()
    assert {one.useorgname for one in lifts} == {ways[0]}
