"""Signatures are acts: who signs does it himself, on what he was shown, with his PIN; a paper shows the hands of those
who did, and what changed afterwards takes a signature back."""

import base64
import io
from typing import Any

import orjson
import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.signatures import Signature, SignatureTaken
from tejian.inspection.records import api as records
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground.reasons import says_nothing
from tests.inspection import parts
from tests.system.conftest import PIN, browser

from .conftest import SAVE, SUBMIT, VERIFY, Office

__all__ = ["browser"]
AUDIT, APPROVE, SIGN = "/api/appbuss/auditReport", "/api/appbuss/approveReport", "/api/appbuss/signRecord"
OPEN, LIST = "/api/appbuss/open", "/api/appbuss/sign/findList"
BACK = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "第31项请复核"}
UNSEEN = "请先打开报告，看过内容再办理"


def stood(office: Office, item: AppBuss) -> list[tuple[str, str]]:
    office.db.expire_all()
    return [(one.role, one.user_name) for one in records.standing(office.db, office.item(item.id))]


def name(office: Office, login: str) -> str:
    return office.user(login).name


def words(office: Office, login: str, path: str, **form: Any) -> str:
    """The text of a PDF."""
    office.call.user = office.user(login)
    answer = office.call.client.post(path, data=form)
    office.call.user = None
    assert answer.content[:4] == b"%PDF", answer.text
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def original(office: Office, item: AppBuss) -> str:
    return words(office, "jianyan1", "/api/common/commonPrint", printType="YSJL", ids=item.id)


def hands(office: Office, item: AppBuss) -> dict[str, Any]:
    """Who signs on the paper of an item, as its template takes it."""
    office.db.expire_all()
    row = office.item(item.id)
    data = records.document(office.db, row, records.record_or_refuse(office.db, row))
    found = {who: [data[who]] if data[who] else [] for who in ("compiler", "checker", "reviewer", "approver")}
    return {"draft": data.get("draft", False), "inspectors": data["inspectors"], **found}


def signatures(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(Signature)) or 0


# -- the papers ----------------------------------------------------------------------------------------------------


def test_a_record_that_is_not_handed_in_is_a_draft_without_any_hand(office: Office) -> None:
    item = office.built()
    assert "草稿" in original(office, item)
    assert hands(office, item) == {
        "draft": True,
        **{who: [] for who in ("inspectors", "compiler", "checker", "reviewer", "approver")},
    }


def test_a_paper_shows_the_hands_of_those_who_signed_with_the_time(office: Office) -> None:
    item = office.entered()
    found = hands(office, item)
    assert not found["draft"] and "草稿" not in original(office, item)
    assert [one["name"] for one in found["inspectors"]] == [name(office, "jianyan1")]
    assert found["inspectors"][0]["sign"] and len(found["inspectors"][0]["time"]) == 5
    assert found["checker"] == found["reviewer"] == found["approver"] == []
    office.signed(item.id)
    assert [one["name"] for one in hands(office, item)["inspectors"]] == [
        name(office, "jianyan1"),
        name(office, "jianyan2"),
    ]


def test_the_issued_report_bears_everybody_who_signed(office: Office) -> None:
    item = office.approved()
    expected = [("检验", "jianyan1"), ("编制", "jianyan1"), ("检验", "jianyan2")]
    expected += [("校核", "jiaohe"), ("审核", "shenhe"), ("批准", "pizhun")]
    assert stood(office, item) == [(role, name(office, login)) for role, login in expected]
    text = words(office, "dayin", "/api/common/commonPrint", printType="REPORT", ids=item.id)
    row = office.db.scalars(select(Signature).where(Signature.role == "批准")).one()
    assert f"{row.signedat:%H:%M}" in text.replace("\n", "") or f"{row.signedat:%H:%M}" in text


# -- each his own act ----------------------------------------------------------------------------------------------


def test_handing_in_signs_for_nobody_else(office: Office) -> None:
    item = office.entered()
    assert stood(office, item) == [("检验", name(office, "jianyan1")), ("编制", name(office, "jianyan1"))]
    said = office.refused("jiaohe", VERIFY, ids=item.id)
    assert said == f"{item.seisn}：检验人员{name(office, 'jianyan2')}还没有签名，请其在“待我签名”中签名"
    assert office.item(item.id).step == "BGQR"


def test_nothing_is_signed_without_the_pin(office: Office, browser: Any) -> None:
    item = office.entered()
    second = browser("jianyan2")
    seen = second.good("/api/appbuss/getAudit", id=item.id)["seen"]
    second.good(OPEN, id=item.id, seen=seen)
    before = signatures(office)
    assert second.call(SIGN, ids=item.id).json()["errorCode"] == "SIGN_NEEDED"
    assert browser("jiaohe").call(VERIFY, ids=item.id).json()["errorCode"] != "OK"
    assert signatures(office) == before
    second.good("/api/user/sign", pin=PIN)
    second.good(SIGN, ids=item.id)
    assert signatures(office) == before + 1
    assert browser("jiaohe").call(VERIFY, ids=item.id).json()["errorCode"] == "SIGN_NEEDED"


