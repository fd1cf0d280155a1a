"""Devices from Excel: template, dry run, all or nothing, valid rows only, and files that are not what they say."""

import zipfile
from datetime import date
from io import BytesIO
from typing import Any

import pytest
import python_calamine
import xlsxwriter
from sqlalchemy import Engine, func, select, text, update
from sqlalchemy.orm import Session

from tejian.archives.care.importing.devices import EquipmentImporter, by_month
from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.quality import QualityWaiting
from tejian.archives.models.units import Unit
from tejian.imports import running
from tejian.imports.models import ImportRun
from tejian.kit.database import jobs
from tejian.kit.database.audit import AuditLog
from tejian.kit.database.db import hold_if_free
from tejian.kit.importing import apart, reading

from .conftest import Archive

VIEW, EMERGENCY = "eqd_elevator_list", "330212"


class Import:
    """Sends workbooks as the dialog does and runs the job."""

    def __init__(self, archive: Archive, view: str = VIEW):
        self.archive, self.office, self.db, self.view = archive, archive.office, archive.db, view

    def head(self, login: str = "dangan") -> list[str]:
        return [c["label"] for c in self.office.good(login, "/api/import/config", viewNo=self.view)["columns"]]

    def lift(self, n: int, **more: Any) -> dict[str, Any]:
        """A good row by column head."""
        row = {
            "*设备类别（品种）": "曳引驱动乘客电梯",
            "*设备名称": "客梯",
            "设备代码": make_equipment_code("3110", "33901", 2020, n),
        }
        row |= {"*出厂编号(产品编号)": f"IMP{n:05d}", "*型号(规格)": "MAX-V", "*制造单位名称": self.maker.name}
        row |= {"*制造日期": "2020-03-01", "*使用单位名称": self.user.code, "*设备所在区划": "330212"}
        row |= {"*设备使用地点": f"鄞县大道 {n} 号", "层数（层）": 18, "站数（站）": 18, "门数（门）": 18}
        return row | {"额定载重量（kg）": 1000, "额定速度（m/s）": 1.75} | more

    @property
    def maker(self) -> Unit:
        return self.archive.units(Unit.ismaker)[0]

    @property
    def user(self) -> Unit:
        return self.archive.units(Unit.usertype != "")[0]

    def send(self, content: bytes, mode: str = "valid", login: str = "dangan", **more: Any) -> dict[str, Any]:
        files = {"file": ("电梯.xlsx", content)} if content else None
        sent = {"viewNo": self.view, "mode": mode, **more}
        told = {"_files": files, **sent} if content else {"_json": sent}
        said: dict[str, Any] = self.office.call("/api/import/start", _as=self.office.user(login), **told).json()
        if not said["isSuccess"]:
            return said
        for name, arguments in jobs.waiting(self.db):
            if name == "imports.run":
                jobs.run(name, arguments)
        done: dict[str, Any] = self.office.good(login, "/api/import/progress", id=said["data"]["id"])
        return done

    def counts(self) -> tuple[int, int]:
        return tuple(self.db.scalar(select(func.count()).select_from(m)) or 0 for m in (Equipment, AuditLog))  # type: ignore[return-value]


@pytest.fixture
def imports(archive: Archive) -> Import:
    return Import(archive)


def book(rows: list[dict[str, Any]], head: list[str] | None = None, touch: Any = None) -> bytes:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, "strings_to_formulas": False}) as made:
        sheet = made.add_worksheet("数据")
        names = head or list(rows[0])
        for i, name in enumerate(names):
            sheet.write_string(0, i, name)
        for n, row in enumerate(rows, 1):
            for i, name in enumerate(names):
                if name in row:
                    sheet.write(n, i, row[name])
        if touch:
            touch(made, sheet)
    return out.getvalue()


def first_sheet(content: bytes) -> list[list[Any]]:
    made = python_calamine.CalamineWorkbook.from_filelike(BytesIO(content))
    return list(made.get_sheet_by_index(0).iter_rows())


