"""The public page judges a PDF: ours as it was signed, an old one, a changed one, and what is none of ours."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.reports import proving
from tejian.kit.database.audit import SecurityLog
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.seals import seal_files, signing, stamping
from tejian.kit.seals.proving import NONE, PROCESSOR, SERVER, proof_of
from tejian.kit.web import edge
from tejian.system.models.organisations import Org
from tejian.system.models.settings import Param
from tejian.system.settings.cache import bump
from tests.authority import PASSWORD, Authority

from .conftest import Office

PATH = "/api/public/proveReport"


def proved(office: Office, content: bytes) -> dict[str, Any]:
    said: dict[str, Any] = office.call(PATH, _files={"file": ("报告.pdf", content)}).json()
    return said


@pytest.fixture
def report(office: Office) -> Report:
    item = office.approved()
    return office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()


def test_a_report_is_judged_by_digest_signature_and_seal(office: Office, report: Report, tmp_path: Path) -> None:
    content = files.read_checked(report.key)
    said = proved(office, content)["data"]
    assert (said["verdict"], said["title"], said["digest"]) == ("genuine", "报告真实有效", report.key)
    assert said["lines"][0] == "文件摘要：与签发时存档的一致，一个字节都没有改动。"
    assert said["lines"][1].startswith("电子签名：有效，由") and said["lines"][3] == f"印章：{report.signer}。"
    # what a demonstration seals proves nothing, and the tenant is told so
    assert said["lines"][1].endswith("签署后没有改动。签章用的是演示证书，只供试用，没有法律效力。")
    assert said["lines"][2].startswith(f"时间：{clock.today()}")
    assert said["lines"][2].endswith("，由内置演示服务给出，没有法律效力。")
    stated = said["report"]
    assert (stated["reportno"], stated["equcode"] != "", stated["pdfUrl"]) == (report.reportno, True, "")
    assert report.verifycode not in str(said) and "胡斌" not in str(said)

    changed = proved(office, content + b"\n1 0 obj<<>>endobj")["data"]
    assert (changed["verdict"], changed["report"]) == ("changed", None)
    assert report.reportno in changed["lines"][1]
    for more in (b"\n", b"x", b"\0"):
        assert proved(office, content + more)["data"]["title"] == "文件在签发后被改动过", more
    broken = content.replace(b"/Count", b"/Kount", 1)
    assert broken != content and proved(office, broken)["data"]["verdict"] in ("changed", "unsigned")

    own = signing.demo_certificates(tmp_path, "别处")
    bare = signing.sign_pdf(_plain(content), own, reason="签发检验报告 NB0001")
    assert proved(office, bare)["data"]["verdict"] == "foreign"
    assert proved(office, _plain(content))["data"]["title"] == "不是报告原件"
    assert proved(office, b"not a pdf")["errorMsg"] == "这不是PDF文件，请选择下载得到的报告原件"


def _plain(content: bytes) -> bytes:
    """The document as it was before it was signed: its first revision."""
    return content[: content.index(b"%%EOF") + 6]


def test_a_report_that_another_replaced_says_so(office: Office, report: Report) -> None:
    content = files.read_checked(report.key)
    report.state, report.replacedby = "作废", "NBTD202600999"
    office.db.flush()
    said = proved(office, content)["data"]
    assert (said["verdict"], said["title"]) == ("superseded", "报告是真的，但已不是现行报告")
    assert said["lines"][0] == "该报告已收回作废，由更正报告NBTD202600999代替"


def test_a_report_that_a_later_inspection_follows_says_so(office: Office, report: Report) -> None:
    content = files.read_checked(report.key)
    first = office.db.get_one(AppBuss, report.appbuss_id)
    first.inspdate, first.nextdate = date(2024, 3, 5), date(2025, 3, 31)
    office.db.flush()
    said = proved(office, content)["data"]
    past = "报告载明的下次检验日期2025-03-31已过，设备是否已再次检验请看设备的使用标志或向检验机构询问"
    assert (said["verdict"], said["title"], said["lines"][0]) == ("genuine", "报告是真的，但已过下次检验日期", past)
    assert said["report"]["current"] is False

    other = _issued(office, first, "NBTD202600998", date(2024, 3, 5))  # of the same day: not after it
    assert proved(office, content)["data"]["title"] == "报告是真的，但已过下次检验日期"
    other.inspdate = date(2026, 9, 8)
    office.db.flush()
    said = proved(office, content)["data"]
    assert said["title"] == "报告是真的，但设备此后又经检验"
    assert said["lines"][:2] == ["该设备于2026-09-08又经检验，结论：不合格，报告编号NBTD202600998", past]
    asked = office.call("/api/public/verifyReport", reportno=report.reportno, code=report.verifycode).json()["data"]
    assert (asked["valid"], asked["current"], asked["heading"]) == (True, False, said["title"])

    other.equdatasysid = "another device"
    first.nextdate = clock.today()
    office.db.flush()
    assert proved(office, content)["data"]["title"] == "报告真实有效"


def _issued(office: Office, like: AppBuss, number: str, on: date) -> AppBuss:
    """Another item of the same device with its report."""
    item = AppBuss(
        appmain_id=like.appmain_id, equdatasysid=like.equdatasysid, seisn=number, inspdate=on, step=like.step
    )
    office.db.add(item)
    office.db.flush()
    stated = {"inspdate": "2026-09-08", "insresultName": "不合格"}
    office.db.add(
        Report(appbuss_id=item.id, reportno=number, key=number, content=stated, state="有效", issuedat=clock.now())
    )
    office.db.flush()
    return item


def test_without_a_time_that_can_be_trusted_nothing_is_sealed(office: Office) -> None:
    """The service does not answer: the report waits, unsealed, and can be approved when it does again."""
    item = office.audited()
    address = office.db.scalars(select(Param).where(Param.key == "seal.stamp_url")).one()
    address.value = "http://203.0.113.9/tsa"
    bump(office.db, "param")
    said = office.refused("pizhun", "/api/appbuss/approveReport", ids=item.id)
    assert said.startswith("时间戳服务没有给出可信的时间，报告没有签发")
    office.db.expire_all()
    assert office.item(item.id).step == item.step == "BGSP"
    assert office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all() == []
    office.db.scalars(select(Param).where(Param.key == address.key)).one().value = stamping.SIMULATOR
    bump(office.db, "param")
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)


def test_a_demonstration_seals_nothing_in_earnest(office: Office, seal_put_back: Path) -> None:
    """Neither the certificate nor the time of a demonstration: the report waits, and nothing was stored."""
    item = office.audited()

    def put(key: str, value: str) -> None:
        office.db.scalars(select(Param).where(Param.key == key)).one().value = value
        bump(office.db, "param")

    def refused() -> str:
        said = office.refused("pizhun", "/api/appbuss/approveReport", ids=item.id)
        office.db.expire_all()
        assert office.item(item.id).step == "BGSP"
        assert office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all() == []
        return str(said)

    institute = office.db.scalars(select(Org).where(Org.kind == "institute")).one()
    put(records.DEMONSTRATION, "0")
    assert refused().startswith("宁波市特种设备检验研究院的签章证书还是演示证书，签出的报告没有法律效力，不能签发")
    assert records.install(office.db, institute.code, Authority().seal("宁波特检"), PASSWORD, b"").startswith(
        "宁波特检检验专用章，某某电子认证有限公司签发，有效至"
    )
    event = office.db.scalars(select(SecurityLog).order_by(SecurityLog.id.desc()).limit(1)).one()
    assert (event.kind, event.target) == ("更换签章证书", institute.name)
    assert refused().startswith("时间戳仍由演示服务给出，没有法律效力，不能签发")
    put("seal.stamp_url", "")
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    said = proved(office, files.read_checked(report.key))["data"]
    assert said["verdict"] == "genuine" and "演示" not in "".join(said["lines"])
    with pytest.raises(seal_files.WrongSeal, match="没有编码为NOBODY的检验机构，现有：330200-TJ"):
        records.install(office.db, "NOBODY", b"", "", b"")


def test_a_real_certificate_with_the_time_of_a_demonstration_seals_nothing(office: Office, seal_put_back: Path) -> None:
    """Also where demonstrations may seal: a platform that was tried out, whose certificate has come."""
    item = office.audited()
    institute = office.db.scalars(select(Org).where(Org.kind == "institute")).one()
    records.install(office.db, institute.code, Authority().seal("宁波特检"), PASSWORD, b"")
    said = office.refused("pizhun", "/api/appbuss/approveReport", ids=item.id)
    assert said.startswith("时间戳仍由演示服务给出，没有法律效力，不能签发")
    office.db.expire_all()
    assert office.item(item.id).step == "BGSP"
    assert office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all() == []


def test_files_that_are_not_ours_are_counted_and_stopped(office: Office, report: Report) -> None:
    for _ in range(20):
        assert not proved(office, b"not a pdf")["isSuccess"]
    assert proved(office, files.read_checked(report.key))["errorMsg"].startswith("查验")
    assert proving.MOST == 20 << 20


def test_another_holder_of_the_same_authority_is_none_of_ours(
    office: Office, report: Report, seal_put_back: Path, tmp_path: Path
) -> None:
    """An authority signs for thousands: it is the certificates of the institutes that count."""
    authority = Authority()
    institute = office.db.scalars(select(Org).where(Org.kind == "institute")).one()
    records.install(office.db, institute.code, authority.seal("宁波特检"), PASSWORD, b"")
    plain = _plain(files.read_checked(report.key))

    def signed_by(holder: str, folder: Path) -> bytes:
        seal = seal_files.opened(authority.seal(holder), PASSWORD, b"", clock.now())
        seal_files.exchange(folder, seal, clock.now())
        return signing.sign_pdf(plain, seal_files.installed(folder.parent)[0], reason="签发检验报告 NB0001")

    other = proved(office, signed_by("别家公司", tmp_path / "seals" / "other"))["data"]
    assert (other["verdict"], other["title"]) == ("foreign", "签名不是本平台的检验机构所作")
    assert "别家公司检验专用章" in other["lines"][1]
    ours = signing.sign_pdf(plain, seal_files.installed(seal_put_back.parent)[0], reason="一份通知")
    assert proved(office, ours)["data"]["verdict"] == "unknown"
    # what the institute sealed with before stays its own
    before = signing.sign_pdf(plain, seal_files.installed(seal_put_back.parent)[0], reason="一份通知")
    records.install(office.db, institute.code, authority.seal("宁波特检"), PASSWORD, b"")
    assert proved(office, before)["data"]["verdict"] == "unknown"


def test_a_file_is_judged_without_a_transaction(
    office: Office, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What keeps the reader busy holds no transaction and no place of those who work."""
    open_at: list[bool] = []

    def judged(*_given: Any) -> Any:
        open_at.append(any(one.in_transaction() for one in opened))
        return NONE

    opened: list[Any] = []
    begin = edge.open_session

    @contextmanager
    def noted() -> Iterator[Any]:
        with begin() as session:
            opened.append(session)
            yield session

    monkeypatch.setattr(edge, "open_session", noted)
    monkeypatch.setattr(proving, "proof_of", judged)
    assert proved(office, b"%PDF-1.7 busy")["data"]["verdict"] == "unsigned"
    assert len(open_at) == 1 and opened and not open_at[0]
    assert edge.CALLS[PATH].room == "proving"


