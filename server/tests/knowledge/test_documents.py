"""知识库: from a file to clauses, publication by another person, and what takes the place of what."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.kit.ground import clock
from tejian.knowledge.models import KnowledgeClause, KnowledgeDoc
from tejian.messages.models import Message
from tests.inspection.conftest import Office, office

from . import docs
from .docs import API

__all__ = ["office"]


def test_a_file_becomes_clauses_with_number_chapter_and_page(office: Office) -> None:
    row = docs.cut(office)
    assert (row.cut, row.pieces, row.pages, row.step) == ("2", 5, 1, "CG")  # with its head
    found = [(c.clauseno, c.heading, c.page, c.body) for c in docs.clauses(office, row) if c.clauseno]
    assert found == [
        ("1.1", "1 机房", 1, "机房通道畅通，设有永久性照明。"),
        ("1.2", "1 机房", 1, "主开关不得切断轿厢照明和报警装置的供电。"),
        ("2.1", "2 轿厢", 1, "应急照明在停电后持续不少于1小时。"),
        ("2.2", "2 轿厢", 1, "超载装置在110%额定载重量前动作。"),
    ]
    told = select(Message).where(Message.user_id == office.user("jianyan1").id, Message.kind == "知识库")
    assert "有编号的条款4条" in office.db.scalars(told).one().title


def test_who_wrote_it_does_not_publish_it(office: Office) -> None:
    row = docs.waiting(office)
    assert row.writer_id == office.user("jianyan1").id
    own = docs.cut(office, docno="NBTJ-ZS-02")
    office.good("zhiliang", f"{API}/submit", id=own.id)
    said = office.refused("zhiliang", f"{API}/publish", id=own.id)
    assert said == "知识库文件由编写人、提交人以外的人发布" and docs.of(office, own.id).step == "FB"
    office.good("zhiliang", f"{API}/publish", id=row.id)
    row = docs.of(office, row.id)
    assert (row.step, row.publisher_id) == ("XX", office.user("zhiliang").id)
    assert docs.of(office, own.id).published is None


def test_the_next_edition_ends_the_one_before_on_its_day(office: Office) -> None:
    row = docs.replaced(office)
    later = clock.today() + timedelta(days=10)
    assert (row.step, row.ended) == ("TD", later)
    page = office.good("shenhe", f"{API}/record", id=row.id)
    assert [one["text"] for one in page["notices"]][-1:] == [f"现行，{later}停止使用"]
    assert {f["label"]: f["text"] for f in page["facts"]}["被代替于"] == "NBTJ-ZS-01"
    listed = office.good("shenhe", f"{API}/find", segment="valid")["list"]
    assert [one["edition"] for one in listed] == ["2026"]  # until that day the first is in force
    third = docs.waiting(office, edition="2028", replaces_id="")
    third.replaces_id = row.id
    office.db.commit()
    said = office.refused("zhiliang", f"{API}/publish", id=third.id)
    assert said == "所代替的文件不是现行文件，请退回修改" and docs.of(office, third.id).step == "FB"


def test_a_number_has_an_edition_once(office: Office) -> None:
    docs.drafted(office)
    form = docs.SAID | {"docno": "nbtj zs-01", "effective": "2026-01-01"}
    assert "2026版已登记" in office.refused("jianyan1", f"{API}/save", **form)
    assert office.db.scalar(select(func.count()).select_from(KnowledgeDoc)) == 1


def test_a_document_ends_after_it_began(office: Office) -> None:
    form = docs.SAID | {"effective": "2026-02-01", "ended": "2026-02-01"}
    assert office.refused("jianyan1", f"{API}/save", **form) == "停止使用日期须晚于实施日期"
    assert office.db.scalar(select(func.count()).select_from(KnowledgeDoc)) == 0
    row = docs.issued(office, ended=str(clock.today() - timedelta(days=1)))
    assert office.good("shouli", f"{API}/search", q="机房通道照明")["says"] == "未找到依据"
    (first, *_) = office.good("shouli", f"{API}/search", q="机房通道照明", old="1")["rows"]
    assert (first["docId"], first["standing"]) == (row.id, f"已于{row.ended}停止使用")


def test_two_take_the_place_of_one_and_the_second_is_refused(office: Office) -> None:
    first = docs.issued(office)
    later = str(clock.today() + timedelta(days=10))
    second = docs.waiting(office, edition="2027", replaces_id=first.id, effective=later)
    third = docs.waiting(office, edition="2028", replaces_id=first.id, effective=later)
    office.good("zhiliang", f"{API}/publish", id=second.id)
    assert "不是现行文件" in office.refused("shenhe", f"{API}/publish", id=third.id)
    assert [docs.of(office, one.id).step for one in (first, second, third)] == ["TD", "XX", "FB"]


def test_another_file_after_the_cutting_is_cut_again(office: Office) -> None:
    row = docs.cut(office)
    docs.attached(office, row, docs.text(note="另一份"))
    assert office.refused("jianyan1", f"{API}/submit", id=row.id) == (
        "附件中有2份正文，只能有一份；正文在切分以后换过，请重新切分"
    )
    assert docs.of(office, row.id).step == "CG"


def test_a_clause_that_was_read_wrong_is_mended_in_the_draft_alone(office: Office) -> None:
    row = docs.cut(office)
    clause = docs.clauses(office, row)[-1]
    form = {"id": clause.id, "version": clause.version, "clauseno": "2.3", "heading": "2 轿厢"}
    office.good("jianyan1", f"{API}/clause/save", **form, body="轿门关门时夹人应重新开启。")
    office.good("jianyan1", f"{API}/submit", id=row.id)
    office.good("zhiliang", f"{API}/publish", id=row.id)
    found = office.good("shenhe", f"{API}/search", q="夹人重新开启")["rows"]
    assert [one["clauseno"] for one in found] == ["2.3"]
    clause = docs.clauses(office, row)[-1]
    form |= {"version": clause.version, "body": "改动"}
    assert "不能再修改" in office.refused("jianyan1", f"{API}/clause/save", **form)
    assert docs.clauses(office, row)[-1].body == "轿门关门时夹人应重新开启。"
    assert "条款由切分得出" in office.refused("jianyan1", f"{API}/clause/save", body="新的", clauseno="9.9")


def test_what_is_not_published_others_do_not_see(office: Office) -> None:
    row = docs.waiting(office)
    assert office.post("shouli", f"{API}/record", id=row.id)["status"] == 403
    clause = docs.clauses(office, row)[0]
    assert office.post("shouli", f"{API}/clause/record", id=clause.id)["status"] == 403
    assert office.good("shouli", f"{API}/search", q="机房通道照明")["says"] == "未找到依据"
    assert office.post("qiye", f"{API}/search", q="机房通道照明")["status"] == 403


@pytest.mark.parametrize("audience", ["1", "2"])
def test_what_is_for_the_institute_only_others_do_not_read(office: Office, audience: str) -> None:
    row = docs.issued(office, audience=audience)
    status = office.post("jianguan", f"{API}/record", id=row.id)["status"]
    rows = office.good("jianguan", f"{API}/search", q="机房通道照明")["rows"]
    assert (status, len(rows) > 0) == ((200, True) if audience == "1" else (403, False))


def test_the_page_of_a_clause_says_where_it_stands(office: Office) -> None:
    row = docs.issued(office)
    clause = next(one for one in docs.clauses(office, row) if one.clauseno == "2.1")
    page = office.good("shouli", f"{API}/clause/record", id=clause.id)
    assert page["title"] == "NBTJ-ZS-01 2.1"
    assert [f["text"] for f in page["facts"]] == ["NBTJ-ZS-01 2026", "现行", "第1页", "2 轿厢"]
    beside = page["parts"][0]["rows"]
    assert [one["clauseno"] for one in beside] == ["1.1", "1.2", "2.2"]
    office.call.user = office.user("shouli")
    answer = office.call.client.post("/api/common/commonPrint", data={"printType": "ZSKYW", "ids": clause.id})
    office.call.user = None
    assert answer.status_code == 200 and answer.content[:4] == b"%PDF"


def test_deleting_a_draft_takes_its_clauses_along(office: Office) -> None:
    row = docs.cut(office)
    office.good("jianyan1", f"{API}/delete", id=row.id)
    assert office.db.scalar(select(func.count()).select_from(KnowledgeClause)) == 0
