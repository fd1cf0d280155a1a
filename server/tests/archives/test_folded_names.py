"""Differences that nobody sees make no other unit: one folded name for uniqueness, search, import and merging."""

import pytest
from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_uscc
from tejian.archives.models.units import Unit
from tejian.kit.ground.folding import folded

from .conftest import Archive

SAVE = "/api/unitbasic/save"
WRITTEN = "宁波（折名）电梯有限公司"
ALIKE = [
    "宁波(折名)电梯有限公司",
    "宁波（折名） 电梯有限公司",
    "宁波﹙折名﹚电梯有限公司",
    "\u200b宁波（折名）电梯\u3000有限公司",
]


@pytest.mark.parametrize(
    "name", [*ALIKE, "ＡＢＣ－１２３", "阿卜杜拉•买买提", "Otis—电梯", "\ufeffx\u00a0y", "①号楼", "ﬁne"]
)
def test_the_database_folds_as_the_server_does(archive: Archive, name: str) -> None:
    assert archive.db.scalar(select(func.tj_fold(name))) == folded(name)


def made(archive: Archive, name: str, code: str = "") -> str:
    unit = Unit(name=name, code=code, areacode="330203", isuse=True)
    archive.db.add(unit)
    archive.db.flush()
    return unit.id


@pytest.mark.parametrize("name", ALIKE)
def test_a_name_written_otherwise_finds_the_unit(archive: Archive, name: str) -> None:
    key = made(archive, WRITTEN)
    found = archive.office.good("yewu", "/api/common/getUnitList", name=name[2:-3])
    assert [one["id"] for one in found] == [key]


@pytest.mark.parametrize("name", [WRITTEN, *ALIKE])
def test_the_same_name_makes_no_other_unit(archive: Archive, name: str) -> None:
    key, before = made(archive, WRITTEN), archive.db.scalar(select(func.count()).select_from(Unit))
    said = archive.office.post("shouli", SAVE, **archive.unit_form(name=name))
    assert (said["errorCode"], said["existing"]) == ("DUPLICATE", {"id": key})
    assert said["errorMsg"] == f"已有单位：{WRITTEN}；确是另一家的，两家都须填写统一社会信用代码"
    assert archive.db.scalar(select(func.count()).select_from(Unit)) == before


def test_two_codes_tell_two_units_of_one_name_apart(archive: Archive) -> None:
    other = made(archive, WRITTEN, make_uscc(77_000_009))
    assert archive.office.good("shouli", SAVE, **archive.unit_form(name=ALIKE[0]))["id"] != other


def test_a_name_written_otherwise_is_proposed_for_merging(archive: Archive) -> None:
    one, other = made(archive, WRITTEN), made(archive, ALIKE[1])
    found = archive.office.good("yewu", "/api/eqdbase/eqdBasic/queryMerge", type="unit", oldIds=one)[0]["candidates"]
    near = next(c for c in found if c["id"] == other)
    said = f"{WRITTEN}（只是写法不同：{ALIKE[1]}）"
    assert {"label": "名称相同", "value": said, "strong": True} in near["evidence"]
