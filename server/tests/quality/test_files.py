"""体系文件: what their declarations cannot say."""

from datetime import date, timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.papers import pdf
from tejian.messages.models import Message
from tejian.quality.files.stamping import stamped, standing
from tejian.quality.models.files import FileReceipt, QualityFile
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of
from tests.inspection.parts import paper

from . import files
from .files import API, ISSUE

__all__ = ["office"]
TODAY = date(2026, 11, 29)
NEXT = {"edition": "B/0", "cause": "按新规程修订"}


def copy_of(office: Office, login: str, row: QualityFile) -> bytes:
    office.call.user = office.user(login)
    answer = office.call.client.post("/api/common/commonPrint", data={"printType": "TXWJ", "ids": row.id})
    office.call.user = None
    assert answer.status_code == 200 and answer.content[:4] == b"%PDF", answer.text[:300]
    return bytes(answer.content)


def test_from_the_plan_to_the_receipts(office: Office) -> None:
    row = files.issued(office)
    page = office.good("zhiliang", f"{API}/record", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    people = [office.user(one).name for one in ("jianyan1", "shenhe", "pizhun", "zhiliang")]
    assert [facts[one] for one in ("编制人", "审核人", "批准人", "发布人")] == people
    given = list(office.db.scalars(select(FileReceipt).where(FileReceipt.file_id == row.id)))
    me = office.user("jianyan1")
    assert me.id in {one.user_id for one in given} and {one.userdept for one in given} == {me.dept_id}
    told = select(func.count()).where(Message.user_id == me.id, Message.title.contains(row.fileno))
    assert office.db.scalar(told.where(Message.title.contains("请接收"))) == 1
    mine = next(one for one in given if one.user_id == me.id)
    other = next(one for one in given if one.user_id != me.id)
    assert office.post("jianyan1", f"{API}/receive", ids=other.id)["status"] == 403
    assert office.refused("zhiliang", f"{API}/receive", ids=mine.id) == "只能接收发给本人的文件"
    office.good("zhiliang", f"{API}/chase", ids=mine.id)
    office.good("jianyan1", f"{API}/receive", ids=mine.id)
    office.db.expire_all()
    assert mine.received is not None and mine.chased == 1 and other.received is None
    assert office.refused("zhiliang", f"{API}/chase", ids=mine.id) == "所选的文件都已接收"


def test_the_next_edition_takes_the_place_on_its_day(office: Office) -> None:
    first = files.issued(office)
    later = clock.today() + timedelta(days=10)
    second = files.approved(office, **NEXT)
    early = office.refused("zhiliang", f"{API}/issue", id=second.id, **ISSUE)
    assert early == f"现行版本A/0自{clock.today()}实施，新版本的实施日期应晚于该日"
    office.good("zhiliang", f"{API}/issue", id=second.id, effective=str(later))
    office.db.expire_all()
    assert (first.step, first.ended, second.step, second.effective) == ("8", later, "5", later)
    menu = office.good("jianyan1", f"{API}/findMenu")["list"]
    assert [one["edition"] for one in menu] == ["A/0"]  # until that day the first is in force
    whole = office.good("jianyan1", f"{API}/findIssued")["list"]
    assert {one["edition"] for one in whole} == {"A/0", "B/0"}
    assert "未实施" in text_of(copy_of(office, "jianyan1", second))
    assert "受控副本" in text_of(copy_of(office, "jianyan1", first))
    first.ended = clock.today()
    office.db.commit()
    pages = PdfReader(BytesIO(copy_of(office, "jianyan1", first))).pages
    assert len(pages) == 2 and all("作废" in (one.extract_text() or "") for one in pages)


def test_a_number_has_one_edition_in_work_and_none_twice(office: Office) -> None:
    files.planned(office)
    same = {"title": "另一份", "cause": "重复"}
    with pytest.raises(AssertionError, match="NBTJ-CX-07已有A/0版"):
        files.planned(office, **same)
    with pytest.raises(AssertionError, match="A/0版正在办理"):
        files.planned(office, **NEXT)
    assert office.db.scalar(select(func.count()).select_from(QualityFile)) == 1
    twin = {"orgid": office.user("zhiliang").org_id, "fileno": "NBTJ-CX-07", "edition": "C/0", "plandue": TODAY}
    office.db.add(QualityFile(**twin, step="1"))
    with pytest.raises(IntegrityError):
        office.db.flush()
    office.db.rollback()


def test_what_is_not_issued_is_seen_by_those_who_make_it(office: Office) -> None:
    row = files.written(office)
    assert office.good("jianyan1", f"{API}/record", id=row.id)["id"] == row.id
    assert office.post("jianyan2", f"{API}/record", id=row.id)["status"] == 403
    assert office.post("qiye", f"{API}/record", id=row.id)["status"] == 403


@pytest.mark.parametrize(
    ("effective", "ended", "words", "valid"),
    [
        (None, None, "未发布 不得使用", False),
        (date(2026, 11, 30), None, "未实施 2026-11-30起实施", False),
        (TODAY, None, "受控副本", True),
        (date(2026, 1, 1), date(2026, 11, 30), "受控副本", True),
        (date(2026, 1, 1), TODAY, "作废 2026-11-29起不再使用", False),
    ],
)
def test_what_an_edition_is_on_a_day(effective: date | None, ended: date | None, words: str, valid: bool) -> None:
    assert standing(effective, ended, TODAY) == (words, valid)


def test_a_text_that_cannot_be_read_is_refused() -> None:
    marks = pdf.render("file_mark", {"words": "受控副本", "valid": True, "no": "A", "who": "甲", "at": "2026-11-29"})
    with pytest.raises(Refused, match="已加密或损坏"):
        stamped(b"%PDF-1.4 nothing", marks)
    with pytest.raises(Refused, match="超过1000页"):
        stamped(paper(1001), marks)
