"""Receipts by file: what waits goes out once, what comes back is judged line by line, and nothing is issued twice."""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.files import Attachment
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.bills import BillFile
from tejian.charging.models.charges import Invoice
from tejian.charging.receipts.api import tax_of
from tejian.kit.database import jobs

from .carried import CALLS, CHECK, CODE, Carried, as_xml, invoice, issued, result
from .conftest import Cash
from .queue import QUEUE


@pytest.fixture
def files(cash: Cash) -> Carried:
    return Carried(cash)


def stored(files: Carried) -> list[int]:
    db = files.cash.office.db
    return [db.scalar(select(func.count()).select_from(one)) or 0 for one in (BillFile, Invoice, Attachment)]


def test_a_public_fee_goes_out_and_comes_back_with_code_number_and_check(files: Carried) -> None:
    row = files.public()
    assert (row.step, row.nexttry, [name for name, _ in jobs.waiting(files.cash.office.db)].count("charge.bill")) == (
        "WAIT",
        None,
        0,
    )
    file = files.out()
    row = files.queue.row(row)
    assert (row.step, row.there, row.file_id, file.step, file.rowcount) == ("OUT", "unsure", file.id, "OUT", 1)
    (content,) = files.contents(file)
    sent = json.loads(content)
    (line,) = sent.pop("bills")
    assert sent == {
        "format": "bill-request-1",
        "fileno": file.fileno,
        "kind": "01",
        "made": str(file.createtime.date()),
        "issuer": sent["issuer"],
        "count": "1",
        "amount": f"{row.amount:.2f}",
        "issuercode": "101001",
        "item": "103042708",
    }
    assert {name: line[name] for name in ("requestno", "payer", "charge", "amount", "content")} == {
        "requestno": row.requestno,
        "payer": row.title,
        "charge": row.chargesysid,
        "amount": f"{row.amount:.2f}",
        "content": "特种设备检验费",
    }
    answer = files.sent(file, result(file, issued(row)))["data"]
    assert answer == {"issued": 1, "declined": 0, "wrong": 0, "known": 0, "left": 0, "sentences": []}
    row, file = files.queue.row(row), files.file(file.id)
    assert (row.step, row.billno, file.step, file.issued) == ("DONE", f"{CODE}0000000001", "DONE", 1)
    (bill,) = files.queue.bills(row)
    assert (bill.billno, bill.billcode, bill.checkcode) == (row.billno, CODE, CHECK)
    assert files.cash.charge(row.charge_id).step == "BILLED"
    assert contradictions(files.cash.office.db) == []
    assert files.contents(file)[1] == result(file, issued(row))


def test_a_taxed_invoice_bears_its_tax_and_xml_says_the_same(files: Carried) -> None:
    (row,) = files.of_services("318.00")
    file = files.out("04", "xml")
    (content,) = files.contents(file)
    root = ET.fromstring(content)
    (line,) = root.findall("bill")
    assert (root.get("fileno"), root.get("issuercode")) == (file.fileno, None)
    assert (line.get("amount"), line.get("taxpercent"), line.get("tax")) == ("318.00", "6", "18.00")
    assert files.sent(file, as_xml(file, invoice(row)), "结果.xml")["data"]["issued"] == 1
    assert files.queue.row(row).billno == "26332000000000000001"


@pytest.mark.parametrize(
    ("amount", "percent", "tax"),
    [("318.00", "6", "18.00"), ("100.00", "3", "2.91"), ("0.01", "6", "0.00"), ("-318.00", "6", "-18.00")],
)
def test_the_tax_that_an_amount_holds(amount: str, percent: str, tax: str) -> None:
    assert tax_of(Decimal(amount), Decimal(percent)) == Decimal(tax)


def test_what_is_out_is_in_no_second_file(files: Carried) -> None:
    files.waiting()
    before = stored(files)
    assert "没有待开具的非税电子票据" in files.cash.refused("shoufei", f"{CALLS}/export", kind="01", form="json")
    assert stored(files) == before


