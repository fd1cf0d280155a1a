"""A basis leads to its clause, a clause is sent to who may read it, and a search says what it did not find."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.kit.ground import clock
from tejian.knowledge import grams
from tejian.messages.models import Message
from tests.inspection.conftest import Office, office

from . import docs
from .docs import API

__all__ = ["office"]
LIFTS = [("附件A 曳引电梯", [("A1.3.2", "平衡系数在0.40至0.50之间。"), ("A1.3.5(1)", "对重限速器封记完好。")])]
LAW = [
    (
        "第二章 使用",
        [(f"第三十{n}条", f"使用单位的第{n}项义务。") for n in "三四五"] + [("第四十条", "届满前一个月申请。")],
    )
]
SEND = f"{API}/sendZskMess"


def cited(office: Office, basis: str) -> list[str]:
    return [one["clauseno"] for one in office.good("jianyan1", f"{API}/cite", basis=basis)["rows"]]


@pytest.mark.parametrize(
    ("basis", "clauses"),
    [
        ("TSG T7001-2023 附件A A1.3.2", ["A1.3.2"]),
        ("《电梯监督检验和定期检验规则》（TSG T7001—2023）A1.3.5（1）", ["A1.3.5(1)"]),
        ("TSG T7001-2023 附件A A1.3.2、A1.3.5(1)", ["A1.3.2", "A1.3.5(1)"]),
        ("特种设备安全法第33条、第40条", ["第三十三条", "第四十条"]),
        ("特种设备安全法 第三十五条", ["第三十五条"]),
        ("省物价局《特种设备检验等收费标准》附件 一、锅炉", ["一"]),
    ],
)
def test_a_basis_leads_to_its_clauses(office: Office, basis: str, clauses: list[str]) -> None:
    docs.issued(office, docs.text(LIFTS), docno="TSG T7001-2023", edition="2023")
    docs.issued(office, docs.text(LAW), docno="特种设备安全法", edition="2013")
    docs.issued(
        office, docs.word("一、锅炉 按台收费。", "二、管道 按米收费。"), docs.WORD, docno="特种设备检验等收费标准"
    )
    known = office.good("jianyan1", f"{API}/numbers")
    assert known == ["TSGT70012023", "特种设备安全法", "特种设备检验等收费标准"]
    assert cited(office, basis) == clauses


def test_a_basis_that_leads_nowhere_says_so(office: Office) -> None:
    docs.issued(office, docs.text(LIFTS), docno="TSG T7001-2023", edition="2023")

    def says(basis: str) -> str:
        return str(office.good("jianyan1", f"{API}/cite", basis=basis)["says"])

    assert says("GB/T 7588.1-2020 5.4") == "知识库中没有这份文件"
    assert says("TSG T7001-2023 附件A A1.9.9") == "TSG T7001-2023中没有A1.9.9条"
    assert says("TSG T7001-2023") == "TSG T7001-2023没有写明条款"
    docs.waiting(office, docno="TSG 11-2020", edition="2020")
    assert says("TSG 11-2020 1.1") == "知识库中没有这份文件"  # not published


def test_the_edition_in_force_answers(office: Office) -> None:
    row = docs.issued(office, docs.text(LIFTS), docno="TSG T7001-2023", edition="2023")
    later = [("附件A 曳引电梯", [("A1.3.2", "平衡系数符合设计值。")])]
    day = str(clock.today() - timedelta(days=1))
    docs.issued(office, docs.text(later), docno="TSG T7001-2023", edition="2026", replaces_id=row.id, effective=day)
    (one,) = office.good("jianyan1", f"{API}/cite", basis="TSG T7001-2023 A1.3.2")["rows"]
    assert (one["edition"], one["body"], one["standing"]) == ("2026", "平衡系数符合设计值。", "现行")
    rows = office.good("jianyan1", f"{API}/search", q="平衡系数", old="1")["rows"]
    assert {(r["edition"], r["tone"]) for r in rows} >= {("2026", "go"), ("2023", "no")}


def test_a_search_quotes_the_sentence_and_says_what_it_did_not_find(office: Office) -> None:
    docs.issued(office)
    (first, *_) = office.good("shouli", f"{API}/search", q="停电以后应急照明多长时间？")["rows"]
    assert (first["docno"], first["clauseno"], first["page"]) == ("NBTJ-ZS-01", "2.1", 1)
    assert [p["text"] for p in first["sentence"] if p["hit"]][:1] == ["应急照明"]
    assert "".join(p["text"] for p in first["sentence"]) == "应急照明在停电后持续不少于1小时。"
    assert office.good("shouli", f"{API}/search", q="住房公积金贷款") == {"rows": [], "says": "未找到依据"}
    assert office.refused("shouli", f"{API}/search", q="  请问？ ") == "请说明要查什么"
    assert office.refused("shouli", f"{API}/search", q="问" * 201) == "问题最多200个字"
    for strange in ("'; drop table knowledge_doc; --照明", "照明' | 'x", "\\照明 & !", "=1+1照明"):
        assert office.post("shouli", f"{API}/search", q=strange)["isSuccess"]


def test_a_clause_is_sent_to_who_may_read_it(office: Office) -> None:
    row = docs.issued(office, audience="2")
    clause = next(one for one in docs.clauses(office, row) if one.clauseno == "2.2")
    to = office.user("shouli")
    office.good("jianyan1", SEND, id=clause.id, user_id=to.id, remark="请转告使用单位")
    message = office.db.scalars(select(Message).where(Message.user_id == to.id, Message.kind == "知识库")).one()
    assert message.title == "请阅：NBTJ-ZS-01 2.2"
    assert "超载装置在110%额定载重量前动作。" in message.content and message.content.endswith("留言：请转告使用单位")
    assert message.route == f"/assistMng/knowledgeMng/clause?id={clause.id}"
    office.good("jianyan1", SEND, ids=row.id, user_id=to.id)
    draft = docs.waiting(office, docno="NBTJ-ZS-05")
    before = office.db.scalar(select(func.count()).select_from(Message))
    said = office.refused("jianyan1", SEND, id=row.id, user_id=office.user("jianguan").id)
    assert said.endswith("没有查阅这份文件的权限")
    assert office.refused("jianyan1", SEND, id=draft.id, user_id=to.id) == "文件还没有发布，不能发送"
    assert "请选择" in office.refused("jianyan1", SEND, user_id=to.id)
    assert office.post("jianguan", SEND, id=row.id, user_id=to.id)["status"] == 403  # a document that he does not see
    assert office.db.scalar(select(func.count()).select_from(Message)) == before


@pytest.mark.parametrize(
    ("number", "key"),
    [
        ("第三十三条", "33"),
        ("第一百零二条", "102"),
        ("第十条", "10"),
        ("A1.3.5（1）", "A1.3.5(1)"),
        ("问12", "12"),
        ("5.4", "5.4"),
    ],
)
def test_numbers_of_clauses_are_compared(number: str, key: str) -> None:
    assert grams.clause_key(number) == key


def test_pieces_of_a_text() -> None:
    assert grams.pieces("ＴＳＧ 11-2020 锅炉房，阀") == ["tsg", "11-2020", "锅炉", "炉房", "阀"]
    assert grams.marked("锅炉房的阀", frozenset({"炉房", "阀"})) == [
        ("锅", False),
        ("炉房", True),
        ("的", False),
        ("阀", True),
    ]