def test_a_co_inspector_signs_what_he_has_opened_and_only_as_it_is(office: Office) -> None:
    item = office.entered()
    assert UNSEEN in office.refused("jianyan2", SIGN, ids=item.id)
    proof = office.seen("jianyan2", item.id)
    assert proof and office.seen("jianyan5", item.id) == ""  # nobody else is given one
    for forged in ("x", proof[:-1] + ("0" if proof[-1] != "0" else "1"), forged_for(office, item, "jianyan2")):
        said = office.refused("jianyan2", OPEN, id=item.id, seen=forged)
        assert said == f"{item.seisn}：打开凭据不正确，请打开报告，看过内容再办理"
    office.good("jianyan2", OPEN, id=item.id, seen=proof)
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    record.remark = "另有说明"
    office.db.commit()
    said = office.refused("jianyan2", SIGN, ids=item.id)
    assert said == f"{item.seisn}：报告在您打开以后有了变动，请重新打开，看过再办理"
    assert ("检验", name(office, "jianyan2")) not in stood(office, item)
    office.signed(item.id)
    assert ("检验", name(office, "jianyan2")) in stood(office, item)
    assert office.refused("jianyan2", SIGN, ids=item.id) == f"{item.seisn}您已经签名"
    assert office.refused("jianyan5", SIGN, ids=item.id) == f"{item.seisn}的检验人员不是您，不能签名"


def forged_for(office: Office, item: AppBuss, login: str) -> str:
    """A proof whose content was written by the sender, with the seal of another one."""
    real = office.seen(login, item.id)
    state = orjson.loads(base64.urlsafe_b64decode(real.partition(".")[0]))
    state[3] += 1
    return f"{base64.urlsafe_b64encode(orjson.dumps(state)).decode()}.{real.partition('.')[2]}"


def test_what_waits_for_a_signature_is_listed_and_signed_many_at_a_time(office: Office) -> None:
    item = office.entered()

    def listed(login: str, **more: Any) -> list[str]:
        return [one["id"] for one in office.good(login, LIST, pageSize=200, **more)["list"]]

    assert listed("jianyan2") == [item.id] and listed("jianyan1") == listed("jianyan5") == []
    assert listed("jianyan2", segment="opened") == []
    office.good("jianyan2", OPEN, id=item.id, seen=office.seen("jianyan2", item.id))
    assert listed("jianyan2", segment="opened") == [item.id]
    assert not office.item(item.id).opened_by  # it is still with those who wrote it
    office.good("jianyan2", SIGN, ids=[item.id])
    assert listed("jianyan2") == []


# -- audit and approval --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stage", "login", "path"), [("verified", "shenhe", AUDIT), ("audited", "pizhun", APPROVE)])
def test_what_was_not_opened_is_neither_audited_nor_approved(office: Office, stage: str, login: str, path: str) -> None:
    item = getattr(office, stage)()
    before = (office.item(item.id).step, signatures(office))
    assert UNSEEN in office.refused(login, path, ids=item.id, seen="")
    proof = office.seen(login, item.id)
    assert "打开凭据不正确" in office.refused(login, path, ids=item.id, seen=f"{proof}0")
    other = records.proof_of(office.user("zhiliang"), office.item(item.id), record_of(office, item), (), ())
    assert "不是您打开这份报告时给出的" in office.refused(login, path, ids=item.id, seen=other)
    said = [{"check": "X99", "level": "warn", "text": "平衡系数与上次相差大"}]
    earlier = records.proof_of(office.user(login), office.item(item.id), record_of(office, item), said, ())
    assert "检查结果在您打开以后有了变动" in office.refused(login, path, ids=item.id, seen=earlier)
    record_of(office, item).remark = "另有说明"
    office.db.commit()
    assert "报告在您打开以后有了变动" in office.refused(login, path, ids=item.id, seen=proof)
    assert (office.item(item.id).step, signatures(office)) == before
    office.good(login, path, ids=item.id)


def record_of(office: Office, item: AppBuss) -> OriginalRecord:
    return records.record_or_refuse(office.db, office.item(item.id))


def test_a_signature_keeps_what_was_signed_and_seen(office: Office) -> None:
    item = office.audited()
    row = office.db.scalars(select(Signature).where(Signature.role == "审核")).one()
    assert (row.digest, row.way) == (records.digest_of(record_of(office, item)), "签名口令") and len(row.seen) == 64


# -- many at once --------------------------------------------------------------------------------------------------


