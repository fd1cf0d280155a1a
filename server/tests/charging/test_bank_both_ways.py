"""A file of the bank that tells what came in and what went out: refunds are matched, and nothing goes out unseen."""

import hashlib
from decimal import Decimal

import pytest
from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.charging.models.checks import Difference
from tejian.kit.ground import clock

from .conftest import UPLOAD, Cash
from .test_statement import differences, send, stored

COLUMNS = "流水号,收入,支出,交易日期,付款人"


def both(lines: list[tuple[str, str, str]], total: str, columns: str = COLUMNS) -> str:
    day = str(clock.today())
    head = f'对账单,银行,{day},{day},{len(lines)},"{total}"'
    return (
        "\n".join([head, columns, *(f'{no},"{came}","{went}",{day},甬江安居物业' for no, came, went in lines)]) + "\n"
    )


def refunded(cash: Cash, amount: str = "40") -> Decimal:
    """A charge paid by a transfer of which a part went back by one."""
    charge = cash.confirmed()
    cash.receive(charge, charge.amount, way="transfer", ref="IN1")
    assert cash.refund(cash.charge(charge.id), amount, "OUT1", way="transfer")["isSuccess"]
    return Decimal(charge.amount)


def test_what_came_in_and_the_refund_both_agree(cash: Cash) -> None:
    amount = refunded(cash)
    said = send(cash, both([("IN1", f"{amount:,.2f}", ""), ("OUT1", "", "40.00")], f"{amount - 40:,.2f}"))
    assert said["isSuccess"], said["errorMsg"]
    assert (said["data"]["matched"], said["data"]["different"]) == (2, 0)
    assert differences(cash) == set()


def test_money_that_went_out_and_that_nobody_asked_for_is_a_difference_without_a_remedy(cash: Cash) -> None:
    said = send(cash, both([("THEFT", "", "5,000.00")], "-5,000.00"))
    assert said["isSuccess"], said["errorMsg"]
    assert differences(cash) == {"bank.csv第3行 THEFT：我方没有登记5000.00元的这笔退款"}
    row = cash.office.db.scalars(select(Difference).where(Difference.step == "DIFF")).one()
    assert (row.amount, row.remedy) == (Decimal("-5000.00"), "")


def test_a_refund_that_we_registered_and_the_bank_did_not_make_is_a_difference(cash: Cash) -> None:
    amount = refunded(cash)
    send(cash, both([("IN1", f"{amount:.2f}", "0.00")], f"{amount:.2f}"))
    assert differences(cash) == {"我方登记的退款OUT1 40.00元不在对账单中"}


def test_another_amount_than_the_refund_is_a_difference(cash: Cash) -> None:
    amount = refunded(cash)
    send(cash, both([("IN1", f"{amount:.2f}", ""), ("OUT1", "", "400.00")], f"{amount - 400:.2f}"))
    assert differences(cash) == {"bank.csv第4行 OUT1：对账单-400.00元，我方登记-40.00元"}


@pytest.mark.parametrize(
    ("lines", "total", "columns", "sentence"),
    [
        ([("A", "1.00", "2.00")], "-1.00", COLUMNS, "第3行：收入和支出应填一项"),
        ([("A", "", "")], "0.00", COLUMNS, "第3行：收入和支出应填一项"),
        ([("A", "-5.00", "")], "5.00", COLUMNS, "第3行：金额-5.00不正确"),
        ([("A", "1e3", "")], "1000.00", COLUMNS, "第3行：金额1e3不正确"),
        ([("A", "1,00,0.00", "")], "1000.00", COLUMNS, "第3行：金额1,00,0.00不正确"),
        ([("A", "", "5.00")], "5.00", COLUMNS, "首行合计5.00元，文件中合计为-5.00元"),
        ([("A", "5.00", "")], "5.00", "流水号,收入,摘要,交易日期,付款人", "收入、支出两列"),
        ([("A", "5.00", "")], "5.00", "流水号,收入,金额,交易日期,付款人", "收入、支出两列"),
    ],
)
def test_a_file_that_lies_is_refused_whole(
    cash: Cash, lines: list[tuple[str, str, str]], total: str, columns: str, sentence: str
) -> None:
    before = stored(cash)
    assert sentence in send(cash, both(lines, total, columns))["errorMsg"]
    assert stored(cash) == before


def test_the_file_is_kept_as_it_was_sent_and_nobody_adds_to_it(cash: Cash) -> None:
    content = both([("A", "5.00", "")], "5.00").encode()
    key = send(cash, content)["data"]["id"]
    [file] = cash.office.db.scalars(select(Attachment).where(Attachment.attrefsysid == key)).all()
    assert (file.key, file.size) == (hashlib.sha256(content).hexdigest(), len(content))
    sent = {"attrefsysid": key, "owner": "statement"}
    more = {"files": ("x.csv", b"other", "text/csv")}
    said = cash.office.call(UPLOAD, _as=cash.office.user("caiwu"), _files=more, **sent).json()
    assert not said["isSuccess"]
