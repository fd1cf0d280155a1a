"""A project of moving in, worked on over HTTP as its page does, with its jobs run; and dirty files for it."""

import csv
import hashlib
import io
import json
import struct
import zipfile
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian.archives.common.identifiers import make_equipment_code, make_idcard, make_uscc
from tejian.kit.database import jobs
from tejian.kit.database.db import Base
from tejian.moving.models import MovingFile, MovingProject, MovingRow
from tests.archives.conftest import Archive

API = "/api/moving"
# what tells of a load and stays, or is worked through in the background
BESIDE = ("audit_log", "security_log", "flow_log", "chain_pending", "equipment_quality_waiting", "message")
UNITS = [
    ["ID", "单位名称", "统一社会信用代码", "用户类别", "所在区划", "单位地址", "联系人", "联系电话"],
    *(
        [key, f"宁波迁入{name}物业有限公司", code, "物业", "330212", address, "王芳", "13805748881"]
        for key, name, code, address in (
            ("u1", "一号", make_uscc(88_000_001), "鄞县大道 11 号"),
            ("u2", "二号", make_uscc(88_000_002), "鄞县大道 12 号"),
            ("u3", "一号", make_uscc(88_000_001), "另一种写法"),
            ("u4", "四号", "91330200MA2A1B2C00", "鄞县大道 14 号"),
        )
    ),
]
LIFT_HEAD = ["旧编号", "品种", "设备名称", "设备代码", "出厂编号", "型号", "制造单位", "制造日期", "使用单位"]
LIFT_HEAD += ["区划", "使用地点", "层数", "站数", "门数", "额定载重量", "额定速度"]


def lift(n: int, user: str, **more: Any) -> list[Any]:
    row = {
        "旧编号": f"L{n:04d}",
        "品种": "曳引客梯",
        "设备名称": "客梯",
        "设备代码": make_equipment_code("3110", "33901", 2019, n),
        "出厂编号": f"MOV{n:05d}",
        "型号": "MAX-V",
        "制造单位": "宁波旧系统电梯制造有限公司",
        "制造日期": "2019-03",
        "使用单位": user,
        "区划": "鄞州区",
        "使用地点": f"鄞县大道 {n} 号",
        "层数": 18,
        "站数": 18,
        "门数": 18,
        "额定载重量": 1000,
        "额定速度": 1.75,
    }
    return [{**row, **more}[name] for name in LIFT_HEAD]


def as_csv(rows: list[list[Any]], encoding: str = "gb18030", separator: str = ",") -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue().encode(encoding)


def as_dbf(rows: list[list[Any]], widths: list[int], **lies: int) -> bytes:
    """A dBASE III table of texts; `lies` are what its header says otherwise (count, length)."""
    names, length = rows[0], 1 + sum(widths)
    fields = b"".join(
        struct.pack("<11sc4xBB14x", str(name).encode("gb18030")[:10], b"C", width, 0)
        for name, width in zip(names, widths, strict=True)
    )
    head = struct.pack(
        "<BBBBIHH20x",
        3,
        126,
        11,
        30,
        lies.get("count", len(rows) - 1),
        33 + len(fields),
        lies.get("length", length),
    )
    body = b"".join(
        b" " + b"".join(str(c).encode("gb18030")[:w].ljust(w) for c, w in zip(row, widths, strict=True))
        for row in rows[1:]
    )
    return head + fields + b"\r" + body + b"\x1a"


