"""Files as banks make them: titles, own headings, both columns or a sign, thousands; kept per bank; a long job."""

import tempfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from sqlalchemy import select

from tejian.charging.models.checks import BankForm, Difference, Statement, StatementLine
from tejian.kit.database import jobs
from tejian.kit.ground import clock

from .conftest import Cash
from .test_statement import TAKE, differences, paid_by, stored

LOOK, AGAIN = "/api/chamain/statement/look", "/api/chamain/statement/again"
FORMS = "/api/chamain/bankForm"
ICBC = {
    "凭证号": "number",
    "交易时间": "day",
    "借方发生额": "out",
    "贷方发生额": "in",
    "对方户名": "payer",
    "摘要": "memo",
}


def today() -> str:
    return str(clock.today())


def text_of(lines: list[tuple[str, str, str]]) -> bytes:
    """What a bank gives as a text: titles, its words, in and out, a sum below."""
    day = f"{clock.today():%Y%m%d} 10:22:33"
    head = "中国工商银行账户明细,,,,,,\n账号：3901,,,,,,\n,,,,,,\n"
    head += "凭证号,交易时间,借方发生额,贷方发生额,余额,对方户名,摘要\n"
    rows = "".join(f'{no},{day},"{out}","{come}","9,999.00",甬江安居物业,检验费\n' for no, come, out in lines)
    return (head + rows + '合计,,"1.00","2.00",,,\n').encode("gb18030")


