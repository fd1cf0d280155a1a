"""What cannot be read as a document is refused or marked with a sentence, and nothing of it is stored."""

import io
from datetime import timedelta

import pytest
from pypdf import PdfReader, PdfWriter
from sqlalchemy import func, select, update

from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.knowledge import pdftext, pieces
from tejian.knowledge.models import KnowledgeClause, KnowledgeDoc
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump
from tests.inspection.conftest import Office, office
from tests.inspection.parts import paper

from . import docs
from .docs import API, WORD

__all__ = ["office"]
SCANNED = "文件是扫描件，没有可以检索的文字，请上传有文字的PDF或Word文件"
BROKEN = "文件已损坏，不能读取，请重新上传"
ENTITY = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>'


def locked() -> bytes:
    """A PDF that opens with a password alone."""
    out, writer = io.BytesIO(), PdfWriter(clone_from=PdfReader(io.BytesIO(docs.text())))
    writer.encrypt("geheim", algorithm="AES-256")
    writer.write(out)
    return out.getvalue()


def put(office: Office, key: str, value: str) -> None:
    office.db.scalars(select(Param).where(Param.key == key)).one().value = value
    bump(office.db, "param")
    office.db.commit()


def stored(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(KnowledgeClause)) or 0


@pytest.mark.parametrize(
    ("body", "mime", "says"),
    [
        (locked(), docs.PDF, "文件已加密，请上传没有密码的文件"),
        (b"%PDF-1.7 nothing", docs.PDF, BROKEN),
        (docs.text()[:400], docs.PDF, BROKEN),
        (paper(2000), docs.PDF, "文件有2000页，最多1000页，请分册上传"),
        (b"PK\x03\x04 nothing", WORD, BROKEN),
        (docs.word("1.1 正文", head=ENTITY), WORD, BROKEN),
        (docs.word("字" * 15_000_000), WORD, "文字超过2000000个，请分册上传"),
    ],
    ids=["encrypted", "broken", "cut off", "2000 pages", "no zip", "entities", "swells"],
)
def test_what_cannot_be_read_is_refused_at_once(office: Office, body: bytes, mime: str, says: str) -> None:
    row = docs.with_file(office, body, mime)
    assert office.refused("jianyan1", f"{API}/cut", id=row.id) == says
    row = docs.of(office, row.id)
    assert (row.cut, row.digest, stored(office)) == ("", "", 0)
    assert all(name != "knowledge.cut" for name, _ in jobs.waiting(office.db))
    assert office.refused("jianyan1", f"{API}/submit", id=row.id) == "请先切分条款"


def test_a_scan_is_marked_and_nothing_is_stored(office: Office) -> None:
    row = docs.cut(office, paper(3))
    assert (row.cut, row.cutsays, row.pieces, stored(office)) == ("3", SCANNED, 0, 0)
    assert office.refused("jianyan1", f"{API}/submit", id=row.id) == SCANNED
    page = office.good("jianyan1", f"{API}/record", id=row.id)
    assert [one["text"] for one in page["notices"]] == [f"不能切分：{SCANNED}"]


def test_too_much_text_is_marked_and_what_was_cut_before_is_gone(office: Office) -> None:
    row = docs.cut(office)
    assert stored(office) == 5
    put(office, "knowledge.characters", "1000")
    long = [("1 总则", [(f"1.{n}", "检验人员应当当场记录。" * 20) for n in range(1, 30)])]
    attached = docs.papers_replaced(office, row, docs.text(long))
    office.good("jianyan1", f"{API}/cut", id=attached.id)
    row = docs.worked_off(office, attached)
    assert (row.cut, row.cutsays, stored(office)) == ("3", "文字超过1000个，请分册上传", 0)


def test_a_file_above_the_limit_of_the_platform(office: Office) -> None:
    put(office, "knowledge.file_mb", "1")
    row = docs.with_file(office, docs.text() + b"\n%" + b"0" * (1 << 20))
    assert office.refused("jianyan1", f"{API}/cut", id=row.id) == "正文超过1MB，请压缩或分册上传"


def test_a_word_file_knows_the_pages_that_word_noted(office: Office) -> None:
    row = docs.cut(office, docs.word("5 维护", "5.1 每半月一次。", "5.2 两人进行。", breaks=True), WORD)
    assert [(c.clauseno, c.page, c.body) for c in docs.clauses(office, row)] == [
        ("5.1", 2, "每半月一次。"),
        ("5.2", 3, "两人进行。"),
    ]
    plain = docs.cut(office, docs.word("问：报告丢了怎么办？", "答：申请补发。"), WORD, docno="NBTJ-WD-09")
    (clause,) = docs.clauses(office, plain)
    assert (clause.clauseno, clause.page, clause.body) == ("问1", 0, "报告丢了怎么办？答：申请补发。")
    assert plain.pages == 0
    office.good("jianyan1", f"{API}/submit", id=plain.id)
    said = office.call.client, clause.id
    office.call.user = office.user("jianyan1")
    answer = said[0].post("/api/common/commonPrint", data={"printType": "ZSKYW", "ids": said[1]})
    office.call.user = None
    assert "Word文件不分页显示" in answer.text