def test_a_file_that_never_ends_is_given_up_after_two_seconds_of_work() -> None:
    work = "from tejian.kit.seals import proving\nproving.limit()\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", work], cwd=SERVER, timeout=60, check=False)
    assert done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) and PROCESSOR == 2
    with pytest.raises(subprocess.CalledProcessError):
        work = "from tejian.kit.seals import proving\nproving.limit()\nbytearray(2 << 30)"
        subprocess.run([sys.executable, "-c", work], cwd=SERVER, timeout=60, check=True, capture_output=True)


def test_what_is_too_large_is_not_read(office: Office, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    content = files.read_checked(report.key)
    monkeypatch.setattr(proving, "MOST", len(content) - 1)
    assert proved(office, content)["errorMsg"] == "文件超过0 MB，不是检验报告"
    monkeypatch.setattr(proving, "MOST", len(content))
    assert proved(office, content)["data"]["verdict"] == "genuine"


def test_a_file_that_breaks_the_reader_proves_nothing() -> None:
    assert proof_of(b"%PDF-1.7 broken", []) == proof_of(b"", [])
    assert not proof_of(b"%PDF-1.7 broken", [])["signed"]


def test_what_a_real_authority_seals_carries_no_warning(
    office: Office, report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing, "DEMO_AUTHORITY", "another authority")
    monkeypatch.setattr(signing, "DEMO_STAMPER", "another service")
    lines = proved(office, files.read_checked(report.key))["data"]["lines"]
    assert lines[1].endswith("签署后没有改动。")
    assert lines[2].startswith(f"可信时间：{clock.today()}") and lines[2].endswith("，不取自检验机构的时钟。")