def test_the_template_offers_every_field_with_dropdowns_and_an_example(imports: Import) -> None:
    answer = imports.office.call("/api/import/template", _as=imports.office.user("dangan"), _method="GET", viewNo=VIEW)
    assert answer.content[:2] == b"PK", answer.text
    head, example = first_sheet(answer.content)[:2]
    assert head == imports.head()
    assert head[0].startswith("*") and "额定速度（m/s）" in head and "层数（层）" in head
    assert all(example[i] for i, name in enumerate(head) if name.startswith("*"))
    sheet1 = zipfile.ZipFile(BytesIO(answer.content)).read("xl/worksheets/sheet1.xml")
    assert sheet1.count(b"<dataValidation ") > 10
    before = imports.counts()
    done = imports.send(answer.content, "all")
    assert (done["state"], done["message"]) == ("refused", "工作表中没有数据")  # the example alone is no data
    assert imports.counts() == before


def test_good_rows_become_devices_with_their_traces(imports: Import) -> None:
    before = imports.counts()
    done = imports.send(book([imports.lift(n) for n in range(1, 4)], imports.head()), "all")
    assert (done["state"], done["message"], done["written"]) == ("done", "已导入3行", 3)
    assert imports.counts() == (before[0] + 3, before[1] + 3)
    lift = imports.archive.first(Equipment.prono == "IMP00002")
    assert (lift.equclass, lift.equclacode, lift.equkind, lift.datasource) == ("3000", "3110", "3110", "04")
    assert (lift.useorgsysid, lift.useorgname) == (imports.user.id, imports.user.name)
    assert (lift.porgname, lift.equstatus, lift.regstatus) == (imports.maker.name, "0", "0")
    assert lift.params["runvelocity"] == "1.75" and lift.params["elefloornumber"] == 18
    assert (
        lift.cheorgsysid == imports.office.user("dangan").org_id and lift.createby == imports.office.user("dangan").id
    )


def test_an_imported_device_leaves_the_trail_that_a_saved_one_leaves(imports: Import) -> None:
    imports.send(book([imports.lift(1)], imports.head()), "all")
    lift = imports.archive.first(Equipment.prono == "IMP00001")
    trail = imports.db.scalars(select(AuditLog).where(AuditLog.entity_id == lift.id)).one()
    me = imports.office.user("dangan")
    assert (trail.optype, trail.entity, trail.action) == ("00", "equipment", "新增")
    assert (trail.user_id, trail.user_name, trail.since) == (me.id, me.name, None)
    told = {name: new for name, (old, new) in trail.changes.items() if old is None}
    assert told == {
        **{"id": lift.id, "equclass": "3000", "equclacode": "3110", "equcategory": "3100", "equkind": "3110"},
        **{"equsubkind": "", "equname": "客梯", "equcode": lift.equcode, "prono": "IMP00001", "model": "MAX-V"},
        **{"porgaosysid": imports.maker.id, "porgname": imports.maker.name, "prodate": "2020-03-01"},
        **{"useorgsysid": imports.user.id, "useorgname": imports.user.name, "areacode": "330212"},
        **{"useplace": "鄞县大道 1 号", "elefloornumber": 18, "elestadenumber": 18, "eledoornumber": 18},
        **{"ratedload": "1000", "runvelocity": "1.75", "datasource": "04", "equDel": 0},
        **{"regstatus": "0", "equstatus": "0", "cheorgsysid": me.org_id, "cheorgsysname": lift.cheorgsysname},
    }
    assert lift.cheorgsysname and (lift.version, lift.updateby, lift.remark) == (1, me.name, "")
    assert lift.id in imports.db.scalars(select(QualityWaiting.equdatasysid)).all()