def test_a_text_without_numbers_is_cut_by_its_length(office: Office) -> None:
    row = docs.cut(office, docs.word(*["设备应当保持完好，操作人员应当持证上岗。" * 30] * 4), WORD)
    assert row.pieces == 4 and row.cutsays == "没有认出条款编号，按篇幅切分为4段"
    assert {c.clauseno for c in docs.clauses(office, row)} == {""}


def test_an_order_for_a_file_that_is_gone_does_nothing(office: Office) -> None:
    row = docs.with_file(office)
    office.good("jianyan1", f"{API}/cut", id=row.id)
    assert office.refused("jianyan1", f"{API}/cut", id=row.id) == "正在切分条款，请稍候"
    row = docs.papers_replaced(office, docs.of(office, row.id), docs.text(note="另一份"))
    row = docs.worked_off(office, row)
    assert (row.cut, row.cutsays, stored(office)) == ("3", "正文已删除，请重新上传后切分", 0)


def test_what_no_database_keeps_is_left_out_and_a_failure_is_marked(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdftext, "text_of", lambda *_more: [["1.1 正\x00文\ud800应当保持完好并且定期检查和维护。"]])
    row = docs.cut(office)
    assert [c.body for c in docs.clauses(office, row)] == ["正文应当保持完好并且定期检查和维护。"]
    monkeypatch.setattr(pieces, "joined", lambda lines: "\x00".join([*lines, ""]))
    office.good("jianyan1", f"{API}/cut", id=row.id)
    row = docs.worked_off(office, row)
    assert (row.cut, row.cutsays) == ("3", "切分时发生异常，请换一份正文或联系管理员")
    assert stored(office) == 0


def test_a_cutting_whose_process_was_killed_is_ordered_anew(office: Office) -> None:
    row = docs.with_file(office)
    office.good("jianyan1", f"{API}/cut", id=row.id)
    late = update(KnowledgeDoc).where(KnowledgeDoc.id == row.id)
    office.db.execute(late.values(updatetime=clock.now() - timedelta(minutes=11)))
    assert "正在切分" in office.refused("jianyan1", f"{API}/cut", id=row.id)
    office.db.execute(late.values(updatetime=clock.now() - timedelta(minutes=13)))
    office.good("jianyan1", f"{API}/cut", id=row.id)
    assert docs.worked_off(office, row).cut == "2"


def cut(*lines: str) -> list[tuple[str, str, str]]:
    return [(p.clauseno, p.heading, pieces.joined(t for _n, t in p.lines)) for p in pieces.cut([lines], 1000)]


def test_values_at_the_beginning_of_a_line_are_no_clauses() -> None:
    assert cut(
        "5 试验", "5.1 试验压力为设计压力的", "1.5 倍，且不小于", "0.2 MPa。", "15 日内出具报告", "5.2 记录。"
    ) == [
        ("5.1", "5 试验", "试验压力为设计压力的1.5 倍，且不小于0.2 MPa。15 日内出具报告"),
        ("5.2", "5 试验", "记录。"),
    ]


def test_articles_and_appendices() -> None:
    found = cut(
        "第二章 使用", "第三十三条 办理使用登记。", "第三十四条 建立制度。", "1.1 不是条款", "第三十五条 档案。"
    )
    assert found == [
        ("第三十三条", "第二章 使用", "办理使用登记。"),
        ("第三十四条", "第二章 使用", "建立制度。1.1 不是条款"),
        ("第三十五条", "第二章 使用", "档案。"),
    ]
    found = cut("附件A 曳引电梯", "A1.2.5.1 钢丝绳。", "A1.3.5（1） 限速器。", "附件B 其他", "B1.1 其他。")
    assert [(number, head) for number, head, _ in found] == [
        ("A1.2.5.1", "附件A 曳引电梯"),
        ("A1.3.5（1）", "附件A 曳引电梯"),
        ("B1.1", "附件B 其他"),
    ]


def test_what_stands_at_the_edge_of_most_pages_is_left_out() -> None:
    page = ["TSG 08 使用规则", "{n}.1 正文。", "{n}.2 正文。", "— {n} —"]
    pages = [[line.format(n=n) for line in page] for n in range(1, 6)]
    assert [[p.clauseno, p.lines] for p in pieces.cut(pages, 1000)][:2] == [
        ["1.1", [(1, "正文。")]],
        ["1.2", [(1, "正文。")]],
    ]
    assert len(pieces.cut(pages, 1000)) == 10
