"""What is no good is refused with a sentence, and nothing of it stays."""

import io
import zipfile
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.moving.coming import bundles, texts
from tejian.moving.models import MovingFile, MovingProject

from .project import LIFT_HEAD, UNITS, Moving, as_csv, as_dbf, lift

HEAD = "单位名称,地址\n"


def counts(moving: Moving) -> tuple[int, ...]:
    return tuple(moving.db.scalar(select(func.count()).select_from(m)) or 0 for m in (Unit, Equipment))


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("1.pdf", b"\0" * (80 << 20))
    return out.getvalue()


MIXED = as_csv(UNITS) + "u9,宁波另一种编码物业有限公司,,物业,330212,鄞县大道,王芳,13805748881\n".encode()
BAD: dict[str, tuple[str, bytes, str]] = {
    "header that counts too many": (
        "a.dbf",
        as_dbf([["DWMC", "DZ"], ["甲", "乙"]], [40, 20], count=9),
        "DBF文件头与内容不符：说有9条记录，实际只有1条；请在旧系统重新导出",
    ),
    "header with another width": (
        "a.dbf",
        as_dbf([["DWMC", "DZ"], ["甲", "乙"]], [40, 20], length=99),
        "DBF文件头与内容不符：记录长99字节，各字段合计61字节；请在旧系统重新导出",
    ),
    "no table at all": ("a.dbf", b"hello" * 40, "文件不是DBF表"),
    "one endless line": ("a.csv", HEAD.encode() + b"x" * (100 << 20), texts.TOO_LONG),
    "two encodings": ("a.csv", MIXED, texts.MIXED.format(line=1)),
    "bytes that are no text": ("a.csv", b"\x80\x81\xff\0\0\1" * 50, texts.NO_TEXT),
    "an archive that bursts": ("a.zip", bomb(), bundles.BOMB),
    "an archive that is none": ("a.zip", b"PK\x03\x04 nothing", bundles.BROKEN),
    "a heading alone": ("a.csv", HEAD.encode(), "文件里没有数据行"),
    "quotes that do not close": ("a.csv", (HEAD + '"甲,乙\n').encode(), "第2行的引号或分隔有误，无法读取"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_says_why_and_keeps_the_project_from_loading(moving: Moving, what: str) -> None:
    name, content, sentence = BAD[what]
    before = counts(moving)
    assert moving.add(name, content)["isSuccess"]
    file = moving.file(name)
    assert (file.state, file.message) == ("faulty", sentence)
    assert moving.refuse("try") == f"{name}不能用：{sentence}；请删去或换一个文件"
    assert (moving.project.state, counts(moving)) == ("prepare", before)


def test_only_tables_and_archives_are_taken_and_no_file_twice(moving: Moving) -> None:
    assert "只能迁入" in moving.add("a.exe", b"MZ")["errorMsg"]
    assert moving.add("a.dbt", b"memo")["errorMsg"] == "请先上传a.dbf，再上传它的备注文件"
    moving.add("单位.csv", as_csv(UNITS))
    assert moving.add("again.csv", as_csv(UNITS))["errorMsg"] == "again.csv与项目里已有的一个文件内容相同"
    assert moving.db.scalar(select(func.count()).select_from(MovingFile)) == 1


def said(moving: Moving, **columns: str) -> list[dict[str, str]]:
    proposed = moving.good("/file/propose", id=moving.file("单位.csv").id)
    return [{"head": c["head"], "field": columns.get(c["head"], c["field"])} for c in proposed["columns"]]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"单位地址": "sys_user.password"}, "所对应的项目不存在的列：单位地址"),
        ({"单位地址": "name"}, "几列对应了同一项目：单位名称"),
        ({"单位名称": ""}, "没有列对应的必填项：单位名称"),
    ],
)
def test_a_column_means_a_field_of_its_own_kind_once(moving: Moving, columns: dict[str, str], sentence: str) -> None:
    moving.add("单位.csv", as_csv(UNITS))
    file = moving.file("单位.csv")
    sent = {"id": file.id, "version": file.version, "columns": said(moving, **columns)}
    assert sentence in moving.refused("/file/mean", **sent)
    assert (moving.file("单位.csv").state, moving.file("单位.csv").meaning) == ("asking", {})


def test_a_word_stands_for_a_code_that_there_is(moving: Moving) -> None:
    moving.add("单位.csv", as_csv(UNITS))
    file = moving.file("单位.csv")
    words = [{"field": "usertype", "word": "物业", "code": "999"}]
    sent = {"id": file.id, "version": file.version, "columns": said(moving), "words": words}
    assert moving.refused("/file/mean", **sent) == "用户类别：“物业”所对应的值不在可选值中"
    assert moving.refused("/file/choose", id=file.id, version=file.version, kind="sys_user") == "内容：请从选项中选择"
    assert moving.file("单位.csv").meaning == {}


def test_a_project_of_another_institute_is_not_there(moving: Moving) -> None:
    moving.db.execute(MovingProject.__table__.update().values(org_id="another"))
    answer = moving.office.post("qianru", "/api/moving/project/try", ids=moving.id, version=moving.project.version)
    assert answer["errorCode"] == "NO_PERMISSION" and moving.project.state == "prepare"
    assert moving.office.post("qianru", "/api/moving/file/list", id=moving.id)["errorCode"] == "NO_PERMISSION"


def test_who_submits_does_not_approve_and_nothing_is_loaded_or_undone_twice(moving: Moving) -> None:
    moving.small()
    before = counts(moving)
    assert moving.refuse("submit") == "项目准备，试装以后才能提交"
    moving.tried()
    moving.act("submit")
    assert moving.refuse("approve") == "装入须由提交人以外的人批准"
    assert (moving.project.state, counts(moving)) == ("waiting", before)
    moving.act("back", "qianru2", reason="单位要先核对")
    assert (moving.project.state, moving.project.reason) == ("tried", "单位要先核对")
    moving.act("submit")
    moving.act("approve", "sysadmin")
    assert moving.refuse("approve", "qianru2") == "项目装入中，没有待批准的装入"
    assert moving.refuse("undo") == "项目装入中，没有可以撤回的装入"
    moving.run()
    after = counts(moving)
    assert after == (before[0] + 4, before[1] + 3)  # two of their own, one unknown user, the maker
    assert moving.refuse("loadOn") == "项目已装入，没有可以继续装入的文件"
    assert moving.add("more.csv", as_csv([LIFT_HEAD, lift(9, "甲")]))["errorMsg"] == "项目已装入，不能再改动文件"
    moving.undone()
    assert moving.refuse("undo") == "项目已撤回，没有可以撤回的装入"
    assert counts(moving) == before


def test_what_was_touched_later_is_told_and_nothing_is_taken_back(moving: Moving) -> None:
    moving.small()
    moving.loaded()
    device = moving.db.scalars(select(Equipment).where(Equipment.prono == "MOV00001")).one()
    device.remark = "后来改过"
    moving.db.commit()
    before = counts(moving)
    project = moving.undone()
    assert (project.state, counts(moving)) == ("loaded", before)
    told: list[dict[str, Any]] = project.held
    assert [(one["what"], one["why"]) for one in told] == [("设备", "装入后被修改")]
    assert device.equcode in told[0]["title"]
