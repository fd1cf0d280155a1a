"""Every guard of every move: how it is made to speak, and the sentence that the user then reads."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import delete, select, update

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.exchange.models import ExchangeField
from tejian.inspection.models.absence import StaffLeave
from tejian.inspection.models.items import AppItem
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.models.seals import SealCertificate
from tejian.inspection.records import api as records
from tejian.instruments.models import Instrument, InstrumentLoan
from tejian.kit.ground import clock
from tejian.kit.process.checklist import CheckAnswer
from tejian.messages.models import SmsStop
from tejian.persons.models.bodies import MonitorCert
from tejian.quality.models.conformity import ConformityDevice
from tejian.quality.models.files import FileOffice, QualityFile
from tejian.quality.models.spotchecks import SpotItem
from tejian.registration.models.use import RegisteredDevice
from tejian.statistics.models.editions import StatCell
from tejian.statistics.models.filed import Indicator, StatForm
from tejian.supervision.models.defects import Defect
from tejian.supervision.models.draws import DrawSubject, Recusal
from tejian.system.models.accounts import StaffQual
from tejian.system.models.organisations import CalendarDay
from tejian.system.models.rules import FlowConf
from tejian.system.settings.api import bump
from tests.inspection import online, own_works, works
from tests.inspection.conftest import BOXES
from tests.inspection.works import case_of, contractor, points_of, ready_for_approval
from tests.knowledge import docs
from tests.quality import files
from tests.statistics import editions, filed
from tests.supervision import checks, serious
from tests.system import querymodels

from .conftest import Office
from .ways import change, nobody_qualified, person, problems, reasoned

Spoil = Callable[[Office, Any], None]


TOO_HIGH = "最低可用版本9.0.0高于本版本1.4.0，终端将无法使用"


@dataclass(frozen=True)
class Refusal:
    """One guard of one move. `{…}` in the sentence are names of the subject, and of `words`."""

    process: str
    move: str
    guard: str
    sentence: str
    spoil: Spoil = lambda o, s: None
    step: str = ""  # where the subject stands, if not at the first step that the move leaves
    login: str = ""
    form: dict[str, Any] | Callable[[Office, Any], dict[str, Any]] = field(default_factory=dict)
    words: Callable[[Office, Any], dict[str, Any]] = lambda o, s: {}
    subject: Callable[[Office], Any] | None = None

    def sent(self, office: Office, subject: Any) -> dict[str, Any]:
        """What is sent otherwise than the move needs it."""
        return self.form(office, subject) if callable(self.form) else self.form

    def __str__(self) -> str:
        return f"{self.process}-{self.move}-{self.guard}"


def put(**values: Any) -> Spoil:
    """Set columns of the subject."""

    def spoil(office: Office, subject: Any) -> None:
        for name, value in values.items():
            setattr(subject, name, value)

    return spoil


def on_leave(login: str) -> Spoil:
    def spoil(office: Office, _subject: Any) -> None:
        user, today = office.user(login), clock.today()
        office.db.add(
            StaffLeave(user_id=user.id, username=user.name, org_id=user.org_id, kind="1", begins=today, ends=today)
        )

    return spoil


def given(step: str) -> Spoil:
    """The flow configuration gives a step to somebody who is not there."""

    def spoil(office: Office, _subject: Any) -> None:
        for one in office.db.scalars(select(FlowConf).where(FlowConf.step == step)):
            one.actors = ["nobody"]
        bump(office.db, "flow")

    return spoil


def record(office: Office, item: Any) -> OriginalRecord:
    return office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()


def recorded(**values: Any) -> Spoil:
    """Set columns of the item's original record."""

    def spoil(office: Office, item: Any) -> None:
        for name, value in values.items():
            setattr(record(office, item), name, value)

    return spoil


def device(office: Office, subject: Any) -> Equipment:
    key = getattr(subject, "equdatasysid", "") or getattr(subject, "object_id", "")
    if not key:
        key = office.db.scalars(select(AppItem.equdatasysid).where(AppItem.appmain_id == subject.id)).first()
    return office.db.scalars(select(Equipment).where(Equipment.id == key)).one()


def device_with(**values: Any) -> Spoil:
    def spoil(office: Office, subject: Any) -> None:
        for name, value in values.items():
            setattr(device(office, subject), name, value)

    return spoil


def its_device(office: Office, subject: Any) -> dict[str, Any]:
    row = device(office, subject)
    return {"code": row.equcode, "name": row.equname}


def far_from_due(office: Office, main: Any) -> None:
    device(office, main).ninspdate = date(2099, 1, 1)


def bad_combination(office: Office, main: Any) -> None:
    main.testsort = "0201"


def as_again(office: Office, main: Any) -> None:
    main.seisort, main.testsort = "15", "1501"


def another_declared(office: Office, main: Any) -> None:
    """The same device is declared a second time, and that one is submitted first."""
    made = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts()))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=made["id"])


def with_a_crane(office: Office, main: Any) -> dict[str, Any]:
    """A declaration of another class is picked with the first."""
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts(2)[1:]))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=saved["id"])
    other = office.main(saved["id"])
    other.equclass = "4000"
    office.db.commit()
    return {"ids": [main.id, other.id]}


def last_number(office: Office, main: Any) -> dict[str, Any]:
    from tejian.inspection.models.items import AppMain

    newest = select(AppMain.appno).where(AppMain.id != main.id, AppMain.step == "YWSL").order_by(AppMain.appno.desc())
    return {"other": office.db.scalars(newest).first(), "code": device(office, main).equcode}


def report_approved(office: Office, main: Any) -> None:
    from tejian.inspection.models.items import AppBuss

    office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id)).one().step = "BGFF"


def its_item(office: Office, main: Any) -> dict[str, Any]:
    from tejian.inspection.models.items import AppBuss

    return {"seisn": office.db.scalars(select(AppBuss.seisn).where(AppBuss.appmain_id == main.id)).one()}


def instruments_of(office: Office, item: Any) -> list[Instrument]:
    ids = item.instruments or [i["id"] for i in record(office, item).instruments]
    return list(office.db.scalars(select(Instrument).where(Instrument.id.in_(ids)).order_by(Instrument.instno)))


def placeholder_left(office: Office, item: Any) -> None:
    """Words that nobody replaced, in a record that is complete otherwise."""
    if item.step == "BGLR":
        office.filled(item)
        office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion="1031")
        reasoned(office, item)
    record(office, item).remark = "详见××"


def placeholder_asked(office: Office, item: Any) -> Any:
    """What the checks ask about the words that nobody replaced."""
    row = office.db.merge(item)
    found = records.findings_of(office.db, row, record(office, item))
    return next(one for one in found if "占位内容" in one.text)


def placeholder_explained(office: Office, item: Any) -> None:
    """The same, and the inspector has said why."""
    placeholder_left(office, item)
    office.db.flush()
    asked, me = placeholder_asked(office, item), office.user("jianyan1")
    said = {"text": asked.question, "reason": "符号是厂家的型号", "by": me.id, "name": me.name, "at": ""}
    record(office, item).reasons = record(office, item).reasons | {asked.key: said}


def other_words(office: Office, item: Any) -> dict[str, Any]:
    return {"reasons": {placeholder_asked(office, item).key: "已与检验人员核对"}, "opinion": "同意签发"}


def explained_by(office: Office, item: Any) -> dict[str, Any]:
    return {"asked": placeholder_asked(office, item).question, **named("jianyan1")(office, item)}


def expired_yesterday(office: Office, item: Any) -> None:
    for one in instruments_of(office, item):
        one.nextcal = clock.today() - timedelta(days=1)


def first_instrument(office: Office, item: Any) -> dict[str, Any]:
    ids = item.instruments or [i["id"] for i in record(office, item).instruments]
    named = {i.id: i for i in instruments_of(office, item)}
    one = named[ids[0]]
    return {"name": one.name, "instno": one.instno, "day": one.nextcal, "today": clock.today()}


