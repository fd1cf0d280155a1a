"""Certificates: renewed in time or examined anew, changed, taken away by two, checked by anybody, handed on."""

import io
from datetime import timedelta
from typing import Any

import pytest
from python_calamine import CalamineWorkbook
from sqlalchemy import func, select

from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.kit.lists.listview import LISTS
from tejian.persons.models.certificates import CertCase, WorkCertificate
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of

from . import people as p
from .people import CASE, CERT, TODAY

__all__ = ["office"]
EARLY = "尚未到复审期，{first}起可以申请"
LATE = "复审申请应在有效期届满1个月以前提出，最后申请日为{last}"


@pytest.mark.parametrize(
    ("days", "sentence"),
    [
        (181, EARLY),
        (180, ""),
        (30, ""),
        (29, LATE),
        (0, LATE),
        (-1, "证书已过期，须重新考试"),
    ],
)
def test_a_renewal_is_asked_a_month_before_the_end_and_not_later(office: Office, days: int, sentence: str) -> None:
    cert = p.ending(office, days)
    end = cert.validto
    if sentence:
        said = office.refused("qiye", f"{CERT}/ask", ids=cert.id, **p.RENEWS)
        words = {"first": end - timedelta(days=180), "last": end - timedelta(days=30)}
        assert said == f"王小明：{sentence.format(**words)}"
        assert office.db.scalar(select(func.count()).select_from(CertCase)) == 0
        return
    case = p.asks(office, cert)
    assert (case.step, case.caseno) == ("SQ", f"ZB{TODAY:%Y%m%d}0001")
    office.good("jianguan", f"{CASE}/agree", ids=case.id)
    cert = p.cert_of(office, cert.person_id)
    assert cert.validto == clock.add_months(end + timedelta(days=1), 48) - timedelta(days=1)
    case = office.db.scalars(select(CertCase)).one()
    assert (case.step, case.endedbefore) == ("BJ", end)


def test_what_was_asked_in_time_is_decided_after_the_last_day(office: Office) -> None:
    cert = p.ending(office, 30)
    case = p.asks(office, cert)
    case.asked = case.asked - timedelta(days=20)
    cert.validto = TODAY + timedelta(days=10)
    office.db.commit()
    office.good("jianguan", f"{CASE}/agree", ids=case.id)
    assert p.cert_of(office, cert.person_id).validto > clock.add_months(TODAY, 47)


def test_a_renewal_needs_its_pledge_and_stands_once(office: Office) -> None:
    cert = p.ending(office, 60)
    said = office.refused("qiye", f"{CERT}/ask", ids=cert.id, **p.RENEWS | {"noaccident": "0"})
    assert said == "王小明：请承诺持证期间没有责任事故和违章作业"
    case = p.asks(office, cert)
    said = office.refused("qiye", f"{CERT}/ask", ids=cert.id, **p.RENEWS)
    assert said == f"王小明：证书{cert.certno}已有待审核的办理{case.caseno}"


def order(office: Office, cert: PersonCert, kind: str, by: str = "jianguan", to: str = "jianguan2") -> None:
    """An order of one officer that another decides."""
    office.good(by, f"{CERT}/order", ids=cert.id, kind=kind, why="举报查实，以他人照片报名")
    case = office.db.scalars(select(CertCase).order_by(CertCase.caseno.desc())).first()
    assert case is not None
    refused = office.refused(by, f"{CASE}/agree", ids=case.id)
    assert refused == "由所在区域发证机关提交人以外的人员审核"
    office.good(to, f"{CASE}/agree", ids=case.id)


def test_a_revoked_certificate_is_not_renewed_and_its_holder_waits_three_years(office: Office) -> None:
    cert = p.ending(office, 60)
    order(office, cert, "X")
    assert p.cert_of(office, cert.person_id).held == "2"
    said = office.refused("qiye", f"{CERT}/ask", ids=cert.id, **p.RENEWS)
    assert said == "王小明：证书已吊销，不能复审延续"
    row = p.drafted(office)
    until = clock.add_months(TODAY, 36)
    said = office.refused("qiye", "/api/personMng/preapply/submit", ids=row.id)
    assert said == f"王小明：因撤销证书，{until}前不得申请"


