"""简易报告: kept with a file and its digest, handed out, and checked by whoever holds number and code."""

import hashlib
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.simple import SimpleReport
from tejian.kit.files import blobs

from .conftest import Office
from .simple import API, FILED, archived, attached, entered, of, with_file

VERIFY = "/api/public/verifyReport"


def count(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(SimpleReport)) or 0


def test_a_report_is_filed_with_its_digest_and_handed_out(office: Office) -> None:
    row = entered(office)
    assert (row.reportno, row.step) == ("aqf-2019-00123", "DG")  # as it was typed
    body = attached(office, row)
    office.good("dangan", f"{API}/archive", id=row.id, **FILED)
    row = of(office, row.id)
    assert (row.step, row.archivebox, row.pages) == ("DF", "L-12", 3)
    assert row.digest == hashlib.sha256(body).hexdigest() and len(row.verifycode) == 8
    office.good("shouli", f"{API}/release", id=row.id, way="01", receiver="王工")
    row = of(office, row.id)
    assert (row.step, row.receiver, row.giver_id) == ("YF", "王工", office.user("shouli").id)


def test_whoever_holds_number_and_code_sees_that_it_is_kept_here_and_not_issued_here(office: Office) -> None:
    row = archived(office)
    found = office.call(VERIFY, reportno="aqf-2019-00123 ", code=row.verifycode.lower()).json()["data"]
    assert (found["orgname"], found["conclusion"], found["ninspdate"]) == (row.maker, "合格", "2020-05-19")
    assert (found["digest"], found["current"]) == (row.digest, False)
    assert "不由本平台签发" in found["notes"][0] and "已过" in found["heading"]
    answer = office.call("/api/public/reportFile", reportno=row.reportno, code=row.verifycode)
    assert hashlib.sha256(answer.content).hexdigest() == row.digest
    wrong = office.call(VERIFY, reportno=row.reportno, code="AAAAAAAA").json()
    assert wrong["errorMsg"] == "报告编号或验证码不正确"
    sm2 = office.call("/api/public/reportSignature", reportno=row.reportno, code=row.verifycode).json()
    assert sm2["isSuccess"] is False


def test_what_is_not_filed_is_not_found(office: Office) -> None:
    row = archived(office)
    code = row.verifycode
    office.good("shouli", f"{API}/back", id=row.id, reason="扫描缺一页")
    row = of(office, row.id)
    assert (row.step, row.digest, row.verifycode) == ("DG", "", code)  # the code that was told stays its code
    assert office.call(VERIFY, reportno=row.reportno, code=code).json()["isSuccess"] is False


def test_a_report_without_its_one_document_is_not_filed(office: Office) -> None:
    row = entered(office)
    assert "请先在附件中上传" in office.refused("dangan", f"{API}/archive", id=row.id, **FILED)
    attached(office, row)
    attached(office, row, 2)
    assert "只有报告的一份" in office.refused("dangan", f"{API}/archive", id=row.id, **FILED)
    other = entered(office, reportno="AQF-2")
    attached(office, other, mime="image/jpeg")
    assert "只有报告的一份" in office.refused("dangan", f"{API}/archive", id=other.id, **FILED)
    assert {of(office, one.id).step for one in (row, other)} == {"DG"}


@pytest.mark.parametrize(
    ("says", "more"),
    [
        ("检验日期2099-01-01不得晚于今天", {"inspdate": "2099-01-01", "nextdate": ""}),
        ("下次检验日期须晚于检验日期", {"nextdate": "2019-05-20"}),
        ("报告编号AQF-2019-00123已登记", {}),
        ("报告种类", {"kind": "9"}),
    ],
)
def test_what_cannot_stand_on_a_report_is_not_stored(office: Office, says: str, more: dict[str, Any]) -> None:
    entered(office)
    form = {"reportno": "AQF-2019-00124" if more else "AQF-2019-00123", "maker": "省院", "kind": "2"}
    form |= {"equname": "安全阀", "unitname": "甲", "inspdate": "2019-05-20", "conclusion": "合格"} | more
    assert says in office.refused("dangan", f"{API}/save", **form)
    assert count(office) == 1


def test_a_number_that_this_platform_issued_is_no_report_from_elsewhere(office: Office) -> None:
    item = office.approved()
    form = {"reportno": item.reportno, "maker": "省院", "kind": "1", "equname": "电梯", "unitname": "甲"}
    form |= {"inspdate": "2019-05-20", "conclusion": "合格"}
    assert "由本平台签发" in office.refused("dangan", f"{API}/save", **form)
    assert count(office) == 0


def test_what_is_filed_is_not_changed(office: Office) -> None:
    row = archived(office)
    said = office.refused("dangan", f"{API}/save", id=row.id, version=row.version, conclusion="不合格")
    assert said and of(office, row.id).conclusion == "合格"


def test_only_what_is_filed_stands_among_what_is_to_be_handed_out(office: Office) -> None:
    with_file(office, reportno="AQF-3")
    row = archived(office)
    assert [one["id"] for one in office.good("shouli", f"{API}/findRelease")["list"]] == [row.id]
    assert len(office.good("dangan", f"{API}/findArchive")["list"]) == 2
    assert blobs.read_checked(row.digest)
