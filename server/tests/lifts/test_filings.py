"""维保备案: from the draft to its year, the change, the renewal, and what is refused."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.archives.models.persons import PersonCert
from tejian.archives.models.units import UnitLicence
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.lifts.filing.nightly import every_night
from tejian.lifts.models.filing import FiledPerson, MaintFiling
from tests.inspection.conftest import Office, office

from .filings import AREA, OFFICE, OWN, WORDS, filed, maintainers, ready, row_of, saved, through

__all__ = ["office"]


def test_two_persons_agree_and_the_filing_lasts_a_year(office: Office) -> None:
    row = saved(office)
    office.good("weibao", f"{OWN}/submitMai", id=row.id)
    office.good("jianguan", f"{OFFICE}/reviewAgree", id=row.id, reviewsaid="人员与许可齐全")
    office.good("jianguan2", f"{OFFICE}/checkAgree", id=row.id, checksaid="同意")
    row = row_of(office, row.id)
    today = clock.today()
    assert (row.step, row.filno) == ("5", f"WBBA{today:%Y}00001")
    assert row.validfrom == today and row.validto == clock.add_months(today, 12) - timedelta(days=1)
    assert row.renewfrom == row.validto - timedelta(days=60)
    assert (row.licno, row.reviewsaid, row.checksaid) == ("TS3310330-2030", "人员与许可齐全", "同意")
    named = office.db.scalars(select(FiledPerson).where(FiledPerson.filing_id == row.id)).all()
    assert len(named) == 2 and all(one.certno.startswith("T") and one.certto for one in named)
    page = office.good("weibao", f"{OFFICE}/getInfo", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert page["title"] == f"维保备案 {row.filno}"
    assert facts["当前环节"] == "已备案" and facts["维保人员"] == "2人，有效持证2人"
    assert (facts["初审人"], facts["复审人"]) == ("朱监管", "施建平")
    listed = office.good("jianguan", f"{OWN}/query/findList")["list"]
    assert [(one["filno"], one["persons"]) for one in listed] == [(row.filno, 2)]


def test_the_specification_sends_the_decisions_by_get(office: Office) -> None:
    row = saved(office)
    office.good("weibao", f"{OWN}/submitMai", id=row.id)
    row = row_of(office, row.id)
    office.call.user = office.user("jianguan")
    office.db.commit()
    sent = {"id": row.id, "version": str(row.version)}
    office.call.client.blind = True
    link = office.call.client.get(f"{OFFICE}/reviewAgree", params={"id": row.id})  # what stands on another page
    assert link.status_code == 428
    assert row_of(office, row.id).step == "1"
    answer = office.call.client.get(f"{OFFICE}/reviewAgree", params=sent)
    office.call.client.blind = False
    office.call.user = None
    assert answer.json()["isSuccess"], answer.json()
    assert office.post("jianguan", f"{OWN}/findData", id=row.id)["data"]["unitname"] == row.unitname
    office.db.expire_all()
    assert row_of(office, row.id).step == "3"


def test_who_reviewed_does_not_check(office: Office) -> None:
    row = through(office, saved(office), "reviewAgree")
    assert office.refused("jianguan", f"{OFFICE}/checkAgree", id=row.id) == "初审与复审不能是同一人：初审人不能复审"
    assert row_of(office, row.id).step == "3"


def test_one_maintainer_for_forty_lifts_and_only_with_a_certificate_in_force(office: Office) -> None:
    row = saved(office, lifts="80")
    office.good("weibao", f"{OWN}/submitMai", id=row.id)
    office.good("weibao", f"{OWN}/withdraw", id=row.id)
    office.good("weibao", f"{OWN}/save", id=row.id, lifts="81")
    said = office.refused("weibao", f"{OWN}/submitMai", id=row.id)
    assert said == "81台电梯须有持证维保人员3人，现有2人"
    office.good("weibao", f"{OWN}/save", id=row.id, lifts="80")
    cert = office.db.scalars(select(PersonCert).where(PersonCert.person_id == ready(office)[0].id)).one()
    cert.validto = clock.today() - timedelta(days=1)
    office.db.commit()
    said = office.refused("weibao", f"{OWN}/submitMai", id=row.id)
    assert said == "80台电梯须有持证维保人员2人，现有1人（所列2人中1人无有效证书或已离岗）"
    cert = office.db.scalars(select(PersonCert).where(PersonCert.id == cert.id)).one()
    cert.validto = clock.today()  # the last day counts
    office.db.commit()
    office.good("weibao", f"{OWN}/submitMai", id=row.id)


def test_a_change_keeps_number_and_end_and_replaces_the_one_before(office: Office) -> None:
    old = filed(office)
    new = saved(office, filkind="02", address="宁波市海曙区环城西路9号")
    assert new.replaces_id == old.id
    office.good("weibao", f"{OWN}/submitMai", id=new.id)
    assert row_of(office, old.id).step == "6"
    assert (
        office.refused("weibao", f"{OWN}/submitMai", id=saved(office, filkind="02").id) == "该区域已有一份备案正在审查"
    )
    office.good("jianguan", f"{OFFICE}/reviewAgree", id=new.id)
    office.good("jianguan2", f"{OFFICE}/checkAgree", id=new.id)
    old, new = row_of(office, old.id), row_of(office, new.id)
    assert (old.step, new.step) == ("7", "5")
    assert (new.filno, new.validto) == (old.filno, old.validto)
    followed = select(FlowLog.move_label).where(FlowLog.subject_id == old.id, FlowLog.move == "follow")
    assert list(office.db.scalars(followed.order_by(FlowLog.id))) == ["提出变更或续期", "由新备案替代"]


def test_a_change_that_comes_to_nothing_leaves_the_filing_as_it_was(office: Office) -> None:
    old = filed(office)
    new = saved(office, filkind="02")
    office.good("weibao", f"{OWN}/submitMai", id=new.id)
    office.good("jianguan", f"{OFFICE}/reviewDisagree", id=new.id, reason="地址与营业执照不符")
    assert row_of(office, new.id).step == "2" and row_of(office, old.id).step == "6"
    office.good("weibao", f"{OWN}/delete", ids=new.id)
    assert row_of(office, old.id).step == "5"


def test_a_renewal_opens_sixty_days_before_the_end_and_goes_on_from_there(office: Office) -> None:
    old = filed(office)
    renewal = saved(office, filkind="03")
    said = office.refused("weibao", f"{OWN}/submitMai", id=renewal.id)
    assert said == f"原备案有效至{old.validto}，{old.renewfrom}起可以申请续期"
    assert row_of(office, old.id).step == "5"
    row = row_of(office, old.id)
    row.renewfrom, row.validto = clock.today(), clock.today() + timedelta(days=60)
    office.db.commit()
    end = clock.today() + timedelta(days=60)
    new = through(office, renewal)
    assert (new.filno, new.validto) == (old.filno, clock.add_months(end, 12))


def test_a_second_first_filing_of_the_area_and_a_change_of_nothing_are_refused(office: Office) -> None:
    said = office.refused("weibao", f"{OWN}/save", filkind="02", areacode=AREA, lifts="1", **_words(office))
    assert said == "备案类别：该区域没有有效的备案，请选择首次备案"
    old = filed(office)
    said = office.refused("weibao", f"{OWN}/submitMai", id=saved(office).id)
    assert said == f"该区域已有备案{old.filno}，请变更或续期"


def _words(office: Office) -> dict[str, object]:

    return {**WORDS, "people": [{"person_id": one.id} for one in ready(office)]}


def test_the_night_ends_what_ran_out_and_tells_from_when_it_may_be_renewed(office: Office) -> None:
    row = filed(office)
    row.validto = clock.today() - timedelta(days=1)
    office.db.commit()
    office.db.info["me"] = SYSTEM
    every_night(office.db)
    office.db.commit()
    assert row_of(office, row.id).step == "8"
    assert office.refused("weibao", f"{OWN}/save", id=row.id, lifts="2") == f"维保备案{row.filno}已过期，不能再修改"


def test_a_licence_that_ran_out_and_another_units_person_refuse(office: Office) -> None:
    row = saved(office)
    licence = office.db.scalars(select(UnitLicence).where(UnitLicence.licno == "TS3310330-2030")).one()
    licence.held = "1"
    office.db.commit()
    said = office.refused("weibao", f"{OWN}/submitMai", id=row.id)
    assert said == "单位档案没有有效期内的电梯安装（含修理）许可证，请先登记"
    [stranger] = maintainers(office, 1)
    stranger.unit_id = office.user("qiye").unit_id
    office.db.commit()
    count = office.db.scalar(select(func.count()).select_from(MaintFiling))
    said = office.refused("weibao", f"{OWN}/save", id=row.id, people=[{"person_id": stranger.id}])
    assert said == "维保人员第1行 维保人员：请从选项中选择"
    assert office.db.scalar(select(func.count()).select_from(MaintFiling)) == count


def test_what_a_unit_has_before_it_files(office: Office) -> None:
    ready(office)
    found = office.good("weibao", f"{OWN}/checkMai", areacode=AREA)
    assert (found["licno"], found["persons"], found["standing"]) == ("TS3310330-2030", 2, "")
    row = filed(office)
    assert office.good("weibao", f"{OWN}/checkMai", areacode=AREA)["standing"] == row.filno
    assert office.good("weibao", f"{OWN}/queryChangeGroupAtt", id=row.id) == []
    assert office.post("qiye", f"{OFFICE}/getInfo", id=row.id)["status"] == 403