def test_a_file_that_hands_records_in_is_signed_when_it_is_sent(office: Office, browser: Any) -> None:
    from tejian.inspection.flow.api import BENCH_LIST
    from tests.archives.test_import import book

    file = {"_files": {"file": ("校验.xlsx", book([{"编号": "A1"}], ["编号"]))}, "viewNo": BENCH_LIST}
    bench = browser("jianyan3")
    assert bench.call("/api/import/start", **file, mode="check").json()["isSuccess"]
    assert bench.call("/api/import/start", **file, mode="all").json()["errorCode"] == "SIGN_NEEDED"
    bench.good("/api/user/sign", pin=PIN)
    assert bench.call("/api/import/start", **file, mode="all").json()["isSuccess"]


# -- taken back ----------------------------------------------------------------------------------------------------


def returned(office: Office) -> AppBuss:
    item = office.verified()
    office.good("shenhe", "/api/appbuss/sendBack", ids=item.id, **BACK)
    return office.item(item.id)


def taken(office: Office, item: AppBuss) -> list[str]:
    """What the log says of signatures that were taken back."""
    mine = (FlowLog.subject_id == item.id, FlowLog.move == "unsign")
    return list(office.db.scalars(select(FlowLog.reason).where(*mine).order_by(FlowLog.id)))


def test_a_return_takes_back_what_came_after_and_the_record_is_a_draft_again(office: Office) -> None:
    item = returned(office)
    both = [("检验", name(office, "jianyan1")), ("检验", name(office, "jianyan2"))]
    assert stood(office, item) == both
    assert taken(office, item) == [f"报告退回重新办理：编制 {name(office, 'jianyan1')}、校核 {name(office, 'jiaohe')}"]
    assert hands(office, item)["draft"] and not hands(office, item)["inspectors"]


def test_what_changed_after_a_signature_takes_it_back(office: Office) -> None:
    item = returned(office)
    office.good("jianyan1", SAVE, id=item.id, remark="换了传感器后重测")
    office.good("jianyan1", SUBMIT, id=item.id)
    assert stood(office, item) == [("检验", name(office, "jianyan1")), ("编制", name(office, "jianyan1"))]
    assert f"检验 {name(office, 'jianyan2')}" in taken(office, item)[-1]
    assert office.db.scalar(select(func.count()).select_from(SignatureTaken)) == 4
    assert "还没有签名" in office.refused("jiaohe", VERIFY, ids=item.id)


def test_what_did_not_change_keeps_it(office: Office) -> None:
    item = returned(office)
    office.good("jianyan1", SUBMIT, id=item.id)
    assert ("检验", name(office, "jianyan2")) in stood(office, item)
    said = office.post("jiaohe", VERIFY, ids=item.id)
    assert said["isSuccess"], said["errorMsg"]


def test_a_withdrawal_takes_back_too(office: Office) -> None:
    item = office.entered()
    office.good("jianyan1", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert stood(office, item) == [("检验", name(office, "jianyan1"))]
    assert hands(office, item)["draft"]


# -- sub-reports ---------------------------------------------------------------------------------------------------


def test_the_cover_of_a_sub_report_shows_who_handed_it_in_and_who_audited_it(office: Office) -> None:
    from tejian.inspection.subreports.service import cover_of

    row = parts.begun(office)

    def cover() -> dict[str, Any]:
        office.db.expire_all()
        one = parts.of(office, row.id)
        return cover_of(office.db, office.item(one.appbuss_id), one)

    assert (cover()["writer"], cover()["auditor"]) == ([], []) and "sign" not in cover()["tester"][0]
    office.good("jianyan1", f"{parts.CALLS}/submit", ids=row.id)
    assert cover()["writer"][0]["sign"] and cover()["tester"][0]["sign"] and cover()["auditor"] == []
    office.good("fenxiang", f"{parts.CALLS}/agree", ids=row.id)
    assert cover()["auditor"][0]["name"] == name(office, "fenxiang")
    office.good("jianyan1", f"{parts.CALLS}/reopen", ids=row.id, reason="检测日期写错")
    assert (cover()["writer"], cover()["auditor"]) == ([], [])


# -- reasons -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "none"),
    [
        ("1111", True),
        ("ab", True),
        ("abcdefg", True),
        ("好好好好好", True),
        ("……、，。！", True),
        ("看过了", True),
        ("  好 好 ", True),
        ("第31项请复核", False),
        ("重新测量", False),
    ],
)
def test_when_a_reason_is_one(reason: str, none: bool) -> None:
    assert says_nothing(reason) is none


@pytest.mark.parametrize("reason", ["1111", "ab", "好好好好", "看看"])
def test_a_return_without_a_reason_changes_nothing(office: Office, reason: str) -> None:
    item = office.verified()
    lines = office.db.scalar(select(func.count()).select_from(FlowLog))
    said = office.post("shenhe", "/api/appbuss/sendBack", ids=item.id, **{**BACK, "detailDesc": reason})
    assert said["status"] == 422 and said["errorMsg"].startswith("原因：至少4个字")
    assert office.item(item.id).step == "BGSH"
    assert office.db.scalar(select(func.count()).select_from(FlowLog)) == lines