def test_a_sheet_is_read_in_pieces_with_the_numbers_of_its_rows(
    imports: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece ends where its rows end, blank ones between them counted; faults name the row of the file."""
    monkeypatch.setattr(reading, "ROWS_AT_ONCE", 3)
    monkeypatch.setattr(reading, "BLOCK", 700)
    head = imports.head()
    rows = [imports.lift(n) for n in range(1, 8)]
    rows.insert(4, {})  # row 6 of the file
    rows += [imports.lift(9, **{"额定速度（m/s）": 99})]
    done = imports.send(book(rows, head), "valid")
    assert (done["state"], done["written"], done["bad"]) == ("done", 7, 1)
    assert [(f["row"], f["label"]) for f in done["faults"]] == [(10, "额定速度")]


def test_a_run_is_said_to_be_done_by_the_transaction_of_its_rows(
    imports: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Said earlier, whoever waits for it reads the list before the rows are there."""
    apart: list[Any] = []
    note = running.note
    monkeypatch.setattr(running, "note", lambda key, **values: apart.append(values.get("state")) or note(key, **values))
    done = imports.send(book([imports.lift(1)], imports.head()), "all")
    assert (done["state"], done["written"]) == ("done", 1)
    assert "writing" in apart and "done" not in apart


def test_no_transaction_is_open_while_the_workbook_is_judged(
    imports: Import, monkeypatch: pytest.MonkeyPatch, job_sessions: list[Session]
) -> None:
    """A hostile one keeps its reader for five minutes; a connection that rests in a transaction is cut after two."""
    resting, check = list[bool](), apart.check

    def checked(*given: Any) -> Any:
        resting.append(any(one.in_transaction() for one in job_sessions))
        return check(*given)

    monkeypatch.setattr(apart, "check", checked)
    done = imports.send(book([imports.lift(1)], imports.head()), "all")
    assert (resting, done["state"], done["written"]) == ([False], "done", 1)


def test_a_dry_run_says_everything_and_stores_nothing(imports: Import) -> None:
    before = imports.counts()
    wrong = imports.lift(2, **{"*制造日期": "2030-01-01", "额定速度（m/s）": "快", "*使用单位名称": "没有的单位"})
    done = imports.send(book([imports.lift(1), wrong], imports.head()), "check")
    assert (done["state"], done["good"], done["bad"]) == ("done", 1, 1)
    assert done["message"] == "检查完毕：1行可以导入，1行需要修改"
    assert {(f["row"], f["label"], f["sentence"]) for f in done["faults"]} == {
        (3, "制造日期", "不得晚于今天"),
        (3, "额定速度", "请输入数字"),
        (3, "使用单位名称", "没有这个单位的档案，请先建档"),
    }
    assert imports.counts() == before
    again = imports.send(b"", "valid", runId=done["id"])
    assert (again["state"], again["written"], again["message"]) == ("done", 1, "已导入1行，1行未导入")
    assert imports.counts()[0] == before[0] + 1


def test_all_or_nothing_stores_nothing_when_a_row_is_wrong(imports: Import) -> None:
    before = imports.counts()
    done = imports.send(book([imports.lift(1), imports.lift(2, **{"*设备名称": None})], imports.head()), "all")
    assert (done["state"], done["message"]) == ("refused", "没有导入：1行需要修改")
    assert imports.counts() == before


def test_the_error_workbook_says_why_beside_each_cell_and_can_be_sent_again(imports: Import) -> None:
    bad = imports.lift(2, **{"额定速度（m/s）": 99, "*设备名称": "=1+1"})
    done = imports.send(book([imports.lift(1), bad], imports.head()), "valid")
    assert (done["written"], done["bad"], done["hasErrors"]) == (1, 1, True)
    answer = imports.office.call("/api/import/errors", _as=imports.office.user("dangan"), _method="GET", id=done["id"])
    rows = first_sheet(answer.content)
    place = rows[0].index("额定速度（m/s）")
    assert rows[0][place + 1] == "额定速度（错误说明）" and rows[1][place + 1] == "不得大于21m/s"
    assert rows[1][0] == "第3行" and len(rows) == 2
    assert b"<f>" not in zipfile.ZipFile(BytesIO(answer.content)).read("xl/worksheets/sheet1.xml")
    mended = [dict(zip(rows[0], rows[1], strict=True))]
    mended[0]["额定速度（m/s）"] = 2
    last = imports.send(book(mended, rows[0]), "all")
    assert (last["state"], last["written"]) == ("done", 1)
    assert imports.archive.first(Equipment.prono == "IMP00002").equname == "=1+1"


def test_duplicates_in_the_file_and_in_the_archive_are_named(imports: Import) -> None:
    old = imports.archive.added()
    rows = [
        imports.lift(1),
        imports.lift(2, 设备代码=imports.lift(1)["设备代码"]),
        imports.lift(3, 设备代码=old.equcode),
    ]
    rows.append(imports.lift(4, **{"*出厂编号(产品编号)": "IMP00001"}))
    done = imports.send(book(rows, imports.head()), "check")
    assert {(f["row"], f["label"], f["sentence"]) for f in done["faults"]} == {
        (3, "设备代码", "与第2行重复"),
        (4, "设备代码", f"与已有设备重复：{old.equcode} {old.useorgname}"),
        (5, "出厂编号(产品编号)", "与第2行重复"),
    }


@pytest.mark.parametrize("taken", ["prono", "ele96333code"])
def test_a_number_that_somebody_took_since_the_check_refuses_the_file(
    imports: Import, monkeypatch: pytest.MonkeyPatch, taken: str
) -> None:
    other, maker = imports.archive.added(), imports.maker
    write = EquipmentImporter.write

    def written(self: EquipmentImporter, rows: Any) -> None:
        write(self, rows)
        mine = {"prono": "IMP00002", "porgaosysid": maker.id} if taken == "prono" else {"ele96333code": EMERGENCY}
        self.db.execute(update(Equipment).where(Equipment.id == other.id).values(mine))

    before = imports.counts()
    rows = [imports.lift(1), imports.lift(2) | {"96333 应急识别码": EMERGENCY}, imports.lift(3)]
    monkeypatch.setattr(EquipmentImporter, "write", written)
    done = imports.send(book(rows, imports.head()))
    said = "导入期间他人登记了相同编号的设备（出厂编号IMP00002），没有写入，请重新导入"
    assert (done["state"], done["message"]) == ("refused", said)
    assert imports.counts() == before


@pytest.mark.parametrize(
    ("cells", "label", "sentence"),
    [
        ({"*制造日期": "1850-01-01"}, "制造日期", "不得早于1949-10-01"),
        ({"*制造日期": "2099-01-01"}, "制造日期", "不得晚于今天"),
        ({"最近检验日期": "2099-01-01"}, "最近检验日期", "不得晚于今天"),
        ({"层数（层）": 2, "站数（站）": 2, "门数（门）": 400}, "门数", "不得大于站数（2）的2倍"),
        ({"*设备类别（品种）": "杂物电梯", "额定载重量（kg）": 5000}, "额定载重量", "不得大于300kg"),
        ({"设备代码": "41103390120200001"}, "设备代码", "设备代码以4110开头，与设备类别3110不是同一种类"),
        (
            {"使用登记证编号": "容10浙B00001(20)"},
            "使用登记证编号",
            "该类设备的使用登记证编号以“梯”开头，不是“容”",
        ),
        ({"*设备所在区划": "浙江省"}, "设备所在区划", "请选到县（市、区）"),
        ({"*设备所在区划": "330200"}, "设备所在区划", "请选到县（市、区）"),
        ({"设备状态": "在用"}, "设备状态", "“在用”须有使用登记证编号，没有登记的填“在用未登记”"),
        ({"设备状态": "停用"}, "报停日期", "停用的设备必填"),
        ({"设备状态": "报废"}, "注销日期", "报废、注销的设备必填"),
        (
            {"最近检验结论": "不合格", "最近检验日期": "2025-01-06", "使用登记证编号": "梯11浙B99001(20)"},
            "备注",
            "最近检验不合格而仍在用的，写明原因",
        ),
    ],
)
def test_what_cannot_be_is_named(imports: Import, cells: dict[str, Any], label: str, sentence: str) -> None:
    before = imports.counts()
    done = imports.send(book([imports.lift(1, **cells)], imports.head()), "check")
    assert [(f["label"], f["sentence"]) for f in done["faults"]] == [(label, sentence)]
    assert imports.counts() == before


def test_a_certificate_belongs_to_one_device(imports: Import) -> None:
    other = imports.office.lifts(1)[0]
    cert = "梯11浙B99002(20)"
    rows = [imports.lift(1, 使用登记证编号=cert), imports.lift(2, 使用登记证编号=cert)]
    rows.append(imports.lift(3, 使用登记证编号=other.usecertno))
    done = imports.send(book(rows, imports.head()), "check")
    taken = f"与已有设备重复：{other.equcode} {other.useorgname}"
    assert [(f["row"], f["sentence"]) for f in done["faults"]] == [(3, "与第2行重复"), (4, taken)]


@pytest.mark.parametrize(
    ("written", "day"),
    [
        (43966, date(2020, 5, 15)),  # a day as Excel counts it, in a cell that is not formatted as one
        ("２０２０年５月１５日", date(2020, 5, 15)),
        ("2020.5.15", date(2020, 5, 15)),
        ("20200515", date(2020, 5, 15)),
        ("2020-05", date(2020, 5, 1)),
        ("2020年", date(2020, 1, 1)),
    ],
)
def test_days_are_read_as_people_and_workbooks_write_them(imports: Import, written: Any, day: date) -> None:
    done = imports.send(book([imports.lift(1, **{"*制造日期": written})], imports.head()))
    assert done["state"] == "done", done["faults"]
    assert imports.db.scalar(select(Equipment.prodate).where(Equipment.prono == "IMP00001")) == day


def test_a_month_says_enough_where_dates_are_due_by_month(imports: Import) -> None:
    row = imports.lift(1, 最近检验日期="2025.11", 下次检验日期="2026年5月", 下次检测日期="2026/2")
    done = imports.send(book([row], imports.head()))
    assert done["state"] == "done", done["faults"]
    lift = imports.archive.first(Equipment.prono == "IMP00001")
    assert (lift.inspdate, lift.ninspdate, lift.ndetdate) == (date(2025, 11, 1), date(2026, 5, 31), date(2026, 2, 28))


@pytest.mark.parametrize("equclass", ["1000", "2000", "6000", "8000"])
def test_a_month_is_no_day_of_an_inspection_elsewhere(imports: Import, equclass: str) -> None:
    assert {"ninspdate", "inspdate"}.isdisjoint(by_month(imports.db, equclass))


@pytest.mark.parametrize("written", ["1,000", "１０００", "1000 kg", "1,000.0"])
def test_numbers_are_read_as_people_write_them(imports: Import, written: str) -> None:
    done = imports.send(book([imports.lift(1, **{"额定载重量（kg）": written})], imports.head()))
    assert done["state"] == "done", done["faults"]
    made = imports.db.scalars(select(Equipment).where(Equipment.prono == "IMP00001")).one()
    assert float(made.params["ratedload"]) == 1000


def test_devices_bring_their_state(imports: Import) -> None:
    cert = {"使用登记证编号": "梯11浙B99003(20)"}
    rows = [
        imports.lift(1, **cert, 设备状态="停用", 报停日期="2025-03-01"),
        imports.lift(2, 设备状态="在用未登记"),
        imports.lift(3, 设备状态="注销", 注销日期="2024-01-01"),
        imports.lift(4),
    ]
    assert imports.send(book(rows, imports.head()))["message"] == "已导入4行"
    query = select(Equipment.equstatus, Equipment.regstatus).where(Equipment.prono.startswith("IMP"))
    assert imports.db.execute(query.order_by(Equipment.prono)).all() == [("2", "1"), ("9", "0"), ("7", "3"), ("0", "0")]


def test_who_knows_the_last_inspection_alone_gets_the_next_one_by_the_rules(imports: Import) -> None:
    known = {"最近检验日期": "2026-05-20", "最近检验结论": "合格"}
    rows = [
        imports.lift(1, **known, 使用登记证编号="梯11浙B99004(20)"),
        imports.lift(2, **known, 使用登记证编号="梯11浙B99005(20)", 下次检验日期="2027-03-31"),
        imports.lift(3, **known, 使用登记证编号="梯11浙B99006(20)") | {"最近检验结论": "不合格", "备注": "待整改"},
    ]
    assert imports.send(book(rows, imports.head()))["message"] == "已导入3行"
    query = select(Equipment).where(Equipment.prono.startswith("IMP")).order_by(Equipment.prono)
    first, second, failed = imports.db.scalars(query.execution_options(populate_existing=True))
    assert first.ninspdate == date(2027, 5, 31) and first.nextexplain["lines"]
    assert second.ninspdate == date(2027, 3, 31)
    assert (failed.ninspdate, failed.insresult, failed.unqualcode) == (None, "1032", "1032")


def test_a_parameter_of_another_kind_and_a_missing_one_are_named(imports: Import) -> None:
    rows = [imports.lift(1, **{"层数（层）": None, "名义宽度（mm）": 800})]
    done = imports.send(book(rows, imports.head()), "check")
    assert {(f["label"], f["sentence"]) for f in done["faults"]} == {
        ("层数", "该品种设备必填"),
        ("名义宽度", "该品种设备没有这项参数，请清空"),
    }


def formula(made: Any, sheet: Any) -> None:
    sheet.write_formula(1, 3, "=1+1", None, "2")


def blank_formats(made: Any, sheet: Any) -> None:
    grey = made.add_format({"bg_color": "#eeeeee"})
    for n in range(2, 5000):
        sheet.write_blank(n, 0, None, grey)


def macro(content: bytes) -> bytes:
    out = BytesIO(content)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"\0" * 10)
    return out.getvalue()


