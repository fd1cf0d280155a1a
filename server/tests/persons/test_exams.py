"""An application from its draft to the certificate, and everything that stands against one."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.persons import IdentityNumber, Person, PersonCert
from tejian.kit.ground import clock
from tejian.persons.models.certificates import WorkCertificate
from tejian.persons.models.exams import ExamApplication, ExamScore, ScoreChange
from tests.archives.conftest import Archive
from tests.archives.test_import import Import, book
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of

from . import people as p
from .people import API, SCORE, TODAY

__all__ = ["office"]


def counts(office: Office) -> tuple[int, ...]:
    models: tuple[Any, ...] = (ExamApplication, ExamScore, Person, PersonCert, WorkCertificate)
    return tuple(office.db.scalar(select(func.count()).select_from(m)) or 0 for m in models)


def test_from_the_draft_to_the_certificate(office: Office) -> None:
    row = p.drafted(office)
    person = p.person_of(office, row.person_id)
    assert (person.name, person.sex, person.birth) == ("王小明", "1", p.BORN)
    assert person.unit_id == office.user("qiye").unit_id and p.card() not in (person.idno, row.remark)
    office.good("qiye", f"{API}/submit", ids=row.id)
    assert p.application_of(office, row.id).applyno == f"KS{TODAY:%Y%m%d}0001"
    assert office.post("jianguan", f"{API}/accept", ids=row.id)["status"] == 403
    office.good("kaoshi", f"{API}/accept", ids=row.id)
    office.good("kaoshi", f"{API}/seat", ids=row.id, **p.SITS)
    row = p.application_of(office, row.id)
    assert (row.step, row.room, row.seat) == ("4", "第一考场", 1)
    p.scored(office, row, "T", 69)
    assert (p.application_of(office, row.id).step, p.application_of(office, row.id).theory) == ("4", 69)
    p.scored(office, row, "P", 70)
    assert p.application_of(office, row.id).step == "6"
    p.scored(office, row, "T", 70)
    row = p.application_of(office, row.id)
    assert (row.step, row.theory, row.practice) == ("SH", 70, 70)
    office.good("jianguan", f"{API}/audit", ids=row.id)
    cert, paper = p.cert_of(office, row.person_id), office.db.scalars(select(WorkCertificate)).one()
    assert p.application_of(office, row.id).step == "8"
    assert cert.certno == paper.archiveno == f"TS{TODAY:%Y}000000001"
    assert cert.validto == clock.add_months(TODAY, 48) - timedelta(days=1)
    assert (cert.item, cert.level, cert.issueorg) == ("N1", "", "宁波市市场监督管理局")
    assert (paper.unitsysid, paper.edition) == (row.unitsysid, 1)


def test_one_paper_of_a_person_bears_a_line_an_item(office: Office) -> None:
    first = p.certified(office)
    row = p.passed(office, item="Q2", limits="01,02")
    office.good("jianguan", f"{API}/audit", ids=row.id)
    both = office.db.scalars(select(PersonCert).order_by(PersonCert.item)).all()
    mine = [one for one in both if one.person_id == first.person_id]
    assert [(one.item, one.certno, one.level) for one in mine] == [
        ("N1", first.certno, ""),
        ("Q2", first.certno, "桥式起重机司机、门式起重机司机"),
    ]
    assert office.db.scalar(select(func.count()).select_from(WorkCertificate)) == 1


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"sex": "2"}, "性别：与身份证号码不符"),
        ({"birth": "1990-03-08"}, "出生日期：与身份证号码不符（1990-03-07）"),
        ({"idno": "330212199003077410"}, "证件号码：请输入有效的身份证号"),
        ({"idtype": "02", "idno": "E12345678"}, "性别：不是身份证的必填"),
        ({"idtype": "02", "idno": "E12345678", "sex": "1"}, "出生日期：不是身份证的必填"),
        ({"item": "ZZ"}, "作业项目：请从选项中选择"),
    ],
)
def test_who_is_not_who_the_number_says_is_refused_and_nothing_is_kept(
    office: Office, more: dict[str, Any], sentence: str
) -> None:
    form = p.asked(office, **more)
    before = counts(office)
    assert office.refused("qiye", f"{API}/save", **form) == sentence
    assert counts(office) == before


def test_a_foreigner_applies_with_his_passport(office: Office) -> None:
    row = p.drafted(office, idtype="02", idno="E12345678", sex="2", birth="1988-05-01", name="ANNA MEIER")
    office.good("qiye", f"{API}/submit", ids=row.id)
    assert p.application_of(office, row.id).step == "1"


def year_old(years: int, days: int = 0) -> str:
    born = clock.add_months(TODAY, -12 * years) + timedelta(days=days)
    return p.card(born=born)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"idno": year_old(18, 1)}, "申请人17周岁，该项目须年满18周岁"),
        ({"education": "7"}, "学历低于该项目的要求"),
        ({"item": "A", "education": "6"}, "学历低于该项目的要求"),
        ({"healthy": "0"}, "没有健康承诺：视力、辨色、听力正常，四肢灵活"),
        ({"item": "Q2"}, "起重机司机请选择限定范围"),
        ({"item": "G1"}, "所选考试机构不能考工业锅炉司炉，或已过有效期"),
    ],
)
def test_what_does_not_meet_the_conditions_is_not_handed_in(
    office: Office, more: dict[str, Any], sentence: str
) -> None:
    row = p.drafted(office, **more)
    assert office.refused("qiye", f"{API}/submit", ids=row.id) == f"王小明：{sentence}"
    assert p.application_of(office, row.id).step == "0"


@pytest.mark.parametrize("more", [{"idno": year_old(18)}, {"education": "6"}, {"idno": year_old(61)}])
def test_the_edge_of_a_condition_is_met_and_what_only_warns_is_said(office: Office, more: dict[str, Any]) -> None:
    row = p.drafted(office, **more)
    page = office.good("qiye", f"{API}/record", id=row.id)
    warned = [one["text"] for one in page["notices"] if "一般不超过60周岁" in one["text"]]
    assert bool(warned) == (more.get("idno") == year_old(61))
    office.good("qiye", f"{API}/submit", ids=row.id)
    assert p.application_of(office, row.id).step == "1"


def test_a_second_application_for_the_item_waits_for_the_first(office: Office) -> None:
    first = p.accepted(office)
    second = p.drafted(office)
    said = office.refused("qiye", f"{API}/submit", ids=second.id)
    assert said == f"王小明：叉车司机已有未办结的申请{first.applyno}"
    p.certified(office, name="李小红", idno=p.card(742))
    again = p.drafted(office, name="李小红", idno=p.card(742))
    until = p.cert_of(office, again.person_id).validto
    sentence = f"李小红：已持有叉车司机证书，有效期至{until}，请办理复审"
    assert office.refused("qiye", f"{API}/submit", ids=again.id) == sentence


def test_who_cheated_waits_a_year(office: Office) -> None:
    row = p.seated(office)
    office.good("kaoshi", f"{API}/cheat", ids=row.id, reason="理论考试中使用手机传递答案")
    until = clock.add_months(TODAY, 12)
    assert (p.application_of(office, row.id).step, p.application_of(office, row.id).barreduntil) == ("9", until)
    again = p.drafted(office)
    assert office.refused("qiye", f"{API}/submit", ids=again.id) == f"王小明：因考试作弊，{until}前不得报名"


def test_a_person_of_another_unit_is_not_taken_over(office: Office) -> None:
    row = p.drafted(office)
    person = p.person_of(office, row.person_id)
    person.unit_id = "somebody-else"
    office.db.commit()
    before = counts(office)
    said = office.refused("qiye", f"{API}/save", **p.asked(office, item="A"))
    assert said == "该证件号码登记在其他单位，请先办理变更聘用单位"
    wrong = office.refused("qiye", f"{API}/save", **p.asked(office, name="王大明"))
    assert wrong == "姓名：与该证件号码登记的姓名不符"
    assert counts(office) == before
    said = office.refused("qiye", f"{API}/save", id=row.id, version=str(row.version), name="王大明")
    assert said == "申请人不能改为他人，请删除后另填"


def test_a_score_is_bounded_entered_by_one_and_confirmed_by_another(office: Office) -> None:
    row = p.seated(office)
    for score, sentence in ((101, "成绩：不得大于100分"), (-1, "成绩：不得小于0分")):
        assert office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, row, "T", score)) == sentence
    late = str(TODAY + timedelta(days=1))
    said = office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, row, "T", 80, examday=late))
    assert said == "考试日期：不得晚于今天"
    said = office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, row, "P", 80, second_id=""))
    assert said == f"{row.applyno}：实操考评人员应为2人"
    score = p.entered(office, row, "T", 100)
    assert office.refused("kaoshi", f"{SCORE}/confirm", id=score.id) == "成绩须由录入人以外的考试机构人员确认"
    said = office.refused("kaoshi2", f"{SCORE}/save", **p.score_form(office, row, "T", 60))
    assert said == f"{row.applyno}：理论已录入成绩，待另一人确认"
    assert p.application_of(office, row.id).step == "4"
    office.good("kaoshi2", f"{SCORE}/confirm", id=score.id)
    assert p.application_of(office, row.id).step == "5"
    said = office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, row, "T", 60))
    assert said == f"{row.applyno}：理论已合格，不用再考"


def test_a_change_keeps_both_values_and_why_and_is_confirmed_anew(office: Office) -> None:
    row = p.seated(office)
    score = p.scored(office, row, "T", 88)
    office.good("kaoshi2", f"{SCORE}/change", id=score.id, newscore="58", reason="阅卷时第41至60题重复计分")
    row = p.application_of(office, row.id)
    assert (row.step, row.theory) == ("4", None)
    kept = office.db.scalars(select(ScoreChange)).one()
    assert (kept.before, kept.after, kept.changer_id) == (88, 58, office.user("kaoshi2").id)
    assert kept.reason == "阅卷时第41至60题重复计分"
    assert office.refused("kaoshi2", f"{SCORE}/confirm", id=score.id) == "成绩须由录入人以外的考试机构人员确认"
    office.good("kaoshi", f"{SCORE}/confirm", id=score.id)
    assert (p.application_of(office, row.id).step, p.application_of(office, row.id).theory) == ("4", 58)


def test_after_one_resit_the_application_has_failed_and_the_passed_part_stays_for_its_term(office: Office) -> None:
    row = p.seated(office)
    p.scored(office, row, "P", 90)
    p.scored(office, row, "T", 50)
    assert p.application_of(office, row.id).step == "6"
    p.scored(office, row, "T", 69)
    assert p.application_of(office, row.id).step == "7"
    again = p.seated(office)
    said = office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, again, "P", 60))
    assert said == f"{again.applyno}：实操已合格，不用再考"
    p.scored(office, again, "T", 71)
    assert p.application_of(office, again.id).step == "SH"
    old = office.db.scalars(select(ExamScore).where(ExamScore.part == "P")).one()
    old.examday = clock.add_months(TODAY, -12) - timedelta(days=1)
    office.db.commit()
    said = office.refused("jianguan", f"{API}/audit", ids=again.id)
    assert said == f"{again.applyno}的成绩不全，或已过保留期，不能发证"
    old = office.db.scalars(select(ExamScore).where(ExamScore.part == "P")).one()
    old.examday = clock.add_months(TODAY, -12)
    office.db.commit()
    office.good("jianguan", f"{API}/audit", ids=again.id)


def test_an_item_without_practice_is_passed_by_theory_alone(office: Office) -> None:
    row = p.seated(office, item="A")
    said = office.refused("kaoshi", f"{SCORE}/save", **p.score_form(office, row, "P", 80))
    assert said == f"{row.applyno}：该项目没有实操考试"
    p.scored(office, row, "T", 70)
    assert p.application_of(office, row.id).step == "SH"


def test_who_accepted_or_filled_in_does_not_audit(office: Office) -> None:
    row = p.passed(office)
    row.createby = office.user("jianguan").id
    office.db.commit()
    said = office.refused("jianguan", f"{API}/audit", ids=row.id)
    assert said == "由所在区域的发证机关审核，且不能审核自己填写、受理的申请"
    assert p.application_of(office, row.id).step == "SH"
    office.good("jianguan2", f"{API}/audit", ids=row.id)


def test_many_are_audited_together_or_not_at_all(office: Office) -> None:
    rows = [p.passed(office, name=f"考生{n}", idno=p.card(700 + n)) for n in range(3)]
    late = p.seated(office, name="考生九", idno=p.card(709))
    keys = [one.id for one in rows]
    assert not office.post("jianguan", f"{API}/audit", ids=[*keys, late.id])["isSuccess"]
    assert {p.application_of(office, key).step for key in keys} == {"SH"}
    office.good("jianguan", f"{API}/audit", ids=keys)
    numbers = sorted(office.db.scalars(select(WorkCertificate.archiveno)))
    assert numbers == [f"TS{TODAY:%Y}00000000{n}" for n in (1, 2, 3)]
    office.call.user = office.user("jianguan")
    paper = office.call.client.post("/api/common/commonPrint", data={"printType": "ZYSHB", "ids": keys[0]})
    words = text_of(paper.content)
    assert "作业人员资格审核表" in words and rows[0].applyno in words


def test_rows_of_a_file_become_drafts_and_faults_stand_beside_their_cells(office: Office) -> None:
    p.asked(office)
    files = Import(Archive(office), "exam_application_list")
    good = {"*考试机构": "宁波市特种设备作业人员考试中心", "*姓名": "赵一", "*证件号码": p.card(801), "*学历": "高中"}
    good |= {"*手机": "13805741234", "*作业项目": "叉车司机", "*健康承诺": "是", "性别": ""}
    rows = [good | {"*姓名": f"考生{n}", "*证件号码": p.card(800 + n)} for n in range(5)]
    wrong = [
        good | {"*证件号码": "330212199003077410"},
        good | {"*考试机构": "没有的中心"},
        good | {"性别": "女", "*证件号码": p.card(811)},
    ]
    said = files.send(book([*rows, *wrong]), login="qiye")
    assert [(f["row"], f["label"], f["sentence"]) for f in said["faults"]] == [
        (7, "证件号码", "请输入有效的身份证号"),
        (8, "考试机构", "没有名称为没有的中心、可考叉车司机的机构"),
        (9, "性别", "与身份证号码不符"),
    ]
    assert said["written"] == 5
    assert office.db.scalar(select(func.count()).select_from(ExamApplication)) == 5
    whole = office.db.scalars(select(IdentityNumber.ref_id).where(IdentityNumber.kind == "person"))
    assert set(office.db.scalars(select(ExamApplication.person_id))) <= set(whole)


def test_the_papers_say_who_and_when_and_hide_the_number(office: Office) -> None:
    row = p.seated(office)
    p.scored(office, row, "T", 88)
    office.call.user = office.user("qiye")

    def paper(kind: str) -> str:
        sent = {"printType": kind, "ids": row.id}
        return text_of(office.call.client.post("/api/common/commonPrint", data=sent).content)

    assert "王小明" in paper("KSSQB") and p.card() not in paper("KSSQB")
    assert "第一考场" in paper("ZKZ") and "1号" in paper("ZKZ")
    assert "88" in paper("CJD") and "合格" in paper("CJD")


def test_a_score_that_nobody_has_confirmed_is_amended_with_a_reason(office: Office) -> None:
    row = p.seated(office)
    score = p.entered(office, row, "T", 88)
    office.good("kaoshi2", f"{SCORE}/amend", id=score.id, newscore="78", reason="录入时看错一行成绩")
    assert office.refused("kaoshi2", f"{SCORE}/confirm", id=score.id) == "成绩须由录入人以外的考试机构人员确认"
    office.good("kaoshi", f"{SCORE}/confirm", id=score.id)
    assert p.application_of(office, row.id).theory == 78
    kept = office.db.scalars(select(ScoreChange)).one()
    assert (kept.before, kept.after) == (88, 78)


def test_a_draft_is_its_units_alone(office: Office) -> None:
    row = p.drafted(office)
    assert office.post("kaoshi", f"{API}/record", id=row.id)["status"] == 403
    assert office.post("weibao", f"{API}/record", id=row.id)["status"] == 403
    office.good("qiye", f"{API}/submit", ids=row.id)
    assert office.good("kaoshi", f"{API}/record", id=row.id)["title"] == f"考试申请 KS{TODAY:%Y%m%d}0001"


def test_two_applications_of_one_person_are_not_handed_in_together(office: Office) -> None:
    keys = [p.drafted(office).id for _ in range(2)]
    said = office.refused("qiye", f"{API}/submit", ids=keys)
    assert said == "王小明：同一项目一次只能提交一份申请"
    assert {p.application_of(office, key).step for key in keys} == {"0"}


def test_who_was_barred_since_his_acceptance_gets_no_certificate(office: Office) -> None:
    row = p.passed(office)
    other = p.seated(office, item="A")
    office.good("kaoshi", f"{API}/cheat", ids=other.id, reason="理论考试中使用手机传递答案")
    said = office.refused("jianguan", f"{API}/audit", ids=row.id)
    assert said == f"王小明：因考试作弊，{clock.add_months(TODAY, 12)}前不得报名"
    assert p.application_of(office, row.id).step == "SH"