def book_of(rows: list[list[Any]]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bank.xlsx"
        with xlsxwriter.Workbook(str(path)) as book:
            sheet = book.add_worksheet()
            for n, row in enumerate(rows):
                for i, cell in enumerate(row):
                    sheet.write(n, i, cell)
        return path.read_bytes()


def meant(columns: dict[str, str], bank: str = "工行基本户", **more: Any) -> dict[str, Any]:
    said = {}
    for n, (head, field) in enumerate(columns.items()):
        said |= {f"columns.{n}.head": head, f"columns.{n}.field": field}
    return {"bank": bank, **said, **more}


def sent(cash: Cash, path: str, content: bytes, name: str = "bank.csv", login: str = "caiwu", **form: Any) -> Any:
    cash.office.call.user = cash.office.user(login)
    cash.office.db.commit()
    answer = cash.office.call.client.post(path, files={"file": (name, content, "text/csv")}, data=form)
    cash.office.call.user = None
    cash.office.db.expire_all()
    return answer.json()


def test_what_a_bank_writes_is_proposed_said_once_and_known_the_next_time(cash: Cash) -> None:
    charge = paid_by(cash, ["TT1"], "1234.50")
    content = text_of([("TT1", "1,234.50", ""), ("FEE1", "", "12.00")])
    before = stored(cash)
    seen = sent(cash, LOOK, content)["data"]
    assert stored(cash) == before  # looking stores nothing
    assert (seen["own"], seen["bank"], seen["head"]) == (False, "", 4)
    assert {one["head"]: one["field"] for one in seen["columns"]} == ICBC | {"余额": ""}
    told = sent(cash, TAKE, content, **meant(ICBC))
    assert told["isSuccess"], told["errorMsg"]
    assert [told["data"][one] for one in ("state", "linecount", "matched", "different")] == ["done", 2, 1, 1]
    assert differences(cash) == {"bank.csv第6行 FEE1：我方没有登记12.00元的这笔退款"}
    row = cash.office.db.scalars(select(Statement)).one()
    assert (row.bank, row.total, str(row.firstday), row.outgoing) == (
        "工行基本户",
        Decimal("1222.50"),
        today(),
        True,
    )
    line = cash.office.db.scalars(select(StatementLine).where(StatementLine.number == "TT1")).one()
    assert (line.charge_id, line.amount, line.payer, line.memo) == (
        charge.id,
        Decimal("1234.50"),
        "甬江安居物业",
        "检验费",
    )
    again = sent(cash, LOOK, text_of([("TT9", "1.00", "")]))["data"]
    assert again["bank"] == "工行基本户" and {one["why"] for one in again["columns"] if one["field"]} == {"上次"}
    listed = cash.office.good("caiwu", f"{FORMS}/findList")["list"]
    assert [(one["bank"], one["heads"], one["saidby"]) for one in listed] == [
        ("工行基本户", 6, cash.office.user("caiwu").name)
    ]
    cash.office.good("caiwu", f"{FORMS}/delete", ids=listed[0]["id"])
    assert cash.office.db.scalars(select(BankForm.id)).all() == []


def test_a_workbook_with_one_amount_and_a_flag(cash: Cash) -> None:
    paid_by(cash, ["WB1"], "600.00")
    rows = [["账户交易明细"], [], ["交易流水号", "记账日期", "借贷标志", "交易金额", "对方名称"]]
    rows += [
        ["WB1", today(), "贷", 600, "甬江安居物业"],
        ["WB2", today(), "借", "1,000.05", "某单位"],
        ["合计", "", "", 1600.05],
    ]
    seen = sent(cash, LOOK, book_of(rows), "明细.xlsx")["data"]
    said = {one["head"]: one["field"] for one in seen["columns"]}
    assert said == dict(zip(rows[2], ("number", "day", "flag", "amount", "payer"), strict=True))
    told = sent(cash, TAKE, book_of(rows), "明细.xlsx", **meant(said, "建行"))
    assert told["isSuccess"], told["errorMsg"]
    amounts = {one.number: one.amount for one in cash.office.db.scalars(select(StatementLine))}
    assert amounts == {"WB1": Decimal("600.00"), "WB2": Decimal("-1000.05")}
    assert (told["data"]["matched"], told["data"]["different"]) == (1, 1)


ONE = [("A", "5.00", "")]
WRONG: list[tuple[str, bytes, dict[str, Any], str]] = [
    ("no bank", text_of(ONE), meant(ICBC, ""), "银行：必填"),
    ("no number", text_of(ONE), meant({k: v for k, v in ICBC.items() if v != "number"}), "列对应：没有列对应流水号"),
    (
        "one of two",
        text_of(ONE),
        meant({k: v for k, v in ICBC.items() if v != "out"}),
        "应有收入和支出两列，或金额一列",
    ),
    ("twice", text_of(ONE), meant(ICBC | {"余额": "payer"}), "几列对应了对方户名"),
    ("three sums", text_of(ONE), meant(ICBC | {"余额": "amount"}), "应有收入和支出两列，或金额一列"),
    ("unknown field", text_of(ONE), meant(ICBC | {"余额": "balance"}), "没有项目balance"),
    ("another file", b"a,b,c\n1,2,3\n", meant(ICBC), "文件中没有表头"),
    ("both filled", text_of([("A", "5.00", "6.00")]), meant(ICBC), "第5行：收入和支出应填一项"),
    ("nothing filled", text_of([("A", "", "")]), meant(ICBC), "第5行：收入和支出应填一项"),
    ("half a cent", text_of([("A", "5.005", "")]), meant(ICBC), "第5行：金额5.005不正确"),
    ("1e3", text_of([("A", "1e3", "")]), meant(ICBC), "第5行：金额1e3不正确"),
    ("thousands", text_of([("A", "1,00,0.00", "")]), meant(ICBC), "第5行：金额1,00,0.00不正确"),
    ("repeated", text_of([*ONE, *ONE]), meant(ICBC), "第6行：流水号A与第5行相同"),
    ("no number in a line", text_of([("", "5.00", "")]), meant(ICBC), "第5行：流水号应为1至64个字"),
    ("outside", text_of(ONE), meant(ICBC, firstday="2020-01-01", lastday="2020-01-31"), "不在2020-01-01至2020-01-31内"),
    ("tomorrow", text_of(ONE), meant(ICBC, lastday="2999-01-01"), "起止日期不正确"),
    ("no payments", text_of([]), meant(ICBC), "文件中没有交易"),
]


@pytest.mark.parametrize(("name", "content", "form", "sentence"), WRONG, ids=[one[0] for one in WRONG])
def test_what_cannot_be_understood_is_refused_whole(
    cash: Cash, name: str, content: bytes, form: dict[str, Any], sentence: str
) -> None:
    before = stored(cash)
    said = sent(cash, TAKE, content, **form)
    assert not said["isSuccess"] and sentence in said["errorMsg"], said["errorMsg"]
    assert stored(cash) == before and cash.office.db.scalars(select(BankForm.id)).all() == []


def test_ten_thousand_lines_with_debits_are_compared_by_a_job_that_says_how_far_it_is(cash: Cash) -> None:
    ours = [f"JOB{n:05}" for n in range(1_000)]
    paid_by(cash, ours)
    lines = [(no, "1.00", "") for no in ours] + [(f"OUT{n:05}", "", "2.00") for n in range(9_000)]
    told = sent(cash, TAKE, text_of(lines), **meant(ICBC))
    assert told["isSuccess"], told["errorMsg"]
    key = told["data"]["id"]
    assert (told["data"]["state"], told["data"]["linecount"]) == ("waiting", 10_000)
    passed = cash.office.good("caiwu", "/api/chamain/statement/progress", id=key)
    assert (passed["stateName"], passed["total"], passed["passed"], passed["ended"]) == ("等待核对", 10_000, 0, False)
    assert cash.office.refused("caiwu", AGAIN, id=key).endswith("只有核对失败的对账单可以重新核对")
    [(name, arguments)] = [one for one in jobs.waiting(cash.office.db) if one[0] == "charging.statement"]
    jobs.run(name, arguments)
    cash.office.db.expire_all()
    row = cash.office.db.scalars(select(Statement)).one()
    assert (row.state, row.matched, row.different, row.passed) == ("done", 1_000, 9_000, 10_000)
    assert cash.office.good("caiwu", "/api/chamain/statement/progress", id=key)["ended"]
    found = select(Difference).where(Difference.step == "DIFF")
    assert len(cash.office.db.scalars(found).all()) == 9_000
    jobs.run(name, arguments)  # once more, as after a lost acknowledgement: nothing happens again
    assert len(cash.office.db.scalars(found).all()) == 9_000


def test_a_comparison_that_failed_is_begun_again(cash: Cash) -> None:
    sent(cash, TAKE, text_of(ONE), **meant(ICBC))
    row = cash.office.db.scalars(select(Statement)).one()
    row.state, row.message = "failed", "异常"
    cash.office.db.commit()
    cash.office.good("caiwu", AGAIN, id=row.id)
    cash.office.db.expire_all()
    row = cash.office.db.scalars(select(Statement)).one()
    assert (row.state, row.message) == ("waiting", "")
    assert ("charging.statement", {"statement_id": row.id}) in jobs.waiting(cash.office.db)