def as_zip(**documents: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in documents.items():
            made.writestr(name, content)
    return out.getvalue()


def card(n: int) -> str:
    return make_idcard("330203", date(1990, 1, 1), n)


class Moving:
    """One project and what people do with it."""

    def __init__(self, archive: Archive):
        self.archive, self.office, self.db = archive, archive.office, archive.db
        self.id = self.good("/project/save", name="老系统迁入", system="市局老系统", makes=True, drafts=False)["id"]

    def good(self, path: str, login: str = "qianru", **form: Any) -> Any:
        return self.office.good(login, f"{API}{path}", **form)

    def refused(self, path: str, login: str = "qianru", **form: Any) -> str:
        return self.office.refused(login, f"{API}{path}", **form)

    @property
    def project(self) -> MovingProject:
        return self.db.scalars(select(MovingProject).where(MovingProject.id == self.id)).one()

    def run(self) -> None:
        """Run the jobs of moving that wait, each once."""
        for name, arguments in jobs.waiting(self.db):
            if name.startswith("moving."):
                self.db.execute(
                    text("delete from procrastinate_jobs where task_name = :n and args = cast(:a as jsonb)"),
                    {"n": name, "a": json.dumps(arguments)},
                )
                self.db.commit()
                jobs.run(name, arguments)
        self.db.expire_all()

    def add(self, name: str, content: bytes, login: str = "qianru") -> Any:
        user = self.office.user(login)
        said = self.office.call(f"{API}/file/add", _as=user, _files={"file": (name, content)}, id=self.id).json()
        self.run()
        return said

    def file(self, name: str) -> MovingFile:
        query = select(MovingFile).where(MovingFile.project_id == self.id, MovingFile.name == name)
        return self.db.scalars(query).one()

    def meant(self, name: str, words: dict[tuple[str, str], str] | None = None, **columns: str) -> None:
        """Say what a file means: as proposed, but where `columns` says otherwise (heading=field)."""
        file = self.file(name)
        proposed = self.good("/file/propose", id=file.id)
        said = [{"head": c["head"], "field": columns.get(c["head"], c["field"])} for c in proposed["columns"]]
        asked = self.good("/file/words", id=file.id, columns=said)
        told = [
            {"field": of["field"], "word": w["word"], "code": (words or {}).get((of["field"], w["word"]), w["code"])}
            for of in asked
            for w in of["words"]
        ]
        told = [one for one in told if one["code"]]
        self.good("/file/mean", id=file.id, version=file.version, columns=said, words=told)

    def act(self, what: str, login: str = "qianru", **more: Any) -> Any:
        return self.good(f"/project/{what}", login, ids=self.id, version=self.project.version, **more)

    def refuse(self, what: str, login: str = "qianru", **more: Any) -> str:
        return self.refused(f"/project/{what}", login, ids=self.id, version=self.project.version, **more)

    def tried(self) -> MovingProject:
        self.act("try")
        self.run()
        return self.project

    def loaded(self) -> MovingProject:
        self.tried()
        self.act("submit")
        self.act("approve", "qianru2")
        self.run()
        return self.project

    def undone(self) -> MovingProject:
        self.act("undo")
        self.run()
        return self.project

    def rows(self, name: str) -> list[tuple[int, str]]:
        """Line and result of each row of a file."""
        file = self.file(name)
        query = select(MovingRow.line, MovingRow.state).where(MovingRow.file_id == file.id).order_by(MovingRow.line)
        return [(line, state) for line, state in self.db.execute(query)]

    def row(self, name: str, line: int) -> MovingRow:
        of = (MovingRow.file_id == self.file(name).id, MovingRow.line == line)
        return self.db.scalars(select(MovingRow).where(*of)).one()

    def small(self) -> None:
        """Two small dirty files: units in GBK, lifts in UTF-16 with tabs."""
        self.add("单位.csv", as_csv(UNITS))
        self.meant("单位.csv", {("usertype", "物业"): "03"}, ID="moving_oldkey")
        lifts = [
            LIFT_HEAD,
            lift(1, "宁波迁入一号物业有限公司"),
            lift(2, "宁波迁入二号物业有限公司"),
            lift(3, "宁波迁入二号物业有限公司", 额定速度="九十"),
            lift(4, "宁波迁入未建档物业有限公司"),
            lift(1, "宁波迁入一号物业有限公司"),
        ]
        self.add("电梯.txt", as_csv(lifts, "utf-16", "\t"))
        self.meant("电梯.txt", {("equclacode", "曳引客梯"): "3110"}, 旧编号="moving_oldkey")


def digests(db: Session) -> dict[str, str]:
    """What stands in every table, but for logs and what tells of moving itself."""
    db.commit()
    out = {}
    for table in Base.metadata.sorted_tables:
        if table.name in BESIDE or table.name.startswith("moving_"):
            continue
        rows = db.execute(text(f'select t::text from "{table.name}" t order by 1')).scalars()
        out[table.name] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return out


@pytest.fixture
def moving(archive: Archive) -> Moving:
    return Moving(archive)
