"""A check list over a record of any kind: what it asks, what it takes, what it still lacks, what it found."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.papers import pdf
from tejian.kit.process.checklist import AnswerForm, CheckItem, CheckList
from tejian.kit.process.doing import Doing
from tejian.supervision import permissions as p
from tejian.supervision.models.copies import DRAFT, SENT, CarbonCopy
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of
from tests.walks.ways import STAGES

__all__ = ["office"]
ROWS: list[dict[str, str]] = [
    {
        "no": "1",
        "part": "管理",
        "text": "在用设备均已办理使用登记",
        "prefill": "registered",
        "basis": "特种设备安全法第33条",
    },
    {"no": "2", "part": "现场", "text": "制动器无异常", "photo": "bad"},
    {"no": "3", "part": "现场", "text": "机房温度", "kind": "measure", "low": "5", "high": "40", "unit": "℃"},
    {"no": "4", "part": "现场", "text": "当班人员", "kind": "text"},
    {"no": "5", "part": "现场", "text": "处理", "kind": "choice", "options": "责令改正|停止使用", "photo": "always"},
]
ITEMS = [CheckItem.of(row) for row in ROWS]


def registered(db: Session, row: Any) -> tuple[str, str]:
    return "√", ""


LIST = CheckList(
    "walk_check",
    "检查表",
    CarbonCopy,
    lambda db, row: ITEMS,
    p.COPY_QUERY,
    p.COPY_SAVE,
    "/api/walkCheck",
    open_=[DRAFT],
    files="carbonCopy",
    known={"registered": registered},
)


@pytest.fixture
def case(office: Office) -> tuple[Office, CarbonCopy]:
    row = STAGES["carbon_copy", "CG"](office)
    picture = {"name": "现场.jpg", "mime": "image/jpeg", "key": "0" * 64, "size": 1}
    office.db.add(Attachment(owner="carbonCopy", attrefsysid=row.id, item="5", **picture))
    office.db.commit()
    return office, row


def save(case: tuple[Office, CarbonCopy], **answers: dict[str, str]) -> None:
    office, row = case
    sent = [AnswerForm(no=no.removeprefix("n"), **one) for no, one in answers.items()]
    LIST.save(office.db, office.user("yewu"), row, sent)


def line(case: tuple[Office, CarbonCopy], no: str) -> Any:
    office, row = case
    return next(one for one in LIST.state(office.db, office.user("yewu"), row)["items"] if one["no"] == no)


def test_what_is_known_is_proposed_until_it_is_answered(case: Any) -> None:
    assert (line(case, "1")["result"], line(case, "1")["proposed"]) == ("√", True)
    save(case, n1={"result": "×", "finding": "一台未登记"})
    assert (line(case, "1")["result"], line(case, "1")["proposed"]) == ("×", False)


@pytest.mark.parametrize(("value", "result"), [("5", "√"), ("40", "√"), ("4.99", "×"), ("40.01", "×"), ("", "")])
def test_a_measure_outside_its_limits_is_wrong_whatever_was_marked(case: Any, value: str, result: str) -> None:
    save(case, n3={"value": value, "result": "√" if value else ""})
    assert line(case, "3")["result"] == result
    assert line(case, "3")["limits"] == "≥ 5，≤ 40 ℃"


def test_what_cannot_be_an_answer_is_refused_and_changes_nothing(case: Any) -> None:
    office, row = case
    for no, one, sentence in (
        ("9", {}, "没有第9项"),
        ("2", {"result": "好"}, "第2项：结果只能是 √ × — △"),
        ("3", {"value": "热"}, "第3项：请输入数字"),
        ("3", {"value": "NaN"}, "第3项：请输入数字"),
        ("5", {"value": "罚款"}, "第5项：请从选项中选择"),
    ):
        with pytest.raises(BadInput) as said, office.db.begin_nested():
            save(case, n1={"result": "√"}, **{f"n{no}": one})
        assert said.value.message == sentence
    assert LIST.answers(office.db, row) == {}
    row.step = SENT
    with pytest.raises(Refused, match="检查表已提交，不能再修改"):
        save(case, n1={"result": "√"})


def test_it_says_what_it_lacks_and_what_it_found(case: Any) -> None:
    office, row = case
    save(case, n1={"result": "√"}, n2={"result": "×"}, n3={"value": "22"})
    assert LIST.lacking(office.db, row) == [
        "第2项不符合，请写明问题",
        "第2项应有照片",
        "第4项没有填写",
        "第5项没有填写",
    ]
    assert LIST.complete(Doing(office.db, office.user("yewu"), row)) == "；".join(LIST.lacking(office.db, row))
    save(case, n2={"result": "—"}, n4={"value": "李勇"}, n5={"value": "责令改正"})
    assert LIST.complete(Doing(office.db, office.user("yewu"), row)) is None
    save(case, n3={"value": "41", "finding": "机房过热"})
    assert [(one.item, one.finding) for one in LIST.findings(office.db, row)] == [("3", "机房过热")]
    paper = {one["no"]: one for one in LIST.paper(office.db, row)}
    assert (paper["3"]["value"], paper["3"]["result"], paper["2"]["result"]) == ("41 ℃", "×", "—")


def test_its_rows_make_a_table_on_paper(case: Any) -> None:
    office, row = case
    save(case, n3={"value": "41", "finding": "机房过热"})
    source = b'#import "common.typ": *\n#check-table(list-of("checks"))'
    data = pdf.to_json({"checks": LIST.paper(office.db, row)})
    words = text_of(pdf._compiler().compile(input=source, format="pdf", sys_inputs={"data": data}))
    assert "机房过热" in words and "41℃" in words


def test_who_saves_after_another_must_have_read_it(case: Any) -> None:
    _office, row = case
    before = row.version
    save(case, n1={"result": "√"})
    assert row.version == before + 1


def test_an_item_that_cannot_be_read_stops_the_list() -> None:
    assert (ITEMS[2].low, ITEMS[2].high) == (Decimal(5), Decimal(40))
    for wrong in ({"kind": "scale"}, {"photo": "often"}, {"kind": "choice"}, {"options": "甲|乙"}):
        with pytest.raises(ValueError, match="check item 7"):
            CheckItem.of({"no": "7", "text": "某项", **wrong})
