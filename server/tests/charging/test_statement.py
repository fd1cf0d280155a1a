"""The file of the platform or the bank: matched by number and amount, refused whole, booked never."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import insert, select

from tejian.charging.models.charges import Charge, ChargeEntry
from tejian.charging.models.checks import Difference, Statement, StatementLine
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock

from .conftest import Cash

TAKE = "/api/chamain/statement/take"
HEAD = "流水号,金额,交易日期,付款人"


def paper(lines: list[tuple[str, str]], source: str = "银行", **changed: str) -> str:
    """A statement of today as the bank writes it; `changed` lies about its head."""
    day = str(clock.today())
    total = sum((Decimal(amount) for _, amount in lines if amount.replace(".", "").isdigit()), Decimal(0))
    told = {"source": source, "first": day, "last": day, "count": str(len(lines)), "total": f"{total:.2f}"} | changed
    head = ",".join(["对账单", *(told[name] for name in ("source", "first", "last", "count", "total"))])
    rows = [f"{number},{amount},{told.get('day', day)},甬江安居物业" for number, amount in lines]
    return "\n".join([head, told.get("columns", HEAD), *rows]) + "\n"


def send(cash: Cash, content: str | bytes, login: str = "caiwu") -> Any:
    cash.office.call.user = cash.office.user(login)
    cash.office.db.commit()
    raw = content if isinstance(content, bytes) else content.encode()
    answer = cash.office.call.client.post(TAKE, files={"file": ("bank.csv", raw, "text/csv")})
    cash.office.call.user = None
    cash.office.db.expire_all()
    return answer.json()


def stored(cash: Cash) -> list[int]:
    models = (Statement, StatementLine, Difference)
    return [len(cash.office.db.scalars(select(one.id)).all()) for one in models] + cash.counts()


def paid_by(cash: Cash, numbers: list[str], amount: str = "1.00") -> Charge:
    """A charge whose money came by transfers with these numbers."""
    charge = cash.confirmed()
    me = cash.office.user("shoufei")
    row = {"charge_id": charge.id, "kind": "paid", "amount": Decimal(amount), "way": "transfer", "note": ""}
    row |= {"at": clock.now(), "day": clock.today(), "userid": me.id, "username": me.name}
    cash.office.db.execute(insert(ChargeEntry), [row | {"id": new_id(), "ref": number} for number in numbers])
    cash.office.db.commit()
    return charge


def differences(cash: Cash) -> set[str]:
    rows = cash.office.db.scalars(select(Difference).where(Difference.step == "DIFF")).all()
    return {one.sentence for one in rows}


def test_three_hundred_payments_are_matched_and_what_does_not_agree_is_a_difference(cash: Cash) -> None:
    ours = [f"TT{n:04}" for n in range(300)]
    charge = paid_by(cash, ours)
    money = len(cash.office.db.scalars(select(ChargeEntry.id)).all())
    lines = [(number, "1.00") for number in ours[:297]] + [(ours[297], "2.00"), ("XX1", "5.00"), ("XX2", "6.50")]
    told = send(cash, paper(lines))
    assert told["isSuccess"], told["errorMsg"]
    assert {n: told["data"][n] for n in ("linecount", "matched", "different")} == {
        "linecount": 300,
        "matched": 297,
        "different": 5,
    }
    assert len(cash.office.db.scalars(select(ChargeEntry.id)).all()) == money  # nothing is booked
    assert differences(cash) == {
        "bank.csv第300行 TT0297：对账单2.00元，我方登记1.00元",
        "bank.csv第301行 XX1：我方没有登记5.00元的这笔收款",
        "bank.csv第302行 XX2：我方没有登记6.50元的这笔收款",
        "我方登记的收款TT0298 1.00元不在对账单中",
        "我方登记的收款TT0299 1.00元不在对账单中",
    }
    wrong = cash.office.db.scalars(select(Difference).where(Difference.sentence.contains("TT0297"))).one()
    assert (wrong.charge_id, wrong.kind) == (charge.id, "statement")
    page = cash.office.good("caiwu", "/api/chamain/statement/record", id=told["data"]["id"])
    part = next(one for one in page["parts"] if one["key"] == "lines")
    listed = cash.office.good("caiwu", "/api/chamain/statement/findLines", result="unmatched", **part["fixed"])
    assert {one["number"] for one in listed["list"]} == {"XX1", "XX2"}


def test_the_same_file_twice_is_refused_and_a_payment_counts_once(cash: Cash) -> None:
    paid_by(cash, ["TT1", "TT2"])
    first = paper([("TT1", "1.00"), ("TT2", "1.00")])
    assert send(cash, first)["data"]["different"] == 0
    before = stored(cash)
    said = send(cash, first)
    assert said["errorMsg"].endswith("导入，不重复核对") and stored(cash) == before
    told = send(cash, paper([("TT2", "1.00"), ("TT1", "1.00")]))["data"]
    assert (told["matched"], told["different"]) == (2, 0) and differences(cash) == set()


def test_a_difference_goes_when_the_payment_is_registered_later(cash: Cash) -> None:
    charge = cash.confirmed()
    send(cash, paper([("LATE1", "1.00")]))
    assert len(differences(cash)) == 1
    cash.receive(charge, Decimal(1), way="transfer", ref="LATE1")
    assert cash.office.good("caiwu", "/api/chamain/difference/compare") == 0
    row = cash.office.db.scalars(select(Difference)).one()
    assert (row.step, row.settledby) == ("GONE", "")


def test_a_line_that_is_lower_or_higher_by_a_cent_does_not_match(cash: Cash) -> None:
    paid_by(cash, ["TT1", "TT2", "TT3"])
    told = send(cash, paper([("TT1", "0.99"), ("TT2", "1.01"), ("TT3", "1.00")]))["data"]
    assert (told["matched"], told["different"], told["lacking"]) == (1, 2, 0)
    assert differences(cash) == {
        "bank.csv第3行 TT1：对账单0.99元，我方登记1.00元",
        "bank.csv第4行 TT2：对账单1.01元，我方登记1.00元",
    }


ONE = [("TT1", "1.00")]
WRONG: list[tuple[str, str | bytes, str]] = [
    ("count", paper(ONE, count="2"), "首行说有2笔，文件中为1笔"),
    ("total", paper(ONE, total="9.00"), "首行合计9.00元，文件中合计为1.00元"),
    ("source", paper(ONE, source="微信"), "对账单应为平台或银行"),
    ("days", paper(ONE, first="2026-02-30"), "首行：日期2026-02-30应为yyyy-MM-dd"),
    ("period", paper(ONE, first="2020-01-02", last="2020-01-01"), "首行：起止日期不正确"),
    ("outside", paper(ONE, day="2020-01-01"), "不在首行所说的"),
    ("negative", paper([("TT1", "-1.00")], total="1.00"), "第3行：金额-1.00不正确"),
    ("nan", paper([("TT1", "NaN")], total="1.00"), "第3行：金额NaN不正确"),
    ("infinite", paper([("TT1", "Infinity")], total="1.00"), "第3行：金额Infinity不正确"),
    ("big", paper([("TT1", "1e12")], total="1.00"), "第3行：金额1e12不正确"),
    ("half a cent", paper([("TT1", "1.005")], total="1.00"), "最多两位小数"),
    ("nan total", paper(ONE, total="NaN"), "首行：金额NaN不正确"),
    ("no number", paper([("", "1.00")]), "第3行：流水号应为1至64个字"),
    ("repeated", paper([("TT1", "1.00"), ("TT1", "1.00")]), "第4行：流水号TT1与第3行相同"),
    (
        "columns",
        paper(ONE, columns="流水号,收入,交易日期,付款人"),
        "第2行：收入、支出两列用于银行对账单，须同时有，并且没有金额列",
    ),
    ("no statement", "a,b,c\n1,2,3\n4,5,6\n", "不是对账单文件"),
    ("empty", "", "不是对账单文件"),
    ("a workbook", b"PK\x03\x04\x00\x00\x00\xff\xfe\x00", "不是文本文件"),
]


@pytest.mark.parametrize(("name", "content", "sentence"), WRONG, ids=[one[0] for one in WRONG])
def test_a_file_that_lies_is_refused_whole(cash: Cash, name: str, content: str | bytes, sentence: str) -> None:
    before = stored(cash)
    said = send(cash, content)
    assert not said["isSuccess"] and sentence in said["errorMsg"], said["errorMsg"]
    assert stored(cash) == before


def test_a_file_in_gbk_is_read_and_only_finance_brings_it(cash: Cash) -> None:
    content = paper(ONE).encode("gb18030")
    assert "没有此操作的权限" in send(cash, content, "shoufei")["errorMsg"]
    assert send(cash, content)["data"]["linecount"] == 1
    assert cash.office.good("audadmin", "/api/chamain/statement/findList")["count"] == 1


def test_ours_that_a_file_lacks_are_counted_beside_its_lines(cash: Cash) -> None:
    paid_by(cash, ["OURS1", "OURS2"])
    told = send(cash, paper([("NEW1", "5.00")]))["data"]
    assert (told["linecount"], told["matched"], told["different"], told["lacking"]) == (1, 0, 3, 2)
    page = cash.office.good("caiwu", "/api/chamain/statement/record", id=told["id"])
    assert [one["note"] for one in page["facts"] if one["label"] == "不符"] == ["其中 2 笔我方有，对账单没有"]