def test_a_suspended_certificate_comes_back_and_does_nothing_meanwhile(office: Office) -> None:
    cert = p.ending(office, 60)
    said = office.refused("jianguan", f"{CERT}/order", ids=cert.id, kind="H", why="整改完成")
    assert said == "王小明：只有暂扣的证书可以恢复"
    order(office, cert, "Z")
    said = office.refused("qiye", f"{CERT}/ask", ids=cert.id, **p.RENEWS)
    assert said == "王小明：证书暂扣期间，不能复审延续"
    order(office, cert, "H")
    assert p.cert_of(office, cert.person_id).held == ""
    assert office.post("qiye", f"{CERT}/order", ids=cert.id, kind="X", why="试试")["status"] == 403


def test_limits_are_corrected_and_a_reissue_makes_the_old_code_worthless(office: Office) -> None:
    cert = p.certified(office, item="Q2", limits="01")
    old = office.db.scalars(select(WorkCertificate.verifycode)).one()
    case = p.asks(office, cert, kind="G", newlimits="01,06", noaccident="", why="实际考核含流动式")
    office.good("jianguan", f"{CASE}/agree", ids=case.id)
    assert p.cert_of(office, cert.person_id).level == "桥式起重机司机、流动式起重机司机"
    case = p.asks(office, cert, kind="B", noaccident="", why="证书遗失，已声明作废")
    paper = office.db.scalars(select(WorkCertificate)).one()
    assert paper.edition == 2 and paper.verifycode != old
    assert reads(office, no=paper.archiveno, code=old)["errorMsg"] == "没有找到该证书，请核对二维码"
    [item] = reads(office, no=paper.archiveno, code=paper.verifycode)["data"]["items"]
    assert (item["state"], item["valid"]) == ("补发中", True)
    office.good("jianguan", f"{CASE}/agree", ids=case.id)
    assert office.db.scalars(select(WorkCertificate.edition)).one() == 3


def test_a_holder_changes_his_unit_with_his_paper(office: Office) -> None:
    cert = p.certified(office)
    other = office.db.scalars(select(Unit).where(Unit.id != office.user("qiye").unit_id, Unit.isuse)).first()
    assert other is not None
    own = {"kind": "D", "newunitsysid": office.user("qiye").unit_id, "why": "调动", "noaccident": ""}
    said = office.refused("jianguan", f"{CERT}/ask", ids=cert.id, **own)
    assert said == "王小明：请选择与现单位不同的新聘用单位"
    case = p.asks(office, cert, "jianguan", **own | {"newunitsysid": other.id})
    office.good("jianguan2", f"{CASE}/agree", ids=case.id)
    assert office.db.scalars(select(Person.unit_id).where(Person.id == cert.person_id)).one() == other.id
    assert office.db.scalars(select(WorkCertificate.unitsysid)).one() == other.id


def reads(office: Office, **form: str) -> dict[str, Any]:
    office.call.user = None
    return office.call.client.post("/api/public/certificate", data=form).json()


def test_anybody_with_the_code_reads_the_masked_name_the_items_and_no_more(office: Office) -> None:
    cert = p.certified(office, item="Q2", limits="01")
    paper = office.db.scalars(select(WorkCertificate)).one()
    said = reads(office, no=paper.archiveno, code=paper.verifycode)["data"]
    assert said == {
        "name": "王**",
        "archiveno": paper.archiveno,
        "items": [
            {
                "item": "Q2 起重机司机",
                "limits": "桥式起重机司机",
                "validto": cert.validto.isoformat(),
                "state": "有效",
                "valid": True,
            }
        ],
    }
    cert.validto = TODAY - timedelta(days=1)
    office.db.commit()
    [item] = reads(office, no=paper.archiveno, code=paper.verifycode)["data"]["items"]
    assert (item["state"], item["valid"]) == ("过期", False)


def test_guessing_is_slowed(office: Office) -> None:
    paper = p.certified(office)
    number = paper.certno
    for _ in range(20):
        assert reads(office, no=number, code="AAAAAAAAAA")["errorMsg"] == "没有找到该证书，请核对二维码"
    said = reads(office, no=number, code=office.db.scalars(select(WorkCertificate.verifycode)).one())
    assert (said["isSuccess"], said["errorMsg"]) == (False, "查询过于频繁，请10分钟后再试")