def test_only_the_kind_that_is_asked_for_goes_out(files: Carried) -> None:
    public, service = files.of_services("318.00", "106.00")
    public.kind = "01"
    file = files.out("04")
    assert (files.queue.row(public).step, files.queue.row(service).file_id) == ("WAIT", file.id)


@pytest.mark.parametrize(
    ("key", "text", "sentence"),
    [
        ("charge.invoice_platform", "builtin", "开票方式不是文件交换"),
        ("charge.invoice_brake", "税控检修", "开票已整体暂停：税控检修"),
        ("charge.issuer_code", "", "非税电子票据的文件要用参数 charge.issuer_code，还没有设置"),
        ("charge.item_code", "", "非税电子票据的文件要用参数 charge.item_code，还没有设置"),
    ],
)
def test_a_file_is_not_made(files: Carried, key: str, text: str, sentence: str) -> None:
    row = files.public()
    files.queue.put(key, text)
    before = stored(files)
    assert sentence in files.cash.refused("shoufei", f"{CALLS}/export", kind="01", form="json")
    assert (stored(files), files.queue.row(row).step) == (before, "WAIT")


def test_what_was_declined_says_why_and_goes_out_again(files: Carried) -> None:
    row = files.public()
    file = files.out()
    declined = {"requestno": row.requestno, "state": "declined", "reason": "票据额度不足"}
    assert files.sent(file, result(file, declined))["data"]["declined"] == 1
    row = files.queue.row(row)
    assert (row.step, row.there, row.answer, files.file(file.id).declined) == ("FAILED", "no", "票据额度不足", 1)
    assert files.cash.charge(row.charge_id).invoicestate == "3"
    files.cash.office.good("shoufei", f"{QUEUE}/again", ids=row.id)
    assert files.out().rowcount == 1
    assert files.queue.bills(row) == []


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"amount": "1.00"}, "与申请金额"),
    ({"code": "3301012"}, "票据代码3301012不是非税电子票据的格式"),
    ({"code": "330101261"}, "票据代码330101261不是非税电子票据的格式"),
    ({"billno": "123456789"}, "票据号码123456789不是非税电子票据的格式"),
    ({"billno": "12345678901"}, "票据号码12345678901不是非税电子票据的格式"),
    ({"check": "a1B2c"}, "校验码a1B2c不是非税电子票据的格式"),
    ({"check": "a1B2c34"}, "校验码a1B2c34不是非税电子票据的格式"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_what_does_not_agree_is_no_receipt_until_it_is_set_right(
    files: Carried, change: dict[str, Any], sentence: str
) -> None:
    row = files.public()
    file = files.out()
    answer = files.sent(file, result(file, issued(row) | change))["data"]
    assert (answer["wrong"], answer["issued"]) == (1, 0)
    assert sentence in answer["sentences"][0]
    row = files.queue.row(row)
    assert (row.step, row.there, files.queue.bills(row)) == ("FAILED", "yes", [])
    assert "不能再开一张" in files.cash.refused("shoufei", f"{QUEUE}/again", ids=row.id)
    assert files.sent(files.file(file.id), result(file, issued(row)))["data"]["issued"] == 1
    assert (files.queue.row(row).step, files.file(file.id).wrong, files.file(file.id).issued) == ("DONE", 0, 1)


def test_a_number_that_stands_on_another_receipt_is_a_difference(files: Carried) -> None:
    first, second = files.of_services("318.00", "106.00")
    file = files.out("04")
    answer = files.sent(file, result(file, invoice(first), invoice(second)))["data"]
    assert (answer["issued"], answer["wrong"]) == (1, 1)
    assert len(files.queue.bills(first) + files.queue.bills(second)) == 1
    assert "已属于其他收费单" in answer["sentences"][0]


def test_the_same_result_twice_changes_nothing(files: Carried) -> None:
    row = files.public()
    file = files.out()
    files.sent(file, result(file, issued(row)))
    answer = files.sent(files.file(file.id), result(file, issued(row)))["data"]
    assert (answer["issued"], answer["known"], answer["sentences"]) == (0, 1, [])
    answer = files.sent(files.file(file.id), result(file, issued(row, 2)))["data"]
    assert answer["sentences"] == [f"{row.requestno}已有票据{CODE}0000000001，结果写的是0000000002"]
    assert len(files.queue.bills(row)) == 1


def test_a_part_of_the_result_leaves_the_file_open(files: Carried) -> None:
    first, second = files.of_services("318.00", "106.00")
    file = files.out("04")
    assert files.sent(file, result(file, invoice(first)))["data"]["left"] == 1
    assert (files.file(file.id).step, files.queue.row(second).step) == ("OUT", "OUT")
    assert files.sent(files.file(file.id), result(file, invoice(second, 2)))["data"]["left"] == 0
    assert files.file(file.id).step == "DONE"


def test_what_was_taken_back_and_issued_all_the_same_is_not_lost(files: Carried) -> None:
    row = files.public()
    file = files.out()
    files.cash.office.good("shoufei", f"{CALLS}/withdraw", ids=file.id, reason="导出的类型选错")
    assert (files.queue.row(row).step, files.file(file.id).step) == ("WAIT", "BACK")
    assert files.sent(files.file(file.id), result(file, issued(row)))["data"]["issued"] == 1
    assert (files.queue.row(row).step, len(files.queue.bills(row))) == ("DONE", 1)


BAD: list[tuple[str, Callable[[Any, Any], bytes], str]] = [
    ("another file", lambda f, r: result(f, issued(r)).replace(f.fileno.encode(), b"KW1"), "结果文件写的是KW1"),
    ("no rows", lambda f, r: result(f), "没有一张票据"),
    ("twice", lambda f, r: result(f, issued(r), issued(r)), "在结果文件里有2行"),
    ("foreign", lambda f, r: result(f, issued(r, requestno="KP1")), "申请号KP1不在这个文件里"),
    ("no text", lambda f, r: b"\x00\x01", "读不懂"),
    ("cut", lambda f, r: result(f, issued(r))[:-3], "读不懂"),
    ("list", lambda f, r: b"[]", "没有 results 一项"),
    ("deep", lambda f, r: b"[" * 100_000, "读不懂"),
    ("state", lambda f, r: result(f, issued(r, state="ok")), "state 应为 issued 或 declined"),
    ("money", lambda f, r: result(f, issued(r, amount="1e3")), "amount 应为金额"),
    ("cents", lambda f, r: result(f, issued(r, amount="1.001")), "amount 应为金额"),
    ("silent", lambda f, r: result(f, issued(r, state="declined")), "须写明 reason"),
    ("long", lambda f, r: result(f, issued(r, reason="长" * 201)), "reason 应为文字"),
    ("bool", lambda f, r: result(f, issued(r, billno=True)), "billno 应为文字"),
    ("dtd", lambda f, r: b'<!DOCTYPE a [<!ENTITY b "c">]>' + as_xml(f, issued(r))[38:], "不能带 DTD"),
    ("xml", lambda f, r: as_xml(f, issued(r))[:-4], "读不懂"),
    ("root", lambda f, r: as_xml(f, issued(r)).replace(b"results", b"resultx"), "应以 results 开始"),
    ("big", lambda f, r: b" " * ((2 << 20) + 1), "最多2 MB"),
]


@pytest.mark.parametrize(("content", "sentence"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_a_result_that_is_none_changes_nothing(
    files: Carried, content: Callable[[Any, Any], bytes], sentence: str
) -> None:
    row = files.public()
    file = files.out()
    before = stored(files)
    answer = files.sent(file, content(file, row))
    assert not answer["isSuccess"]
    assert sentence in answer["errorMsg"]
    assert (stored(files), files.queue.row(row).step) == (before, "OUT")


def test_the_files_of_an_institute_are_its_own(files: Carried) -> None:
    file = files.waiting()
    answer = files.sent(file, result(file), login="weibao")
    assert not answer["isSuccess"]
    assert files.file(file.id).issued == 0
