"""Batches of labels: each number is printed once, and used only while a department has it."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.demo import stock
from tejian.inspection.labels.standing import spans, standing, written
from tejian.inspection.models.labels import LabelBatch, LabelMove
from tejian.inspection.models.printing import MarkSheet
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org
from tests.conftest import Real

from .conftest import Office
from .test_printing import PRINTED

API = "/api/labelProj"
ROLL = {"type": "02", "prefix": "HG-", "width": "6", "firstno": "1", "lastno": "100"}


def batch(office: Office, **more: Any) -> LabelBatch:
    made = office.good("dayin", f"{API}/save", **ROLL | {"printed": str(clock.today())} | more)
    return office.db.get_one(LabelBatch, made["id"])


def moved(office: Office, row: LabelBatch, what: str, first: int, last: int, **more: Any) -> Any:
    version = office.db.get_one(LabelBatch, row.id).version
    sent = {"id": row.id, "version": version, "firstno": first, "lastno": last}
    if what == "issue":
        code = more.pop("dept", "530201-02")
        sent["dept_id"] = office.db.scalars(select(Org.id).where(Org.code == code)).one()
    if what == "void":
        sent["reason"] = "受潮"
    return office.post("dayin", f"{API}/{what}", **sent | more)


def facts(office: Office, row: LabelBatch) -> dict[str, str]:
    page = office.good("dayin", f"{API}/record", id=row.id)
    return {one["label"]: one["text"] for one in page["facts"]}


def counts(office: Office) -> tuple[int, ...]:
    models: tuple[Any, ...] = (LabelBatch, LabelMove, MarkSheet)
    return tuple(office.db.scalar(select(func.count()).select_from(one)) or 0 for one in models)


def test_a_number_is_followed_from_the_press_to_the_report(office: Office) -> None:
    row = batch(office)
    assert row.batchno.startswith(f"BZ{clock.today().year}")
    begun = office.good("dayin", f"{API}/issueStart", id=row.id)
    assert (begun["firstno"], begun["lastno"]) == (1, 100)
    assert moved(office, row, "issue", 1, 20)["isSuccess"]
    assert moved(office, row, "giveBack", 16, 20)["isSuccess"]
    assert moved(office, row, "void", 14, 17)["isSuccess"]
    assert facts(office, row) == {"总数": "100", "在库": "83", "在部门": "13", "已使用": "0", "已作废": "4"}
    item = office.approved()
    form = {"papernos": "HG-000002", "spoiled": "HG-000001", "spoilwhy": "卡纸"}
    office.good("dayin", PRINTED, ids=item.id, copies=1, **form)
    assert facts(office, row) == {"总数": "100", "在库": "83", "在部门": "11", "已使用": "1", "已作废": "5"}
    listed = office.good("dayin", f"{API}/findList")["list"]
    keys = ("firstlabel", "lastlabel", "total", "issued", "used", "spoiled", "void")
    assert [listed[0][key] for key in keys] == ["HG-000001", "HG-000100", 100, 15, 1, 1, 4]
    page = office.good("dayin", f"{API}/record", id=row.id)
    parts = {one["key"]: one["rows"] for one in page["parts"]}
    assert [(one["numbers"], one["count"]) for one in parts["held"]] == [("HG-000003～HG-000013", 11)]
    assert [one["kind"] for one in parts["moves"]] == ["发放", "退回", "作废"]
    assert page["notices"] == []


def test_only_a_number_that_was_issued_goes_out_with_a_report(office: Office) -> None:
    row = batch(office)
    moved(office, row, "issue", 1, 10)
    moved(office, row, "void", 3, 3)
    item, before = office.approved(), counts(office)
    said = office.refused("dayin", PRINTED, ids=item.id, copies=1, papernos="HG-000011")
    assert said == "标志编号HG-000011未发放，不能使用，请先在标志批次中发放"
    said = office.refused("dayin", PRINTED, ids=item.id, copies=1, papernos="HG-000003")
    assert said == "标志编号HG-000003已作废，不能使用，请先在标志批次中发放"
    assert counts(office) == before
    lost = {"spoiled": "HG-000001~HG-000002", "spoilwhy": "卡纸"}
    office.good("dayin", PRINTED, ids=item.id, copies=1, papernos="HG-000004", **lost)  # the void one is accounted for


def test_a_roll_without_a_batch_is_used_as_before(office: Office) -> None:
    batch(office)
    office.good("dayin", PRINTED, ids=office.approved().id, copies=1, papernos="ZJ-000500")


@pytest.mark.parametrize(
    ("what", "first", "last", "sentence"),
    [
        ("issue", 10, 30, "号码HG-000010～HG-000020已发放，不能发放"),
        ("issue", 21, 41, "号码HG-000041已作废，不能发放"),
        ("issue", 90, 101, "终止流水：应在本批次HG-000001～HG-000100之内，且不小于起始流水"),
        ("issue", 30, 29, "终止流水：应在本批次HG-000001～HG-000100之内，且不小于起始流水"),
        ("giveBack", 20, 21, "号码HG-000021未发放，不能退回"),
        ("void", 41, 41, "号码HG-000041已作废，不能作废"),
    ],
)
def test_a_run_that_is_elsewhere_is_refused_whole(
    office: Office, what: str, first: int, last: int, sentence: str
) -> None:
    row = batch(office)
    assert moved(office, row, "issue", 1, 20)["isSuccess"] and moved(office, row, "void", 41, 41)["isSuccess"]
    before = counts(office)
    assert moved(office, row, what, first, last)["errorMsg"] == sentence
    assert counts(office) == before


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"firstno": "100", "lastno": "120"}, "号码HG-000100已在批次{no}中，每个号码只能印制一次"),
        ({"prefix": "HG26", "firstno": "1"}, "编号前缀：大写字母、数字和短横线，不以数字结尾，最多22个"),
        ({"firstno": "200", "lastno": "199"}, "终止流水：不得小于起始流水"),
        ({"prefix": "A-", "width": "2", "lastno": "100"}, "流水位数：100超过2位"),
        ({"prefix": "A-", "lastno": "100001"}, "终止流水：一批最多100000个号码"),
        ({"prefix": "A-", "printed": str(clock.today() + timedelta(days=1))}, "印制日期：不能晚于今天"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(office: Office, more: dict[str, str], sentence: str) -> None:
    row = batch(office)
    before = counts(office)
    said = office.post("dayin", f"{API}/save", **ROLL | {"printed": str(clock.today())} | more)
    assert said["errorMsg"] == sentence.format(no=row.batchno)
    assert counts(office) == before


def test_a_batch_that_began_is_neither_changed_nor_deleted(office: Office) -> None:
    row = batch(office)
    sent = ROLL | {"printed": str(clock.today())}
    office.good("dayin", f"{API}/save", id=row.id, version=row.version, lastno="90")  # a page sends what was changed
    moved(office, row, "issue", 1, 2)
    row = office.db.get_one(LabelBatch, row.id)
    said = office.refused("dayin", f"{API}/save", id=row.id, version=row.version, **sent)
    assert said == f"批次{row.batchno}已有号码发放、作废或使用，不能修改"
    said = office.refused("dayin", f"{API}/delete", ids=row.id, version=row.version)
    assert said == f"批次{row.batchno}已有号码发放、作废或使用，不能删除"
    assert office.db.get_one(LabelBatch, row.id).lastno == 90


def test_what_was_used_before_the_batch_was_kept_is_said(office: Office) -> None:
    office.good("dayin", PRINTED, ids=office.approved().id, copies=1, papernos="HG-000007")
    row = batch(office)
    page = office.good("dayin", f"{API}/record", id=row.id)
    assert [one["text"] for one in page["notices"]] == ["HG-000007没有发放或已作废，标志用纸里却有去向，请核对"]
    assert office.post("shouli", f"{API}/findList")["status"] == 403


def test_numbers_stand_in_one_place_each() -> None:
    moves = [("F", (1, 6), "a"), ("H", (5, 6), ""), ("F", (6, 6), "b"), ("Z", (4, 5), "")]
    now = standing((1, 8), moves, [(1, False), (2, True), (4, False), (8, False)])
    assert (now.store, now.holders, now.void) == ({7}, {3: "a", 6: "b"}, {5})
    assert (now.used, now.spoiled, now.doubtful) == ({1, 4, 8}, {2}, {4, 8})
    assert written("A", 3, spans({1, 2, 3, 7})) == "A001～A003、A007"


def test_the_demo_city_has_batches(real: Real) -> None:
    stock.make()
    stock.make()
    with real.new_session() as db:
        firsts = {one.id: f"{one.prefix}{one.firstno:0{one.width}}" for one in db.scalars(select(LabelBatch))}
        moves = db.scalars(select(LabelMove).order_by(LabelMove.firstno)).all()
    assert sorted(firsts.values()) == ["BQ-JY-000001", "BQ-JY-002001"]
    counts = Counter[tuple[str, str]]()
    for one in moves:
        counts[firsts[one.batch_id], one.kind] += one.lastno - one.firstno + 1
    assert counts == {("BQ-JY-000001", "F"): 300, ("BQ-JY-000001", "Z"): 2}
