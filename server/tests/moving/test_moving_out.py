"""数据迁出: approved by two, encrypted, and loaded again it gives equal counts and digests."""

import io
import json
import zipfile
from typing import Any

import pytest
import pyzipper
from sqlalchemy import select

from tejian.archives.models.units import Unit
from tejian.inspection.models.simple import SimpleReport
from tejian.kit.database import jobs
from tejian.moving.models import MovingOut, MovingRow

from .project import Moving, as_csv, as_zip, card, digests

OUT = "/api/moving/out"
WORD = "correct horse 2026"
PDF = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF"
PERSONS = [
    ["姓名", "证件号码", "手机", "所属单位", "岗位"],
    ["陈安全", card(1), "13805740001", "宁波迁入一号物业有限公司", "电梯安全管理员"],
]
CERTS = [
    ["持证人证件号码", "作业项目", "证书编号", "发证机关", "有效期至"],
    [card(1), "A", "T3302999999", "宁波市市场监督管理局", "2029-05-01"],
]
REPORTS = [["报告编号", "报告种类", "出具单位", "设备代码", "设备名称", "受检单位", "检验日期", "检验结论"]]


class Out:
    """A package that is asked for."""

    def __init__(self, moving: Moving, **more: Any):
        self.moving, self.office, self.db = moving, moving.office, moving.db
        form = {"name": "移交", "why": "移交新平台", "extent": "whole", "locked": True, "word": WORD} | more
        self.id = self.office.good("qianru", f"{OUT}/ask", **form)["id"]

    @property
    def row(self) -> MovingOut:
        return self.db.scalars(select(MovingOut).where(MovingOut.id == self.id)).one()

    def act(self, login: str, what: str = "approve", **more: Any) -> Any:
        return self.office.post(login, f"{OUT}/{what}", ids=self.id, version=self.row.version, **more)

    def made(self) -> bytes:
        assert self.act("sysadmin")["isSuccess"] and self.act("secadmin")["isSuccess"]
        for name, arguments in jobs.waiting(self.db):
            if name == "moving.out" and arguments["out_id"] == self.id:
                jobs.run(name, arguments)
        self.db.expire_all()
        assert self.row.state == "done", self.row.message
        user = self.office.user("qianru")
        answer = self.office.call(f"{OUT}/fetch", _as=user, id=self.id)
        return bytes(answer.content)

    def contents(self) -> dict[str, tuple[int, str]]:
        return {one["name"]: (one["rows"], one["content"]) for one in self.row.manifest if "content" in one}


@pytest.fixture
def stock(moving: Moving) -> Unit:
    """A unit with lifts, a person with a certificate, and a report with its file, moved in."""
    moving.small()
    lift = moving.file("电梯.txt")
    code = lift.found["rows"][0][3]
    moving.add("人员.csv", as_csv(PERSONS))
    moving.meant("人员.csv", {("post", "电梯安全管理员"): "02"})
    moving.add("人员证书.csv", as_csv(CERTS))
    moving.meant("人员证书.csv")
    report = ["LS-2019-0001", "安全阀校验报告", "宁波市特种设备检验研究院", code, "客梯", "宁波迁入一号物业有限公司"]
    moving.add("历史报告.csv", as_csv([*REPORTS, [*report, "2019-05-20", "合格"]]))
    moving.meant("历史报告.csv")
    moving.add("报告.zip", as_zip(**{"2019/LS-2019-0001.pdf": PDF, "nobody.pdf": PDF}))
    project = moving.loaded()
    kinds = {f: moving.rows(f) for f in ("人员.csv", "人员证书.csv", "历史报告.csv", "报告.zip")}
    whys = {f: moving.row(f, kinds[f][0][0]).why for f in kinds}
    assert kinds == {
        "人员.csv": [(2, "made")],
        "人员证书.csv": [(2, "made")],
        "历史报告.csv": [(2, "made")],
        "报告.zip": [(1, "made"), (2, "rejected")],
    }, (project.message, whys)
    return moving.db.scalars(select(Unit).where(Unit.name == "宁波迁入一号物业有限公司")).one()


def test_two_others_approve_and_only_who_asked_fetches(moving: Moving) -> None:
    out = Out(moving)
    assert out.act("qianru")["errorCode"] == "NO_PERMISSION"
    assert out.act("sysadmin")["isSuccess"]
    assert out.act("sysadmin")["errorMsg"] == "您已批准，还须另一人批准"
    assert (out.row.state, out.row.second_id) == ("asked", "")
    early = moving.office.post("qianru", f"{OUT}/fetch", id=out.id)
    assert early["errorMsg"] == "移交待批准，没有可以下载的文件"
    assert out.act("secadmin", "deny", reason="范围太大")["isSuccess"]
    assert (out.row.state, out.row.word) == ("denied", "")
    short = {"name": "短", "why": "移交新平台", "extent": "whole", "locked": True, "word": "short"}
    assert moving.office.refused("qianru", f"{OUT}/ask", **short) == "口令：至少12位"
    assert moving.db.scalars(select(MovingOut.name)).all() == ["移交"]


def test_a_package_is_encrypted_and_says_what_is_in_it(moving: Moving, stock: Unit) -> None:
    out = Out(moving, extent="unit", unit_id=stock.id)
    with pyzipper.AESZipFile(io.BytesIO(out.made())) as package:
        with pytest.raises(RuntimeError):
            package.read("单位.csv")
        package.setpassword(WORD.encode())
        told = json.loads(package.read("清单.json"))
        names = [one["name"] for one in told["files"]]
        assert {"单位.csv", "电梯.csv", "人员.csv", "人员证书.csv", "历史报告.csv"} < set(names)
        assert package.read("档案文件/历史报告/LS-2019-0001.pdf") == PDF
        assert card(1) in package.read("人员.csv").decode("utf-8-sig")
    assert out.row.word == ""
    report = moving.db.scalars(select(SimpleReport).where(SimpleReport.reportno == "LS-2019-0001")).one()
    assert (report.step, len(report.digest)) == ("YF", 64)


def test_what_was_carried_out_gives_equal_digests_when_it_is_loaded_again(moving: Moving, stock: Unit) -> None:
    first = Out(moving, extent="unit", unit_id=stock.id, locked=False, word="")
    content = first.made()
    assert zipfile.ZipFile(io.BytesIO(content)).testzip() is None
    undone = moving.undone()
    assert undone.state == "undone", undone.held
    before = digests(moving.db)
    again = Moving(moving.archive)
    assert again.add("移交.zip", content)["isSuccess"]
    again.run()
    loaded = again.loaded()
    # the maker was only known by its name: its own row lacks what a unit must state, its lift brings it again
    out = moving.db.scalars(select(MovingRow).where(MovingRow.project_id == again.id, MovingRow.state == "rejected"))
    assert [(row.title, row.target_id) for row in out] == [("宁波旧系统电梯制造有限公司", "")]
    assert loaded.state == "loaded", loaded.message
    unit = moving.db.scalars(select(Unit).where(Unit.name == "宁波迁入一号物业有限公司")).one()
    second = Out(again, extent="unit", unit_id=unit.id, locked=False, word="")
    second.made()
    assert second.contents() == first.contents()
    assert again.undone().state == "undone", again.project.held
    assert digests(moving.db) == before