def first_named(office: Office, item: Any) -> dict[str, Any]:
    """The first instrument that the record names."""
    one = office.db.get_one(Instrument, record(office, item).instruments[0]["id"])
    return {"name": one.name, "instno": one.instno, "day": one.nextcal, "today": clock.today()}


def broken_after_use(office: Office, item: Any) -> None:
    """The first instrument of the record was found broken when the work was done."""
    row = record(office, item)
    row.instruments = [row.instruments[0] | {"state": "3"}, *row.instruments[1:]]


def to_arrange(office: Office, item: Any) -> None:
    """The boxes that the plan names have expired."""
    for one in office.db.scalars(select(Instrument).where(Instrument.boxno.in_(BOXES))):
        one.nextcal = clock.today() - timedelta(days=1)


def planned_instrument(office: Office, item: Any) -> dict[str, Any]:
    one = office.db.scalars(select(Instrument).where(Instrument.id == office.plan()["instruments"][0])).one()
    return {"name": one.name, "instno": one.instno, "day": one.nextcal, "today": clock.today()}


def unqualified(login: str) -> Spoil:
    return lambda office, subject: nobody_qualified(office, login)


def without_role(login: str) -> Spoil:
    def spoil(office: Office, item: Any) -> None:
        person(office, login).role_ids = []

    return spoil


def expired(office: Office, item: Any) -> None:
    """The certificates of the main inspector ended the day before."""
    held = select(StaffQual).where(StaffQual.user_id == office.user("jianyan1").id)
    for one in office.db.scalars(held):
        one.validto = clock.today() - timedelta(days=1)


NOT_SIGNED = "{seisn}：检验人员{who}还没有签名，请其在“待我签名”中签名"


def nobody_signed(office: Office, item: Any) -> None:
    """The signature of the second inspector stands no more."""
    stood = [one for one in records.standing(office.db, item) if one.user_id == office.user("jianyan2").id]
    records.take_back(office.db, office.user("jianyan2"), stood, "内容有变动")


def unsigned(login: str) -> Spoil:
    def spoil(office: Office, item: Any) -> None:
        person(office, login).signature = ""

    return spoil


NO_SIGNATURE = "{who}没有电子签名，不能在报告上签字，请质量管理员在“用户管理”的“签名”中采集"


def failed_item(office: Office, item: Any) -> None:
    """A result that was good when it was submitted is not any more."""
    found = record(office, item)
    found.results = {k: v for k, v in found.results.items() if k != "12"}


def worse_found(office: Office, item: Any) -> None:
    """A key item that conformed when the record was submitted does not any more."""
    found = record(office, item)
    found.results = {**found.results, "12": {"r": "×", "n": "制动力矩不足"}}


def nothing_declared(office: Office, subject: Any) -> None:
    office.db.execute(delete(ConformityDevice).where(ConformityDevice.conformity_id == subject.id))


def of_another_unit(office: Office, subject: Any) -> None:
    listed = select(ConformityDevice.equdatasysid).where(ConformityDevice.conformity_id == subject.id)
    for one in office.db.scalars(select(Equipment).where(Equipment.id.in_(listed))):
        one.useorgsysid = one.maiorgsysid = one.porgaosysid = "f" * 32


def declared_ahead(office: Office, subject: Any) -> None:
    subject.declared = clock.today() + timedelta(days=1)


def without_offices(office: Office, subject: Any) -> None:
    office.db.execute(delete(FileOffice).where(FileOffice.file_id == subject.id))


def issued_before(office: Office, subject: Any) -> None:
    """Another edition of the number is in force from today."""
    told = {name: getattr(subject, name) for name in ("orgid", "fileno", "title", "filetype", "plandue")}
    office.db.add(QualityFile(**told, edition="Z/9", step="5", effective=clock.today()))


def drafted_again(office: Office, subject: Any) -> None:
    path = filed.INDICATORS if isinstance(subject, Indicator) else filed.FORMS
    office.good("juzhang", f"{path}/revise", ids=subject.id)


def needed_by_a_share(office: Office, _subject: Any) -> None:
    filed.used(office, **filed.LATE)
    filed.used(office, **filed.SHARE)


def revised_already(office: Office, row: Any) -> None:
    office.good(querymodels.MAKER, f"{querymodels.API}/revise", ids=row.id)


def one_cell_more(office: Office, row: Any) -> None:
    """A cell was changed past the product."""
    cell = (StatCell.edition_id == row.id, StatCell.line == "", StatCell.code == "EQ08")
    office.db.execute(update(StatCell).where(*cell).values(value=StatCell.value + 2))


def form_ended(office: Office, row: Any) -> None:
    office.db.execute(update(StatForm).where(StatForm.id == row.form_id).values(step="FZ"))


def corrected_before(office: Office, row: Any) -> None:
    office.good("jianguan", f"{editions.API}/correct", ids=row.id, reason="漏计一台")


def late_ended(office: Office, _subject: Any) -> None:
    office.db.execute(update(Indicator).where(Indicator.code == "EQ13").values(step="FZ"))


def until_today(office: Office, subject: Any) -> None:
    subject.dateto = clock.today()


def asked_by_oneself(office: Office, subject: Any) -> None:
    subject.asker_id = office.user("secadmin").id


def lost_by_oneself(office: Office, subject: Any) -> None:
    subject.loser_id = office.user("secadmin").id


def another_in_use(office: Office, subject: Any) -> None:
    office.db.add(
        SealCertificate(sealno="YZ0", orgid=subject.orgid, sort=subject.sort, step="QY", fingerprint="0" * 64)
    )


def by_oneself(office: Office, subject: Any) -> None:
    subject.createby = office.user("juzhang").id


def since_yesterday(office: Office, subject: Any) -> None:
    subject.validfrom = clock.today() - timedelta(days=1)


def wants_no_more(office: Office, subject: Any) -> None:
    office.db.add(SmsStop(number=subject.sender, since=clock.now(), reply_id=subject.id))


def long_ago(office: Office, subject: Any) -> None:
    subject.datefrom = subject.dateto = clock.today() - timedelta(days=300)


def without_fields(office: Office, subject: Any) -> None:
    office.db.execute(delete(ExchangeField).where(ExchangeField.mapping_id == subject.id))


def one_open(office: Office, subject: Any) -> None:
    office.db.execute(update(SpotItem).where(SpotItem.check_id == subject.id).values(step="DQ"))


def signed_by_nobody(office: Office, subject: Any) -> None:
    subject.signers = []


def on_day(name: str, away: int = -1) -> dict[str, Any]:
    return {name: str(clock.today() + timedelta(days=away)), "reason": "不再使用"}


def of_instrument(**values: Any) -> Spoil:
    """Set columns of the instrument of a loan."""

    def spoil(office: Office, subject: Any) -> None:
        one = office.db.get_one(Instrument, subject.instrument_id)
        for name, value in values.items():
            setattr(one, name, value)

    return spoil


def named_instrument(office: Office, subject: Any) -> dict[str, Any]:
    one = office.db.get_one(Instrument, subject.instrument_id)
    return {"name": one.name, "instno": one.instno, "who": office.user("jianyan2").name} | days(office, subject)


def lent_to_another(office: Office, subject: Any) -> None:
    """The same instrument is promised to a colleague in these days."""
    told = {name: getattr(subject, name) for name in ("orgid", "instrument_id", "fromday", "dueday")}
    office.db.add(InstrumentLoan(**told, step="DJ", borrower_id=office.user("jianyan2").id))


def days(office: Office, subject: Any) -> dict[str, Any]:
    today = clock.today()
    return {"today": today, "yesterday": today - timedelta(days=1), "tomorrow": today + timedelta(days=1)}


def arranged_yesterday(office: Office, visit: Any) -> None:
    visit.days = [str(clock.today() - timedelta(days=1))]


