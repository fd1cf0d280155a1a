"""电子印章: every certificate that seals is registered; one that is reported lost seals nothing from then on."""

from sqlalchemy import func, select, update

from tejian.inspection.models.reports import Report
from tejian.inspection.models.seals import SealCertificate
from tejian.inspection.records import sealbook
from tejian.inspection.records.api import certificates

from .conftest import Office
from .seals import API, ASKED, agreed, asked, certificate, in_use, institute, lost, of


def reports(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(Report)) or 0


def test_a_report_waits_while_the_seal_is_lost_and_is_issued_when_it_is_found(office: Office) -> None:
    item = office.audited()
    own = institute(office)
    sealbook.refuse_lost(office.db, own, "1", certificates(own).cert)  # the one in the folder, on its first use
    office.db.commit()
    row = office.db.scalars(select(SealCertificate)).one()
    assert (row.step, row.why, row.sort, row.orgid) == ("QY", "直接安装", "1", own.id)
    assert row.sealno.startswith("YZ") and len(row.fingerprint) == 64 and row.validto
    office.good("zhiliang", f"{API}/lose", ids=row.id, reason="密码器遗失")
    said = office.refused("pizhun", "/api/appbuss/approveReport", ids=item.id)
    assert said == f"签章证书（序列号{row.serial}）已挂失，不能签发，请安全管理员换用新的印章"
    assert (reports(office), office.item(item.id).step) == (0, "BGSP")
    row.loser_id = office.user("secadmin").id
    office.db.commit()
    assert (
        office.refused("secadmin", f"{API}/recover", ids=row.id, reason="在保险柜里找到") == "由挂失人以外的人解除挂失"
    )
    row.loser_id = office.user("zhiliang").id
    office.db.commit()
    office.good("secadmin", f"{API}/recover", ids=row.id, reason="在保险柜找到，未离开")
    assert (of(office, row.id).step, of(office, row.id).loser_id) == ("QY", "")
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    assert reports(office) == 1 and office.db.scalar(select(func.count()).select_from(SealCertificate)) == 1


def test_a_request_is_agreed_by_another_and_takes_the_certificate_that_is_installed(office: Office) -> None:
    row = asked(office)
    assert (row.step, row.sealno, row.orgid) == ("SQ", "", institute(office).id)
    row.asker_id = office.user("secadmin").id
    office.db.commit()
    assert office.refused("secadmin", f"{API}/agree", ids=row.id) == "由申请人以外的人同意制作"
    assert of(office, row.id).step == "SQ"
    row = in_use(office)
    assert (row.step, row.why) == ("QY", ASKED["why"]) and row.holder.endswith("检验专用章") and row.installed


def test_a_new_seal_gives_up_the_one_before(office: Office) -> None:
    old = in_use(office)
    new = in_use(office)
    assert (of(office, old.id).step, new.step) == ("ZX", "QY") and of(office, old.id).ended


def test_installing_a_lost_certificate_again_makes_it_no_good_one(office: Office) -> None:
    agreed(office)
    cert = certificate(office)
    sealbook.note(office.db, institute(office), "1", cert)
    office.db.execute(update(SealCertificate).values(step="GS"))
    sealbook.note(office.db, institute(office), "1", cert)
    assert office.db.scalars(select(SealCertificate.step)).all() == ["GS"]


def test_two_seals_are_not_in_use_at_once(office: Office) -> None:
    old = lost(office)
    in_use(office)
    said = office.refused("secadmin", f"{API}/recover", ids=old.id, reason="在保险柜里找到")
    assert "正在使用" in said and of(office, old.id).step == "GS"


def test_nobody_of_another_institute_reports_a_seal_lost(office: Office) -> None:
    row = in_use(office)
    office.db.execute(update(SealCertificate).values(orgid="another"))
    office.db.commit()
    office.refused("zhiliang", f"{API}/lose", ids=row.id, reason="密码器遗失")
    assert of(office, row.id).step == "QY"