def test_the_paper_bears_a_code_and_hides_the_number(office: Office) -> None:
    p.certified(office)
    paper = office.db.scalars(select(WorkCertificate)).one()
    office.call.user = office.user("qiye")
    sheet = office.call.client.post("/api/common/commonPrint", data={"printType": "ZYRYZ", "ids": paper.id})
    words = text_of(sheet.content)
    assert paper.archiveno in words and "N1叉车司机" in words.replace(" ", "") and p.card() not in words


def test_the_national_workbook_is_checked_first_and_each_one_is_a_line_of_the_log(office: Office) -> None:
    cert = p.certified(office)
    office.db.query(PersonCert).filter(PersonCert.id != cert.id).delete()
    office.db.commit()
    said = office.refused("jianguan", f"{CERT}/national", reason="1")
    assert said.startswith("导出原因：")
    cert = p.cert_of(office, cert.person_id)
    cert.issueorg = ""
    office.db.commit()
    said = office.refused("jianguan", f"{CERT}/national", reason="按月上报国家平台")
    assert said == "共1处不符合国家格式，没有导出：王小明缺发证机关"
    logged = select(SecurityLog).where(SecurityLog.kind == "导出国家格式人员")
    assert office.db.scalars(logged).all() == []
    cert = p.cert_of(office, cert.person_id)
    cert.issueorg = "宁波市市场监督管理局"
    office.db.commit()
    office.call.user = office.user("jianguan")
    sheet = office.call.client.post(f"{CERT}/national", data={"reason": "按月上报国家平台"})
    rows = CalamineWorkbook.from_filelike(io.BytesIO(sheet.content)).get_sheet_by_index(0).to_python()
    assert rows[0][:4] == ["姓名", "性别", "证件类型", "证件号码"]
    assert rows[1][:4] == ["王小明", "男", "居民身份证", p.card()]
    assert [one.detail for one in office.db.scalars(logged)] == ["按月上报国家平台"]
    assert office.post("qiye", f"{CERT}/national", reason="看看")["status"] == 403


def test_a_certificate_that_lapses_in_post_is_warned_of_until_it_is_renewed(office: Office) -> None:
    cert = p.ending(office, 40)

    def warned() -> list[tuple[str, str]]:
        rows = office.good("jianguan", LISTS["person_warning_list"].url, certno=cert.certno)["list"]
        return [(row["name"], row["stateName"]) for row in rows]

    assert warned() == [("王小明", "临期")]
    case = p.asks(office, cert)
    [row] = office.good("qiye", f"{CERT}/findList", certno=cert.certno)["list"]
    assert row["stateName"] == "延续中"
    office.good("jianguan", f"{CASE}/agree", ids=case.id)
    assert warned() == []
    cert = p.cert_of(office, cert.person_id)
    cert.validto = TODAY - timedelta(days=1)
    office.db.commit()
    assert warned() == [("王小明", "过期")]


def test_what_the_platform_issued_is_not_typed_over_and_its_holder_stays(office: Office) -> None:
    cert = p.certified(office)
    said = f"证书{cert.certno}由本平台核发，请在证书管理中办理"
    later = {"validto": str(TODAY + timedelta(days=1461)), "held": "1"}
    assert office.refused("dangan", "/api/personcert/save", id=cert.id, **later) == said
    assert office.refused("dangan", "/api/personcert/delete", ids=cert.id) == said
    typed = {"person_id": cert.person_id, "item": "A", "certno": cert.certno, "issueorg": "某局"}
    typed |= {"validto": str(TODAY + timedelta(days=100))}
    assert office.refused("dangan", "/api/personcert/save", **typed) == said
    assert p.cert_of(office, cert.person_id).held == ""
    said = office.refused("yewu", "/api/person/delete", ids=cert.person_id)
    assert said == "王小明有考试、培训或证书记录，不能删除"


def test_the_form_of_a_renewal_says_its_last_day(office: Office) -> None:
    cert = p.ending(office, 60)
    case = p.asks(office, cert)
    office.call.user = office.user("qiye")
    sheet = office.call.client.post("/api/common/commonPrint", data={"printType": "FSSQB", "ids": case.id})
    words = text_of(sheet.content)
    last = cert.validto - timedelta(days=30)
    assert case.caseno in words and f"{last:%Y年%m月%d日}" in words and "王小明" in words