def closed_today(office: Office, item: Any) -> None:
    """The item was booked for a visit, and the unit cannot today."""
    from tejian.inspection.models.online import OnlineApplication
    from tejian.inspection.models.visits import UnitVisit

    visit = UnitVisit(visitno="YJWALK", unitname="单位", step="WAIT", closed=[str(clock.today())])
    office.db.add(visit)
    office.db.flush()
    office.db.add(OnlineApplication(onlineno="WSWALK", appmain_id=item.appmain_id, visit_id=visit.id, step="CONFIRMED"))


def tomorrow_recorded(office: Office, item: Any) -> None:
    record(office, item).inspdate = clock.today() + timedelta(days=1)


def without_proof(office: Office, row: Any) -> None:
    for one in office.db.scalars(select(Attachment).where(Attachment.attrefsysid == row.id)):
        one.deleted = True


def unreadable(office: Office, row: Any) -> None:
    docs.papers_replaced(office, row, b"%PDF-1.7 nothing")


def in_business(office: Office, row: Any) -> None:
    item = office.accepted()[0]
    assert item.equdatasysid == row.object_id


def business_number(office: Office, row: Any) -> dict[str, Any]:
    from tejian.inspection.models.items import AppBuss

    return {"seisn": office.db.scalars(select(AppBuss.seisn).where(AppBuss.equdatasysid == row.object_id)).one()}


HOLIDAY = date(2099, 7, 1)


def holiday(office: Office, item: Any) -> None:
    office.db.add(CalendarDay(day=HOLIDAY, working=False, name="停工日"))


D, B, C, N, R, H = "declaration", "business", "correction", "notice", "report_change", "hazard"
RP = "replan"
W, S = "construction", "supervision"
UNNOTIFIED, NO_DEVICES = "{appno}：监督检验须从已受理的施工告知申报", "告知没有设备，请先添加施工设备"
NOT_IN_ORDER = "{name}{instno}使用前后不正常，它测量的结果不能作为检验依据，请换仪器重测"
EXPIRED = "{name}{instno}检定有效期至{day}，{today}不能使用"
NO_QUALIFICATION = (
    "{who}没有定期检验所需的资格：TS或DT-1（{today}没有有效的证书），请换人，或由质量管理员在“人员资格”中登记"
)
ANSWER = "检查发现1处问题（附录A 层门间隙与锁紧元件啮合长度：行数与门数一致不成立"
NO_INSTRUMENT = "没有确认本次实际使用的检验仪器"
JUDGE_BACK = ("verify_back", "audit_fx_back", "audit_back", "approve_back")
EARLY = "{code}：2099-01-01才到期，早于3个月，请填写提前申报原因"
NO_ITEM = {"marks": [{"seq": 99, "text": "请复核"}]}
ASKED = "文字中有未填写的占位内容：“××”，须写明原因"
OTHER_WORDS = "“{asked}”的说明是{who}写明的，不能改写；不同意的请退回"
HALF_A_TABLE = {"doors": {"params": {}, "rows": [{"landing": "1", "gap": "4", "lock": "8"}]}}  # one door of many
BETTER = "{seisn}：检验结论“合格”与检验结果不符，应为“不合格”：重点项目不符合（第12项不符合）"
GONE = "该档案已删除或已合并，不能更正"
CHANGED = "出厂编号(产品编号)在申请后已变为「26T55555」，请退回重新申请"
BUSY = "该设备存在在办业务（{seisn}），不能更正"


def named(login: str) -> Callable[[Office, Any], dict[str, Any]]:
    return lambda office, subject: {"who": office.user(login).name, "today": clock.today()}


def value_moved(office: Office, row: Any) -> None:
    from tejian.system.models.settings import Param

    office.db.scalars(select(Param).where(Param.id == row.target)).one().value = "7"


def reset_of_the_reader(office: Office, row: Any) -> None:
    row.kind, row.target = "reset", office.user("audadmin").id


def report_state(state: str) -> Spoil:
    def spoil(office: Office, row: Any) -> None:
        office.db.scalars(select(Report).where(Report.reportno == row.reportno)).one().state = state

    return spoil


def another_change(office: Office, row: Any) -> None:
    other = change(office, office.item(row.appbuss_id))
    office.good("yewu", "/api/reportChange/submit", ids=other.id)


def reported(office: Office, item: Any) -> None:
    office.db.add(Report(appbuss_id=item.id, reportno="NBTD1", key="0" * 64, issuedat=clock.now()))


def without_problems(office: Office, row: Any) -> None:
    for one in problems(office, row):
        office.db.delete(one)


def unanswered(office: Office, row: Any) -> None:
    for one in problems(office, row):
        one.measure = ""


def term_passed(office: Office, row: Any) -> None:
    row.due = clock.today() - timedelta(days=1)


def term_ahead(office: Office, row: Any) -> None:
    row.due = clock.today() + timedelta(days=1)


UNSTATED = "请填写隐患级别、部位、内容、治理要求和期限"


def use_without_devices(office: Office, row: Any) -> None:
    office.db.execute(delete(RegisteredDevice).where(RegisteredDevice.reg_id == row.id))


def use_inspected_never(office: Office, row: Any) -> None:
    device = select(RegisteredDevice.equdatasysid).where(RegisteredDevice.reg_id == row.id)
    office.db.execute(update(Equipment).where(Equipment.id.in_(device)).values(insinspdate=None, firstinspdate=None))


def use_without_staff(office: Office, row: Any) -> None:
    nobody = {"safemanager": "", "safeofficer": "", "safedirector": ""}
    office.db.execute(update(Unit).where(Unit.id == row.unitsysid).values(**nobody))


def use_unanswered(office: Office, row: Any) -> None:
    office.db.execute(delete(CheckAnswer).where(CheckAnswer.owner_id == row.id))


UNFIT = "监督检验或首次检验未合格，不能发证"
NO_STAFF = "单位档案没有登记特种设备安全管理人员，请先登记"
USE = "use_registration"
USE_REFUSALS = [
    *(
        one
        for move in ("submit", "mended")
        for one in (
            Refusal(USE, move, "has_subject", "请添加设备", use_without_devices),
            Refusal(USE, move, "has_authority", "设备所在区划没有登记机关", put(regorg="")),
            Refusal(USE, move, "change_is_said", "变更内容：必填", put(mode="B", regtype="03")),
            Refusal(USE, move, "complete", "第1项没有填写", use_unanswered),
        )
    ),
    *(
        Refusal(USE, move, "has_staff", NO_STAFF, use_without_staff)
        for move in ("submit", "mended", "examine", "issue")
    ),
    *(
        Refusal(USE, move, "devices_fit", UNFIT, use_inspected_never)
        for move in ("submit", "mended", "accept", "examine", "issue")
    ),
    Refusal(USE, "mendNotice", "mended_once", "补正内容须一次告知", put(mend="缺", mendasked=clock.now())),
    Refusal(USE, "withdraw", "own_application", "只有申请人可以撤回", login="jianguan"),
]


def first_taken(office: Office, row: Any) -> None:
    other = select(Equipment.id).where(Equipment.equclass == "4000").order_by(Equipment.equcode).limit(1)
    taken = {"prono": row.prono, "porgaosysid": row.porgaosysid}
    office.db.execute(update(Equipment).where(Equipment.id == office.db.scalar(other)).values(**taken))


FIRST = "first_registration"
FIRST_REFUSALS = [
    Refusal(FIRST, "submit", "has_authority", "设备所在区划没有登记机关", put(regorg="")),
    Refusal(FIRST, "submit", "device_fits", "出厂编号与制造单位与已有设备重复", first_taken),
    Refusal(FIRST, "agree", "device_fits", "出厂编号与制造单位与已有设备重复", first_taken),
]


def duty_late(office: Office, row: Any) -> None:
    row.firstday = row.lastday = clock.today() - timedelta(days=1)


def problem_unstated(office: Office, row: Any) -> None:
    office.db.execute(update(Defect).where(Defect.source_id == row.id).values(demand=""))


def problem_open(office: Office, row: Any) -> None:
    office.db.execute(update(Defect).where(Defect.source_id == row.id).values(step="3"))