def bomb() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as part:
            for _ in range(700):
                part.write(b" " * (1 << 20))
    return out.getvalue()


def far_corner() -> bytes:
    return book([{"*设备名称": "x"}], touch=lambda made, sheet: sheet.write(900_000, 380, "x"))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda i: b"not a workbook at all", "文件不是有效的Excel工作簿（.xlsx）"),
        (lambda i: b"\xd0\xcf\x11\xe0old", "这是旧版（.xls）或加密的工作簿，请另存为未加密的.xlsx后再导入"),
        (lambda i: bomb(), "工作簿解压后比文件大得异常，已停止读取，请使用导入模板"),
        (lambda i: far_corner(), "数据超过100000行，请分次导入"),
        (lambda i: macro(book([i.lift(1)], i.head())), "工作簿含有宏，请另存为不含宏的.xlsx后再导入"),
        (lambda i: book([i.lift(1)], i.head(), formula), "单元格D2是公式，请全部粘贴为数值后再导入"),
        (
            lambda i: book([i.lift(1)], [h.replace("*设备名称", "名称") for h in i.head()]),
            "缺少列：设备名称；不认识的列：名称。请勿改动模板的表头",
        ),
        (
            lambda i: book([{}], i.head()[1:]),
            "缺少列：设备类别（品种）。请勿改动模板的表头",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_a_sentence(imports: Import, make: Any, sentence: str) -> None:
    before = imports.counts()
    done = imports.send(make(imports), "valid")
    assert (done["state"], done["message"]) == ("refused", sentence)
    assert imports.counts() == before


def test_blank_formatted_rows_are_no_rows(imports: Import) -> None:
    done = imports.send(book([imports.lift(1)], imports.head(), blank_formats), "all")
    assert (done["state"], done["total"], done["written"]) == ("done", 1, 1)


def test_a_long_code_as_number_is_refused(imports: Import) -> None:
    done = imports.send(book([imports.lift(1, 注册代码=31103302032010080025)], imports.head()), "check")
    assert [(f["label"], f["sentence"]) for f in done["faults"]] == [
        ("注册代码", "数字超过15位，Excel已丢失末位，请把单元格设为文本后重填")
    ]


def test_runs_belong_to_their_user_and_need_the_permission(imports: Import) -> None:
    done = imports.send(book([imports.lift(1)], imports.head()), "check")
    for path in ("/api/import/progress", "/api/import/errors"):
        assert imports.office.post("yewu", path, id=done["id"])["errorCode"] == "NO_PERMISSION"
    before = imports.db.scalar(select(func.count()).select_from(ImportRun))
    for path in ("/api/import/config", "/api/import/start"):
        assert imports.office.post("jiaohe", path, viewNo=VIEW, mode="valid")["errorCode"] == "NO_PERMISSION"
    assert imports.send(b"", "valid", "yewu", runId=done["id"])["errorCode"] == "NO_PERMISSION"
    assert imports.db.scalar(select(func.count()).select_from(ImportRun)) == before


def test_nobody_waits_for_the_file_of_another_but_for_its_writing(
    imports: Import, monkeypatch: pytest.MonkeyPatch, engine: Engine
) -> None:
    content, free = book([imports.lift(1)], imports.head()), []
    for login in ("dangan", "dangan", "yewu"):
        sent = {"file": ("电梯.xlsx", content)}
        user = imports.office.user(login)
        imports.office.call("/api/import/start", _as=user, _files=sent, viewNo=VIEW, mode="valid")
    query = text("select lock from procrastinate_jobs where task_name = 'imports.run' order by id")
    first, second, other = imports.db.scalars(query)
    assert first == second and other not in (None, first)

    def written(self: EquipmentImporter, rows: Any) -> None:
        with Session(engine) as another:
            free.append(hold_if_free(another, running.WRITING))

    monkeypatch.setattr(EquipmentImporter, "write", written)
    jobs.run("imports.run", jobs.waiting(imports.db)[0][1])
    assert free == [False]


def test_the_calls_of_the_specification_lead_to_the_same_import_and_export(imports: Import) -> None:
    base = "/api/eqd2000tpm/eqd2000tpm"
    for path, query in (("expTemplate", {}), ("downloadTemplateByFileName", {"fileName": "压力容器导入模板.xlsx"})):
        answer = imports.archive.get("yewu", f"{base}/{path}", **query)
        assert "*设备类别（品种）" in first_sheet(answer.content)[0]
    assert imports.archive.get("yewu", f"{base}/downloadTemplateByFileName", fileName="没有").status_code == 422
    answer = imports.archive.get("yewu", f"{base}/expListExcel")
    assert first_sheet(answer.content)[0][0] == "设备代码"
    before = imports.counts()
    sent = {"file": ("容器.xlsx", book([{"*设备名称": "x"}]))}
    said = imports.office.call(f"{base}/import", _as=imports.office.user("yewu"), _files=sent, mode="valid").json()
    arguments = next(a for n, a in jobs.waiting(imports.db) if n == "imports.run")
    jobs.run("imports.run", arguments)
    done = imports.office.good("yewu", "/api/import/progress", id=said["data"]["id"])
    assert (done["state"], done["message"][:4]) == ("refused", "缺少列：")
    assert imports.office.post("yewu", f"{base}/expError", id=done["id"])["errorMsg"] == "这次导入没有需要修改的行"
    assert imports.counts() == before


def test_a_run_that_was_cut_off_is_not_begun_for_ever(imports: Import) -> None:
    files = {"file": ("电梯.xlsx", book([imports.lift(1)], imports.head()))}
    office = imports.office
    said = office.call("/api/import/start", _as=office.user("dangan"), _files=files, viewNo=VIEW, mode="all").json()
    key = said["data"]["id"]
    # begun three times, and each time its process ended over it
    imports.db.execute(update(ImportRun).where(ImportRun.id == key).values(begun=3, state="reading"))
    before = imports.counts()
    jobs.run("imports.run", {"run_id": key})
    done = office.good("dangan", "/api/import/progress", id=key)
    assert (done["state"], done["ended"], done["written"]) == ("failed", True, 0)
    assert done["message"].startswith("导入中断了3次，没有写入任何数据；请把文件分成几份再导入")
    assert imports.counts() == before


def test_each_beginning_of_a_run_is_counted(imports: Import) -> None:
    done = imports.send(book([imports.lift(1)], imports.head()), "check")
    assert imports.db.scalar(select(ImportRun.begun).where(ImportRun.id == done["id"])) == 1