def problem_without_proof(office: Office, row: Any) -> None:
    mine = Attachment.owner == "sceneProblem", Attachment.attrefsysid == row.id
    office.db.execute(update(Attachment).where(*mine).values(deleted=True))


def found_long_ago(office: Office, row: Any) -> None:
    row.found = clock.today() - timedelta(days=9)


def ordered_before(office: Office, row: Any) -> None:
    office.db.commit()
    office.good("jianguan", f"{serious.API}/order", id=row.id, **serious.ORDER)
    office.db.refresh(row)


def ordered_by(shift: int) -> Callable[[Office, Any], dict[str, str]]:
    return lambda office, subject: {"deadline": str(clock.today() + timedelta(days=shift))}


DRAW = "supervision_draw"


def public_later(office: Office, row: Any) -> None:
    row.publicday = clock.today() + timedelta(days=1)


def kept_away(office: Office, row: Any) -> None:
    mine = DrawSubject.draw_id == row.id
    unit = office.db.scalars(select(DrawSubject.key).where(mine, DrawSubject.kind == "U").limit(1)).one()
    officer = office.user("jianguan").id
    office.db.add(Recusal(draw_id=row.id, officer_id=officer, unitsysid=unit, why="近亲属在该单位任职"))


def planned_for(shift: int) -> Callable[[Office, Any], dict[str, str]]:
    return lambda office, subject: {"planday": str(clock.today() + timedelta(days=shift))}


def warrant_ended(office: Office, row: Any) -> None:
    mine = select(MonitorCert).where(MonitorCert.user_id == row.second_id)
    office.db.scalars(mine).one().validto = clock.today() - timedelta(days=1)


def copy_late(office: Office, row: Any) -> None:
    row.deadline = clock.today() - timedelta(days=1)


def hazard_term_passed(office: Office, row: Any) -> None:
    row.deadline = clock.today() - timedelta(days=1)


def hazard_done(shift: int) -> Callable[[Office, Any], dict[str, str]]:
    return lambda office, subject: {"donedate": str(clock.today() + timedelta(days=shift))}


def hazard_term(shift: int) -> Callable[[Office, Any], dict[str, str]]:
    return lambda office, subject: {"newdeadline": str(clock.today() + timedelta(days=shift))}


def received(shift: int) -> Callable[[Office, Any], dict[str, str]]:
    return lambda office, subject: {"receivedate": str(clock.today() + timedelta(days=shift))}


def report_underway(office: Office, row: Any) -> None:
    office.item(row.appbuss_id).step = "BGSP"


def named_devices(office: Office, row: Any) -> Any:
    from tejian.inspection.models.construction import ConstructionDevice

    return office.db.scalars(select(ConstructionDevice).where(ConstructionDevice.notice_id == row.id)).all()


def without_devices(office: Office, row: Any) -> None:
    for one in named_devices(office, row):
        office.db.delete(one)


def registered(office: Office, row: Any) -> None:
    for one in named_devices(office, row):
        device(office, one).regstatus = "1"


def no_institute(office: Office, row: Any) -> None:
    for one in named_devices(office, row):
        device(office, one).cheorgsysid = ""


def builder(office: Office) -> str:
    """The contractor with an account, licensed."""
    own_works.licensed(office)
    return office.user("weibao").unit_id


def unlicensed(office: Office, row: Any) -> None:
    contractor(office, items="QZAZ-A")


def without_online_devices(office: Office, row: Any) -> None:
    from tejian.inspection.models.online import OnlineDevice

    for one in office.db.scalars(select(OnlineDevice).where(OnlineDevice.online_id == row.id)):
        office.db.delete(one)


def scrapped(office: Office, row: Any) -> None:
    [lift] = online.own(office)
    lift.equstatus = "3"


def unit_closed(office: Office, row: Any) -> None:
    from tejian.archives.models.units import Unit

    office.db.scalars(select(Unit).where(Unit.id == row.unitsysid)).one().enabled = False


def mend_yesterday(office: Office, row: Any) -> None:
    row.mendby = clock.today() - timedelta(days=1)


def begun(office: Office, row: Any) -> None:
    row.startdate = clock.today() - timedelta(days=1)


def one_person(office: Office, row: Any) -> dict[str, str]:
    return {"inspector2": office.user("jianyan1").id}


def visit_yesterday(office: Office, row: Any) -> dict[str, str]:
    return {"visitdate": str(clock.today() - timedelta(days=1))}


def stop_open(office: Office, case: Any) -> None:
    next(one for one in points_of(office, case) if one.hold == "H").result = "2"


def paper_missing(office: Office, case: Any) -> None:
    from tejian.inspection.models.supervised import SupervisionPaper

    query = select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)
    office.db.scalars(query.where(SupervisionPaper.name == "施工自检报告")).one().state = "2"


SC, SD = "supervision_check", "supervision_defect"
NO_PROOF = "{defectno}没有整改后的照片或证据，请先上传附件"
BY_SELF = {"signway": "2", "refusal": "有异议", "witnesses": "张三、张三"}
CHECKS = [
    Refusal("duty_record", "submit", "complete", "第COMMON-D-01项没有填写", use_unanswered),
    Refusal("duty_record", "submit", "late_with_reason", "已过，补录须写明原因", duty_late),
    Refusal(SC, "begin", "both_certified", "有效的监察证，不能开始检查", warrant_ended),
    Refusal(SC, "found", "complete", "第S-COMMON-01项没有填写", use_unanswered),
    Refusal(SC, "sign", "two_witnesses", "单位拒绝签字的，应有两名见证人", form=BY_SELF),
    *(
        Refusal(SC, move, "problems_stated", "等级、处理方式、整改要求和期限应填写完整", problem_unstated)
        for move in ("sign", "countersign")
    ),
    Refusal(SC, "again", "nothing_with_owner", "等2项尚在整改期限内，单位未反馈", subject=checks.told),
    Refusal(SC, "close", "all_closed", "等1项尚未关闭，不能办结", problem_open),
    Refusal(SD, "answer", "done_in_time", "整改完成日期{tomorrow}不得晚于今天", form=hazard_done(1), words=days),
    Refusal(
        *(SD, "answer", "done_in_time", "整改完成日期{yesterday}不得早于下达日期{today}"),
        form=hazard_done(-1),
        words=days,
    ),
    *(Refusal(SD, move, "has_evidence", NO_PROOF, problem_without_proof) for move in ("answer", "confirm", "close")),
    Refusal(SD, "close", "not_stopped", "该隐患尚有未解除的停止使用，不能关闭", put(handling="03")),
    Refusal(SD, "close", "not_listed", "{defectno}正在挂牌督办，摘牌以后才能关闭", put(listed=clock.today())),
    Refusal(SD, "hang", "is_grave", "{defectno}不是重大问题，不能挂牌督办"),
    Refusal(
        SD, "hang", "listed_once", "{defectno}已于{today}挂牌督办", put(level="4", listed=clock.today()), words=days
    ),
    Refusal(
        *(SD, "hang", "term_ahead", "督办期限{yesterday}已过", put(level="4")),
        form={"listedto": str(clock.today() - timedelta(days=1))},
        words=days,
    ),
    Refusal(SD, "takeDown", "is_listed", "{defectno}没有挂牌督办"),
    Refusal(SD, "extend", "extended_once", "延期一次，不能再延期", put(extended=clock.today())),
    Refusal(SD, "extend", "not_due_yet", "整改期限{yesterday}已过，不能再延期", copy_late, words=days),
    Refusal(SD, "extend", "later_deadline", "应在原期限{deadline}之后", form={"newdeadline": checks.TODAY}),
    Refusal(SD, "lift", "has_stop", "{defectno}没有须解除的停止使用"),
    Refusal(
        *(SD, "passOn", "of_a_town", "{defectno}由监管部门下达，不用移交", put(town="N")),
        subject=lambda o: checks.problem(o, checks.PLAIN, "town"),
    ),
    Refusal(
        SD,
        "takeOver",
        "deadline_ahead",
        "整改期限{yesterday}已过",
        form={"deadline": str(clock.today() - timedelta(days=1))},
        words=days,
    ),
]


REFUSALS = [
    Refusal("protection", "agree", "still_as_asked", "申请后现值已改变，请退回后重新申请", value_moved),
    Refusal("protection", "agree", "about_somebody_else", "不能同意对自己账户的重置", reset_of_the_reader),
    Refusal("protection", "withdraw", "own_request", "只有申请人可以撤回", put(createby="somebody")),
    Refusal(D, "submit", "has_equipment", "{appno}：请至少选择一台设备", put(equcount=0)),
    Refusal(D, "submit", "has_contact", "{appno}：联系人和联系电话必填", put(INSCONTACTTEL="")),
    Refusal(D, "submit", "combination_allowed", "该设备类别不能申报此检验类别", bad_combination),
    Refusal(
        D,
        "submit",
        "devices_declarable",
        "{code}：设备不在用，不能申报定期检验",
        device_with(equstatus="8"),
        words=its_device,
    ),
    Refusal(D, "submit", "early_has_reason", EARLY, far_from_due, words=its_device),
    Refusal(
        D,
        "submit",
        "no_open_business",
        "{code}：该设备存在未办结的同类业务（{other}）",
        another_declared,
        words=last_number,
    ),
    Refusal(
        D,
        "material_supplement",
        "supplement_ahead",
        "补正期限{yesterday}已过",
        form=lambda o, s: {"supplementdue": str(clock.today() - timedelta(days=1))},
        words=days,
    ),
    Refusal(D, "submit", "again_of_failed", "{code}：复检须从复检管理中按不合格报告登记", as_again, words=its_device),
    Refusal(D, "submit", "notice_stands", UNNOTIFIED, put(seisort="01", testsort="0102")),
    Refusal(D, "accept", "notice_stands", UNNOTIFIED, put(seisort="01", testsort="0102")),
    Refusal(W, "file", "has_devices", NO_DEVICES, without_devices),
    Refusal(W, "file", "before_the_work", "计划开工日期{yesterday}已过，须在施工前告知", begun, words=days),
    Refusal(W, "file", "devices_fit", "设备已登记或在用，不能告知安装", registered),
    Refusal(W, "file", "contractor_licensed", "没有所需的许可项目", unlicensed),
    Refusal(W, "receive", "has_devices", NO_DEVICES, without_devices),
    Refusal(W, "receive", "devices_fit", "设备已登记或在用，不能告知安装", registered),
    Refusal(W, "receive", "contractor_licensed", "没有所需的许可项目", unlicensed),
    Refusal(W, "cancel", "not_declared", "施工告知{notifyno}已申报监督检验（", step="RECEIVED"),
    Refusal(W, "file_own", "has_devices", NO_DEVICES, without_devices, subject=own_works.drafted),
    Refusal(
        W,
        "file_own",
        "before_the_work",
        "计划开工日期{yesterday}已过，须在施工前告知",
        begun,
        words=days,
        subject=own_works.drafted,
    ),
    Refusal(W, "file_own", "devices_fit", "设备已登记或在用，不能告知安装", registered, subject=own_works.drafted),
    Refusal(
        W,
        "file_own",
        "contractor_licensed",
        "没有所需的许可项目",
        lambda o, s: own_works.licensed(o, "QZAZ-A"),
        subject=own_works.drafted,
    ),
    Refusal(
        W,
        "file_own",
        "one_institute",
        "设备没有检验机构，请由检验机构登记告知",
        no_institute,
        subject=own_works.drafted,
    ),
    Refusal(
        W,
        "withdraw",
        "own_notice",
        "该告知由检验机构登记，请联系检验机构注销",
        step="FILED",
        subject=lambda o: works.filed(o, contractor_id=builder(o)),
    ),
    Refusal("visit", "agree", "day_is_ahead", "安排的日期{yesterday}已过，不能再确认", arranged_yesterday, words=days),
    Refusal(
        "visit",
        "another",
        "day_can_be",
        "期望日期{today}应在今天之后",
        form=lambda office, row: {"newday": str(clock.today())},
        words=days,
    ),
    Refusal(B, "arrange", "unit_can", "不便检验（约检YJWALK），请改期", closed_today),
    Refusal("online", "send", "has_devices", "请先添加申报的设备", without_online_devices),
    Refusal("online", "send", "has_contact", "联系人和联系电话必填", put(inscontactname="")),
    Refusal(
        "online",
        "send",
        "day_ahead",
        "期望检验日期{yesterday}已过",
        lambda o, s: setattr(s, "plandate", clock.today() - timedelta(days=1)),
        words=days,
    ),
    Refusal("online", "send", "within_term", "补正期限{yesterday}已过", mend_yesterday, "BACK", words=days),
    Refusal("online", "send", "each_declarable", "设备不在用，不能申报定期检验", scrapped),
    Refusal("online", "send", "counter_takes", "{unitname}已停用，不能申报", unit_closed),
    Refusal("online", "confirm", "has_devices", "请先添加申报的设备", without_online_devices),
    Refusal("online", "confirm", "each_declarable", "设备不在用，不能申报定期检验", scrapped),
    Refusal(
        "online",
        "return",
        "term_ahead",
        "补正期限{yesterday}已过",
        form=lambda o, s: {"mendby": str(clock.today() - timedelta(days=1))},
        words=days,
    ),
    Refusal(S, "assign", "two_people", "监检人员须为两名不同的人", form=one_person),
    Refusal(S, "assign", "visit_ahead", "约定首次监检日期{yesterday}已过", form=visit_yesterday, words=days),
    Refusal(S, "assign", "people_qualified", "安装监督检验所需的资格", unqualified("jianyan1")),
    Refusal(S, "reassign", "two_people", "监检人员须为两名不同的人", form=one_person),
    Refusal(S, "reassign", "visit_ahead", "约定首次监检日期{yesterday}已过", form=visit_yesterday, words=days),
    Refusal(S, "reassign", "people_qualified", "安装监督检验所需的资格", unqualified("jianyan1")),
    *(
        Refusal(S, m, "people_may", "{who}没有监检的权限", without_role("jianyan1"), words=named("jianyan1"))
        for m in ("assign", "reassign")
    ),
    Refusal(S, "assign", "people_signed", NO_SIGNATURE, unsigned("jianyan1"), words=named("jianyan1")),
    Refusal(S, "reassign", "people_signed", NO_SIGNATURE, unsigned("jianyan1"), words=named("jianyan1")),
    Refusal(
        S,
        "first",
        "first_after_notice",
        "首次监检日期{tomorrow}不得晚于今天",
        form=lambda o, s: {"firstdate": str(clock.today() + timedelta(days=1))},
        words=days,
    ),
    Refusal(
        S,
        "first",
        "first_after_notice",
        "首次监检日期{yesterday}不得早于施工告知受理日期{today}",
        form=lambda o, s: {"firstdate": str(clock.today() - timedelta(days=1))},
        words=days,
    ),
    Refusal(S, "hand_in", "nothing_open", "停止点“安全保护装置动作试验”尚未符合", stop_open),
    Refusal(S, "pass", "papers_complete", "竣工资料不齐：施工自检报告", paper_missing),
    Refusal(
        "liaison",
        "answer",
        "answer_not_ahead",
        "回复日期{tomorrow}不得晚于今天",
        form=lambda o, s: {"answered": str(clock.today() + timedelta(days=1))},
        words=days,
    ),
    Refusal(
        B,
        "approve",
        "supervision_passed",
        "停止点“安全保护装置动作试验”尚未符合",
        lambda o, s: stop_open(o, case_of(o, s)),
        subject=ready_for_approval,
    ),
    Refusal(
        B,
        "approve",
        "supervision_passed",
        "监督检验竣工资料待审查，不能批准报告",
        lambda o, s: setattr(case_of(o, s), "step", "DATA"),
        subject=ready_for_approval,
    ),
    Refusal(D, "accept", "again_of_failed", "{code}：复检须从复检管理中按不合格报告登记", as_again, words=its_device),
    Refusal(D, "accept", "of_one_class", "批量受理只能选择同一种类的设备", form=with_a_crane),
    Refusal(D, "accept", "has_equipment", "{appno}：请至少选择一台设备", put(equcount=0)),
    Refusal(D, "material_pass", "materials_there", "{appno}：请在资料清单中填写使用登记证", form={"materials": []}),
    Refusal(D, "accept", "has_contact", "{appno}：联系人和联系电话必填", put(inscontactname="")),
    Refusal(D, "accept", "combination_allowed", "该设备类别不能申报此检验类别", bad_combination),
    Refusal(D, "accept", "devices_declarable", "{code}：设备档案已删除", device_with(equDel=1), words=its_device),
    Refusal(D, "accept", "early_has_reason", EARLY, far_from_due, words=its_device),
    Refusal(D, "withdraw", "not_opened", "徐海燕已打开处理，不能撤回", put(opened_by="徐海燕"), "YWSL"),
    Refusal(D, "void", "nothing_approved", "业务{seisn}的报告已批准，不能作废", report_approved, "RUN", words=its_item),
    Refusal(D, "void", "not_charged", "已缴费数据不允许作废，请先办理退费", put(chargestate="4"), "YWSL"),
    Refusal(B, "arrange", "two_inspectors", "{seisn}：主检和协检至少2人", form={"inspectors": ""}),
    Refusal(
        B,
        "arrange",
        "working_day",
        "2099-07-01不是工作日，请改期，或勾选“非工作日检验已与单位确认”",
        holiday,
        form={"plandate": str(HOLIDAY), "confirmHoliday": "0"},
    ),
    Refusal(B, "arrange", "qualified_inspectors", NO_QUALIFICATION, unqualified("jianyan1"), words=named("jianyan1")),
    Refusal(B, "arrange", "qualified_inspectors", NO_QUALIFICATION, expired, words=named("jianyan1")),
    Refusal(
        B,
        "arrange",
        "main_goes_on",
        "{who}没有任务确认、报告生成、报告录入的权限，不能任主检",
        without_role("jianyan1"),
        words=named("jianyan1"),
    ),
    Refusal(
        RP,
        "agree",
        "what_was_asked",
        "{seisn}申请改期，安排日期仍是{today}，请改日期或不同意",
        form=lambda office, row: {"plandate": str(clock.today())},
        words=days,
    ),
    Refusal(RP, "agree", "arrangement_stands", "{who}没有电子签名", unsigned("jianyan1"), words=named("jianyan1")),
    Refusal(RP, "take_back", "own_request", "只能撤回本人的申请", put(createby="")),
    Refusal(
        B,
        "arrange",
        "people_present",
        "{who}在{today}请假，不能作为检验人员",
        on_leave("jianyan1"),
        words=named("jianyan1"),
    ),
    Refusal(
        B,
        "arrange",
        "main_is_given",
        "流程配置把报告录入指定给了别人，{who}不能任主检",
        given("BGLR"),
        words=named("jianyan1"),
    ),
    Refusal(
        B,
        "arrange",
        "steps_are_given",
        "流程配置给报告批准指定的办理人中，本机构没有人有权限和资格，请系统管理员修改“流程配置”",
        given("BGSP"),
    ),
    Refusal(
        B,
        "arrange",
        "judges_left",
        "能批准报告的只有{who}，参加检验后报告无人批准，请换人",
        form=lambda o, s: {"inspectors": o.user("pizhun").id},
        words=named("pizhun"),
    ),
    Refusal(B, "arrange", "instruments_valid", EXPIRED, to_arrange, words=planned_instrument),
    Refusal(
        B,
        "confirm",
        "two_inspectors",
        "{seisn}：主检和协检至少2人",
        lambda o, s: setattr(s, "inspectors", s.inspectors[:1]),
    ),
    Refusal(B, "confirm", "qualified_inspectors", NO_QUALIFICATION, unqualified("jianyan1"), words=named("jianyan1")),
    Refusal(B, "confirm", "instruments_valid", EXPIRED, expired_yesterday, words=first_instrument),
    Refusal(B, "confirm", "briefed", "{seisn}：请确认安全交底", form={"safetybriefed": ""}),
    Refusal(B, "enter", "dates_in_order", "检验日期{tomorrow}不得晚于今天", tomorrow_recorded, words=days),
    Refusal(
        B,
        "enter",
        "dates_in_order",
        "检验日期{today}不得早于受理日期{tomorrow}",
        lambda o, s: setattr(s, "acceptdate", clock.today() + timedelta(days=1)),
        words=days,
    ),
    Refusal(B, "enter", "record_complete", "没有结果", failed_item),
    Refusal(B, "enter", "record_instruments_valid", EXPIRED, expired_yesterday, words=first_named),
    Refusal(B, "enter", "record_instruments_in_order", NOT_IN_ORDER, broken_after_use, words=first_named),
    Refusal(B, "enter", "people_still_qualified", NO_QUALIFICATION, unqualified("jianyan1"), words=named("jianyan1")),
    *(
        Refusal(B, move, guard, NO_SIGNATURE, unsigned(login), words=named(login))
        for move, guard, login in (
            ("arrange", "signed_by_two", "jianyan2"),
            ("confirm", "signed_by_two", "jianyan2"),
            ("enter", "signed_by_two", "jianyan2"),
            ("verify", "reviewer_signed", "jiaohe"),
            ("sign", "reviewer_signed", "jianyan2"),
            ("audit_fx", "reviewer_signed", "fenxiang"),
            ("audit", "reviewer_signed", "shenhe"),
            ("approve", "reviewer_signed", "pizhun"),
        )
    ),
    Refusal(
        B,
        "arrange",
        "inspectors_may_sign",
        "{who}没有检验人员签名的权限，不能参加检验",
        without_role("jianyan2"),
        words=named("jianyan2"),
    ),
    *(
        Refusal(B, name, "opened_now", "{seisn}：请先打开报告，看过内容再办理", form={"seen": ""})
        for name in ("audit_fx", "audit", "approve")
    ),
    *(
        Refusal(B, name, "inspectors_signed", NOT_SIGNED, nobody_signed, words=named("jianyan2"))
        for name in ("verify", "approve")
    ),
    Refusal(B, "sign", "own_inspection", "{seisn}的检验人员不是您，不能签名", login="jianyan5"),
    Refusal(B, "sign", "not_signed_yet", "{seisn}您已经签名"),
    Refusal(B, "sign", "opened_before", "{seisn}：请先打开报告，看过内容再办理", subject=lambda o: o.entered()),
    *(Refusal(B, name, "marks_exist", "第99项不在原始记录中", form=NO_ITEM) for name in JUDGE_BACK),
    Refusal(B, "enter", "remarks_answered", ASKED, placeholder_left, form={"reasons": {}}),
    Refusal(B, "audit_fx", "reviewer_qualified", NO_QUALIFICATION, unqualified("fenxiang"), words=named("fenxiang")),
    Refusal(B, "audit_fx", "conclusion_holds", BETTER, worse_found),
    Refusal(B, "audit_fx", "checks_hold", NO_INSTRUMENT, recorded(instruments=[])),
    Refusal(B, "audit_fx", "remarks_answered", ASKED, placeholder_left),
    Refusal(B, "audit_fx", "findings_answered", ANSWER, recorded(measures=HALF_A_TABLE)),
    Refusal(B, "audit", "reviewer_qualified", NO_QUALIFICATION, unqualified("shenhe"), words=named("shenhe")),
    Refusal(B, "audit", "conclusion_holds", BETTER, worse_found),
    Refusal(B, "audit", "checks_hold", NO_INSTRUMENT, recorded(instruments=[])),
    Refusal(B, "audit", "remarks_answered", ASKED, placeholder_left),
    Refusal(B, "audit", "findings_answered", ANSWER, recorded(measures=HALF_A_TABLE)),
    Refusal(B, "approve", "reviewer_qualified", NO_QUALIFICATION, unqualified("pizhun"), words=named("pizhun")),
    Refusal(B, "approve", "conclusion_holds", BETTER, worse_found, form={"opinion": "同意签发"}),
    Refusal(B, "approve", "checks_hold", NO_INSTRUMENT, recorded(instruments=[]), form={"opinion": "同意签发"}),
    Refusal(B, "approve", "remarks_answered", ASKED, placeholder_left),
    Refusal(B, "approve", "findings_answered", ANSWER, recorded(measures=HALF_A_TABLE), form={"opinion": "同意"}),
    *(
        Refusal(B, name, "reasons_stand", OTHER_WORDS, placeholder_explained, form=other_words, words=explained_by)
        for name in ("audit_fx", "audit", "approve")
    ),
    Refusal(
        B,
        "archive",
        "hazards_registered",
        "{seisn}的报告{reportno}不合格，隐患尚未登记，请先到“隐患登记”办理登记",
        put(unqualcode="1032"),
    ),
    Refusal(B, "arrears", "within_credit", "{seisn}未单独批准单位的欠费发放额度5000.00元", put(fee=Decimal(9000))),
    Refusal(B, "release", "paid_or_arrears", "{seisn}未缴费，发放须先缴费或经科长批准欠费发放", put(arrearsby="")),
    Refusal(B, "withdraw", "not_opened", "方志强已打开处理，不能撤回", put(opened_by="方志强"), "BGQR"),
    Refusal(B, "withdraw", "not_opened", "只能撤回本人最后提交的业务", step="BGQR", login="jiaohe"),
    Refusal(B, "withdraw", "not_opened", "该业务是退回来的，不能撤回", put(backReason="数据记录错误"), "BGQR"),
    Refusal(
        B,
        "enter",
        "notice_issued",
        "检验意见通知书TZS-1不是本业务签发的有效通知书，请重新开具",
        recorded(opinionno="TZS-1"),
    ),
    Refusal(R, "give_up", "not_submitted", "更正报告{newno}已提交校核，请先退回到报告录入再放弃更正"),
    Refusal(H, "register", "fully_stated", UNSTATED, put(demand="")),
    *USE_REFUSALS,
    *FIRST_REFUSALS,
    *CHECKS,
    Refusal("conformity", "submit", "names_devices", "还没有写声明的设备", nothing_declared),
    Refusal("conformity", "submit", "concerns_the_unit", "不是本单位制造、使用或维保的，不能声明", of_another_unit),
    Refusal("conformity", "submit", "declared_by_today", "声明日期{tomorrow}不得晚于今天", declared_ahead, words=days),
    *(
        Refusal("conformity", move, "has_paper", "请先在附件中上传签署盖章的声明", without_proof)
        for move in ("submit", "take")
    ),
    *(
        Refusal("instrument_loan", move, guard, sentence, spoil, words=named_instrument)
        for move in ("agree", "lend")
        for guard, sentence, spoil in (
            (
                "not_past",
                "借用期到{yesterday}，已经过去，请重新申请",
                put(fromday=clock.today() - timedelta(days=2), dueday=clock.today() - timedelta(days=1)),
            ),
            ("can_be_used", "{name}（{instno}）将在借用期内到期", of_instrument(nextcal=clock.today())),
            ("can_be_used", "{name}（{instno}）现为停用，不能借用", of_instrument(status="5")),
            ("not_lent_twice", "{name}（{instno}）{fromday}至{dueday}已借给{who}", lent_to_another),
        )
    ),
    Refusal(
        *("instrument_loan", "lend", "has_begun", "借用自{tomorrow}起，不能提前借出"),
        put(fromday=clock.today() + timedelta(days=1)),
        words=days,
    ),
    Refusal(
        *("instrument_loan", "lend", "is_in_store", "{name}（{instno}）不在库，不能借出"),
        of_instrument(status="1"),
        words=named_instrument,
    ),
    Refusal(
        *("instrument_loan", "giveBack", "damage_told", "仪器损坏，请写明故障"),
        form={"condition": "2", "conditionnote": ""},
    ),
    Refusal("instrument_loan", "drop", "own", "只能撤回本人的借用申请", login="yiqi"),
    Refusal("instrument_overhaul", "restore", "mended", "检修结论为不能修复，不能恢复使用", put(verdict="2")),
    Refusal("sms_reply", "answer", "not_hidden", "回复已过保存期限，号码已清理，不能答复", put(content="")),
    Refusal("sms_reply", "answer", "still_reached", "该号码已退订短信，请电话联系后办结", wants_no_more),
    Refusal("seal_certificate", "agree", "by_another", "由申请人以外的人同意制作", asked_by_oneself),
    Refusal("seal_certificate", "recover", "found_by_another", "由挂失人以外的人解除挂失", lost_by_oneself),
    Refusal("seal_certificate", "recover", "none_in_use", "正在使用，不能再启用这一枚", another_in_use),
    Refusal("record_conflict", "decide", "record_open", "这份原始记录已作废重建，不能裁定", put(record_id="none")),
    *(
        Refusal(
            "app_version",
            move,
            "numbers_in_order",
            TOO_HIGH,
            put(least="9.0.0"),
        )
        for move in ("stage", "publish")
    ),
    Refusal("simple_report", "archive", "one_document", "请先在附件中上传报告的 PDF 文件", without_proof),
    Refusal("self_check_rule", "issue", "by_another", "策略由制定人以外的人发布", by_oneself),
    Refusal("self_check_rule", "issue", "not_past", "生效日期{yesterday}已过", since_yesterday, words=days),
    Refusal("self_check_rule", "issue", "some_lifts", "该区划和类别没有在用电梯", put(prefix="99")),
    Refusal("self_check_rule", "end", "own_rule", "只能停用本单位制定的策略", put(orgid="another")),
    Refusal("stat_indicator", "publish", "indicator_is_sound", "条件：设备清单没有“颜色”", put(asks="颜色=红")),
    Refusal("stat_indicator", "revise", "no_draft", "EQ09的第2版正在编制中", drafted_again),
    Refusal("stat_indicator", "retire", "nobody_needs_it", "指标EQ14还在使用EQ09，不能废止", needed_by_a_share),
    Refusal("stat_form", "publish", "form_is_sound", "EQ13不是使用中的指标", late_ended),
    Refusal("stat_form", "revise", "no_draft", "TJ01的第2版正在编制中", drafted_again),
    Refusal("query_model", "publish", "runs", "没有“weight”这一列", put(columns="equcode,weight")),
    Refusal("query_model", "choose", "columns_known", "没有“weight”这一列", form={"columns": "equcode,weight"}),
    Refusal(
        *("query_model", "ask", "condition_readable", "没有“飞行”这个值"),
        form={"prop": "equstatus", "op": "in", "value": "飞行"},
    ),
    *(
        Refusal("query_model", move, "own_model", "查询模型由建立人修改", login=querymodels.READER)
        for move in ("revise", "retire")
    ),
    Refusal("query_model", "revise", "no_draft", "的第2版正在编制中", revised_already),
    *(
        Refusal("stat_edition", move, "of_own_area", "统计报表由填报区划自己办理", put(areacode="330212"))
        for move in ("stop", "correct")
    ),
    Refusal("stat_edition", "review", "by_another", "统计报表由编制人以外的人复核", login="jianguan"),
    Refusal("stat_edition", "review", "adds_up", "合计与分项不符，EQ08与EQ09+EQ10相差2台", one_cell_more),
    *(
        Refusal("stat_edition", move, "form_in_use", "TJ01第1版已废止", form_ended, step=step)
        for move, step in (("again", "CG"), ("report", "FH"))
    ),
    Refusal("stat_edition", "report", "unchanged", "保存的数与摘要不符", one_cell_more),
    Refusal("stat_edition", "correct", "not_corrected", "已有更正版", corrected_before),
    Refusal("exchange_mapping", "publish", "some_fields", "还没有填写字段，不能发布", without_fields),
    Refusal("spot_check", "draw", "period_is_over", "批准日期止", until_today),
    Refusal("spot_check", "draw", "some_reports", "这段时间没有批准的报告，没有可抽的", long_ago),
    Refusal("spot_check", "finish", "all_closed", "还有1份报告没有关闭", one_open),
    Refusal("spot_item", "mark", "a_signer_answers", "责任人须是在这份报告上签名的人", signed_by_nobody),
    *(
        Refusal("knowledge_doc", move, "one_file", "请先在附件中上传正文（PDF或Word）", without_proof)
        for move in ("submit", "cut")
    ),
    *(
        Refusal("knowledge_doc", move, "cut_as_it_is", "请先切分条款", put(cut="", cutsays=""))
        for move in ("submit", "publish")
    ),
    Refusal("knowledge_doc", "cut", "not_being_cut", "正在切分条款，请稍候", put(cut="1")),
    Refusal("knowledge_doc", "cut", "readable", "文件已损坏，不能读取，请重新上传", unreadable),
    Refusal("knowledge_doc", "publish", "replaced_is_in_use", "所代替的文件不是现行文件", put(replaces_id="another")),
    Refusal("knowledge_doc", "void", "of_own_institute", "文件由发布它的机构废止", put(orgid="another")),
    Refusal("knowledge_doc", "void", "ends_ahead", "停止使用日期{yesterday}已过", form=on_day("ended"), words=days),
    Refusal("quality_file", "order", "offices_named", "还没有写发放部门，请先在计划中添加", without_offices),
    *(
        Refusal("quality_file", move, "has_document", "请先在附件中上传文件正文（PDF）", without_proof)
        for move in ("submit", "audit", "approve")
    ),
    Refusal("quality_file", "submit", "has_document", "附件中有2份 PDF，正文只能有一份", files.with_text),
    Refusal("quality_file", "issue", "offices_named", "还没有写发放部门，请先在计划中添加", without_offices),
    Refusal(
        *("quality_file", "issue", "effective_ahead", "实施日期{yesterday}已过"), form=on_day("effective"), words=days
    ),
    Refusal("quality_file", "issue", "after_the_last", "现行版本Z/9自", issued_before),
    Refusal("quality_file", "void", "ends_ahead", "作废日期{yesterday}已过", form=on_day("ended"), words=days),
    Refusal("serious_report", "send", "late_with_reason", "迟报须写明原因", found_long_ago),
    Refusal("serious_report", "order", "ordered_once", "已责令整改，问题编号WT", ordered_before),
    Refusal("serious_report", "order", "deadline_ahead", "整改期限{yesterday}已过", form=ordered_by(-1), words=days),
    Refusal("opinion_call", "publish", "deadline_ahead", "征集截止日期{yesterday}已过", copy_late, words=days),
    Refusal("opinion_call", "reply", "still_taken", "征集已于{yesterday}截止", copy_late, words=days),
    Refusal("opinion_call", "close", "term_over", "截止，不能提前结束"),
    Refusal(DRAW, "publish", "public_ahead", "公布时谁也不能知道", put(publicday=clock.today())),
    Refusal(DRAW, "publish", "frame_fits", "高风险只有1家，不能抽50家", put(highs=50)),
    Refusal(DRAW, "draw", "public_known", "公开随机值要到{tomorrow}才产生，不能提前抽取", public_later, words=days),
    Refusal(DRAW, "draw", "frame_unchanged", "名单与公布时的摘要不一致，不能抽取", put(framedigest="0" * 64)),
    Refusal(DRAW, "draw", "two_left", "有1家单位回避以后不足两名检查人员", kept_away),
    Refusal(DRAW, "replace", "one_to_take", "请选择抽中而没有替换的单位", form={"which": "0" * 32}),
    Refusal(DRAW, "plan", "planday_ahead", "计划检查日期{yesterday}已过", form=planned_for(-1), words=days),
    Refusal("carbon_copy", "submit", "deadline_ahead", "办理期限{yesterday}已过", copy_late, words=days),
    Refusal(H, "register", "deadline_ahead", "治理期限{yesterday}已过", hazard_term_passed, words=days),
    Refusal(H, "receipt", "received_by_today", "签收日期{tomorrow}不得晚于今天", form=received(1), words=days),
    Refusal(
        H, "receipt", "received_by_today", "签收日期{yesterday}不得早于登记日期{today}", form=received(-1), words=days
    ),
    Refusal(H, "answer", "done_by_today", "完成日期{tomorrow}不得晚于今天", form=hazard_done(1), words=days),
    Refusal(H, "answer", "has_evidence", "{hazno}没有治理证据，请先上传附件", without_proof),
    Refusal(H, "extend", "later_deadline", "新的治理期限{yesterday}已过", form=hazard_term(-1), words=days),
    Refusal(
        H, "extend", "later_deadline", "新的治理期限{tomorrow}应在原期限{deadline}之后", form=hazard_term(1), words=days
    ),
    Refusal(H, "verify", "has_evidence", "{hazno}没有治理证据，请先上传附件", without_proof),
    Refusal(H, "close", "has_evidence", "{hazno}没有治理证据，请先上传附件", without_proof),
    Refusal(N, "issue", "has_problems", "通知书没有问题，请先填写存在的问题和处理意见", without_problems),
    Refusal(N, "issue", "due_ahead", "整改反馈期限{yesterday}已过", term_passed, words=days),
    Refusal(N, "issue", "due_ahead", "请填写整改反馈期限", put(due=None)),
    Refusal(N, "issue", "serious_is_copied", "有严重问题，应开具检验意见通知书（二）并抄送监管部门", put(kind="01")),
    Refusal(N, "sign", "received_in_time", "签收日期{tomorrow}不得晚于今天", form=received(1), words=days),
    Refusal(N, "sign", "received_in_time", "签收日期{yesterday}不得早于签发日期{today}", form=received(-1), words=days),
    Refusal(N, "refuse", "received_in_time", "签收日期{tomorrow}不得晚于今天", form=received(1), words=days),
    Refusal(N, "refuse", "two_witnesses", "见证人须为两名不同的人", form={"witness1": "王强", "witness2": "王强"}),
    Refusal(N, "answer", "every_problem_answered", "第1个问题没有填写整改措施和完成日期", unanswered),
    Refusal(N, "pass_on", "is_overdue", "{noticeno}的整改反馈期限{tomorrow}未到，不能移交监管", term_ahead, words=days),
    Refusal(N, "void", "report_not_issued", "的报告已引用该通知书，不能作废", report_underway, "MEND"),
    Refusal(B, "end_ask", "nothing_issued", "{seisn}已签发报告", reported, "BGLR"),
    Refusal(R, "submit", "report_valid", "报告{reportno}更正中，不能再申请更正或补发", report_state("更正中")),
    Refusal(R, "submit", "report_valid", "报告{reportno}尚未批准，请在流程中退回修改", report_underway),
    Refusal(R, "submit", "no_other_change", "报告{reportno}有在办的更正申请", another_change),
    Refusal(R, "agree", "report_valid", "报告{reportno}已收回，不能再申请更正或补发", report_state("已收回")),
    Refusal(R, "approve", "report_valid", "报告{reportno}已收回，不能再申请更正或补发", report_state("已收回")),
    Refusal(C, "submit", "has_lines", "请填写更正内容和更正原因", put(lines=[])),
    Refusal(C, "submit", "still_alive", GONE, device_with(equDel=1)),
    Refusal(C, "submit", "not_busy", BUSY, in_business, words=business_number),
    Refusal(C, "submit", "unchanged", CHANGED, device_with(prono="26T55555")),
    Refusal(C, "submit", "has_proof", "请上传更正依据（附件）", without_proof),
    Refusal(C, "withdraw", "mine_only", "只有申请人可以撤回", login="zhiliang"),
    Refusal(C, "agree", "still_alive", GONE, device_with(equDel=1)),
    Refusal(C, "agree", "not_busy", BUSY, in_business, words=business_number),
    Refusal(C, "agree", "unchanged", CHANGED, device_with(prono="26T55555")),
]
