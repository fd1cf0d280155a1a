"""What the screens of the steps show of a business item, and the saving of its record."""

from collections.abc import Sequence
from datetime import date
from typing import Any, NotRequired

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, OF_PEOPLE, arrears, note_record
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import OriginalRecord, PrintLog, Report
from tejian.inspection.models.signatures import INSPECTED, Signature
from tejian.inspection.notices.api import NoticeLink, written_notices
from tejian.inspection.permissions import SIGN
from tejian.inspection.records import api as records
from tejian.inspection.records.api import RecordForm
from tejian.inspection.subreports.api import SubReports, listed
from tejian.kit.database.audit import plain
from tejian.kit.database.db import check_version, visible_or_refuse
from tejian.kit.forms.form import Known, ManyIds, OneId
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.shapes import Move, RecordNotice
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.moves import offered, standing
from tejian.kit.records.crud import shaped
from tejian.system.models.accounts import SysUser


class ItemContact(TypedDict):
    name: str
    tel: str


class ItemHead(TypedDict):
    """The strip of a step screen, and everything that the steps keep of their item."""

    id: str
    seisn: str
    appno: str
    step: str
    stepName: str
    stepVerb: str
    status: str
    statusName: str
    equname: str
    equcode: str
    usecertno: str
    useplace: str
    unitname: str
    equclass: str
    equclacode: str
    equclacodeName: str
    equdatasysid: str
    seisort: str
    testsort: str
    testsortName: str
    taskno: str
    reportno: str
    template: str
    conclusion: str
    conclusionName: str
    inspectornames: str
    scinspectorname: str
    chargestate: str
    chargestateName: str
    fee: str | None
    arrearsby: str
    arrearsreason: str
    payunitNote: str
    printcount: int
    papernos: str
    archiveno: str
    archivebox: str
    archivepages: int | None
    archivedocs: str
    releaseway: str
    receiver: str
    receivertel: str
    receiveridtype: str
    receiveridtypeName: str
    receiveridno: str
    expressno: str
    version: int
    backReason: str
    backDescription: str
    backUser: str
    backStep: str
    inspdate: str | None
    nextdate: str | None
    duedate: str | None
    plandate: str | None
    limit_at: str | None
    enteredat: str | None
    auditedat: str | None
    approvedat: str | None
    enteredbyName: str
    verifiedbyName: str
    fxauditedbyName: str
    auditedbyName: str
    approvedbyName: str
    mine: bool
    toSign: bool
    page: str
    list: str
    moves: list[Move]
    standing: RecordNotice | None
    lacking: list[str]
    contact: ItemContact
    reportget: str
    mailaddress: str


class IssuedReport(TypedDict):
    reportno: str
    key: str
    pages: int
    verifycode: str
    issuedat: str
    signer: str
    sm2: str


class Template(TypedDict):
    code: str
    items: int


class Content(TypedDict, total=False):
    """The record part of a screen, there once the report was built; before that its template."""

    id: str
    version: int
    record: records.RecordHead
    items: list[records.EntryItem]
    photos: list[records.Photo]
    facts: list[records.Fact]
    tables: list[records.EntryTable]
    sites: list[records.SiteMeasure]
    lines: list[str]
    least: dict[str, int]
    impossible: dict[str, dict[str, str]]
    toolbox: list[records.InstrumentLine]
    parameters: list[records.Parameter]
    corrections: dict[str, records.Stated]
    tools: records.Tools
    worked: list[records.WorkedTable]
    conclusions: list[records.Conclusion]
    problems: str
    stated: dict[str, str]
    rectifydue: date | None
    told: list[records.Followed]
    findings: list[records.Finding]
    proposal: records.Proposal
    ruledate: date | None
    dates: list[records.NextDay]
    template: Template
    report: IssuedReport


class ItemScreen(Content):
    """What the screen of any step shows; `signed`: who has signed, and which inspectors have not."""

    head: ItemHead
    signed: list[records.SignedBy]
    notices: list[NoticeLink]
    subs: SubReports
    next: NotRequired[records.NextExplained | None]
    former: NotRequired[records.Former | None]  # the machine of the same declaration as which this one can be filled


class FollowingItem(TypedDict):
    id: str
    reportno: str
    equname: str
    unitname: str


class AuditScreen(Content):
    """Here `next` is the next piece of work; why the next date is what it is comes as `explained`. `seen` proves to the
    call of a decision what this page has shown; '' for whom nothing is to be decided."""

    head: ItemHead
    signed: list[records.SignedBy]
    seen: str
    notices: list[NoticeLink]
    subs: SubReports
    explained: records.NextExplained | None
    differences: records.Differences
    place: int
    waiting: int
    next: FollowingItem | None


class RecordState(records.Judged):
    version: int
    nextdate: date | None


def refuse_outsiders(me: User) -> None:
    """Drafts, original records and what is said between steps are for the institute, not for an enterprise account."""
    if me.unit_id:
        raise NoPermission()


def to_sign(me: User, row: AppBuss, stood: Sequence[Signature]) -> bool:
    """Whether the record of an item waits for the signature of this user as one of its inspectors."""
    mine = any(one.role == INSPECTED and one.user_id == me.id for one in stood)
    return me.id in row.inspectors and row.step in at.SIGNABLE and me.may(SIGN) and not mine


def head(
    db: Session, me: User, row: AppBuss, record: OriginalRecord | None, stood: Sequence[Signature] = ()
) -> ItemHead:
    """The strip of a step screen: what is judged, by whom, until when, which returns are open."""
    known = words(db, me.dict_version)
    mine = BUSINESS.is_mine(db, me, row)
    step = BUSINESS.by_code[row.step]
    people = [x for x in (row.enteredby, row.verifiedby, row.fxauditedby, row.auditedby, row.approvedby) if x]
    named = select(SysUser.id, SysUser.name).where(SysUser.id.in_(people))
    names = {one.id: one.name for one in db.execute(named)} if people else {}
    main = db.get_one(AppMain, row.appmain_id)  # lint: allow by-id (the key comes from the stored item)
    return shaped(
        ItemHead,
        row,
        stepName=step.name,
        stepVerb=step.verb,
        page=step.page,
        list=step.route,
        standing=standing(db, BUSINESS, row),
        statusName=known.get("C609", {}).get(row.status, row.status),
        testsortName=known.get("C604", {}).get(row.testsort, row.testsort),
        equclacodeName=known.get("C602", {}).get(row.equclacode, row.equclacode),
        conclusionName=known.get("C605", {}).get(row.conclusion, row.conclusion),
        receiveridtypeName=known.get("C621", {}).get(row.receiveridtype, ""),
        chargestateName=known.get("C643", {}).get(row.chargestate or "0", ""),
        enteredbyName=names.get(row.enteredby, ""),
        verifiedbyName=names.get(row.verifiedby, ""),
        fxauditedbyName=names.get(row.fxauditedby, ""),
        auditedbyName=names.get(row.auditedby, ""),
        approvedbyName=names.get(row.approvedby, ""),
        payunitNote=arrears(db, main.payunitsysid or row.unitsysid),
        mine=mine,
        toSign=to_sign(me, row, stood),
        lacking=_lacking(Doing(db, me, row), record, mine),
        moves=offered(BUSINESS, row),
        contact={"name": main.inscontactname, "tel": main.INSCONTACTTEL},
        reportget=main.reportget,
        mailaddress=main.mailaddress,
    )


def _lacking(d: Doing, record: OriginalRecord | None, mine: bool) -> list[str]:
    """What the people of an item lack to sign its report, said before the work is done for nothing."""
    step = d.subject.step
    to_enter = step in (at.CONFIRM, at.BUILD, at.ENTER)
    moves = [BUSINESS.by_name["enter"]] if to_enter else [m for m in BUSINESS.moves if mine and step in m.frm]
    note_record(d, record)
    return [said for m in moves for one in m.guards if one in OF_PEOPLE and (said := one(d))]


class OpenForm(OneId):
    """Which item is opened; who is to sign it as its inspector says what he was shown."""

    seen: str = Field("", title="打开凭据", max_length=600)


def open_item(db: Session, me: User, form: OpenForm) -> None:
    """Note that the next person has opened the item, so that it cannot be pulled back any more.

    Of an inspector who has to sign it is kept what he was shown: it is still with those who wrote it.
    """
    row = visible_or_refuse(db, me, AppBuss, form.id, lock=True)
    record = records.record_of(db, row) if form.seen and me.id in row.inspectors else None
    if record:
        if isinstance(refusal := records.seen_in(form.seen, me, row, record), str):
            raise Refused(refusal)
        records.note_opening(db, me, row, form.seen)
        return
    if not row.opened_by and row.last_by != me.id and BUSINESS.is_mine(db, me, row):
        BUSINESS.note_opened(db, me, row)


def item_screen(db: Session, me: User, buss_id: str, *, checked: bool = True) -> ItemScreen:
    """What the handling screen of any step shows. A phone has it without what the checks of the report say: they read
    far more than goes along with it, and are asked when the record is handed in.
    """
    refuse_outsiders(me)
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    record = records.record_of(db, row)
    stood = records.standing(db, row)
    out: ItemScreen = {
        "head": head(db, me, row, record, stood),
        "signed": records.told(row, stood),
        "notices": written_notices(db, row),
        "subs": listed(db, row),
    }
    if record:
        actor = me if out["head"]["mine"] else None
        out.update(records.entry_screen(db, row, record, actor, checked=checked))
        out["former"] = records.former(db, row, record) if checked and row.step == at.ENTER else None
    else:
        template, _ = records.templates_of(db, row)
        out["template"] = {"code": template, "items": len(records.items_of_row(db, row))}
    issued = db.scalars(select(Report).where(Report.appbuss_id == row.id).order_by(Report.issuedat.desc())).first()
    if issued:
        out["report"] = {
            "reportno": issued.reportno,
            "key": issued.key,
            "pages": issued.pages,
            "verifycode": issued.verifycode,
            "issuedat": plain(issued.issuedat),
            "signer": issued.signer,
            "sm2": records.sm2_signer(db, issued),
        }
    return out


def audit_screen(db: Session, me: User, buss_id: str) -> AuditScreen:
    """The item with differences to the last report and the next item of the same step."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    waiting = (
        select(AppBuss)
        .where(AppBuss.visible(me), BUSINESS.mine(me, [row.step]))
        .order_by(AppBuss.limit_at.asc().nulls_last(), AppBuss.id)
    )
    ids = list(db.scalars(waiting.with_only_columns(AppBuss.id).limit(500)))
    place = ids.index(row.id) if row.id in ids else -1
    following = ids[(place + 1) % len(ids)] if len(ids) > 1 else ""
    nxt = db.scalars(select(AppBuss).where(AppBuss.id == following)).first() if following else None
    screen = item_screen(db, me, buss_id)
    screen.pop("former", None)  # nobody fills a record here
    differences = records.differences(db, row, screen)
    out: Any = {
        **screen,
        "explained": screen.get("next"),
        "differences": differences,
        "seen": _proof(db, me, row, screen, differences),
        "place": place + 1,
        "waiting": len(ids),
        "next": {"id": nxt.id, "reportno": nxt.reportno, "equname": nxt.equname, "unitname": nxt.unitname}
        if nxt
        else None,
    }
    return out  # type: ignore[no-any-return]


def _proof(db: Session, me: User, row: AppBuss, screen: ItemScreen, differences: records.Differences) -> str:
    """What this page has shown, for whom it waits."""
    waits = screen["head"]["toSign"] or (screen["head"]["mine"] and row.step in at.JUDGED)
    record = records.record_of(db, row) if waits else None
    return records.proof_of(me, row, record, screen["findings"], differences["rows"]) if record else ""


def looked(db: Session, me: User, buss_id: str) -> str:
    """The item is opened by a program that walks the flow as people do (demo city, known answers): its proof."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    record = records.record_or_refuse(db, row)
    if me.id not in row.inspectors:
        return records.proof_of(me, row, record, records.findings_of(db, row, record, me), ())
    proof = records.proof_of(me, row, record, (), ())
    records.note_opening(db, me, row, proof)
    return proof


def cosign(db: Session, me: User, buss_id: str) -> None:
    """Sign a record as its inspector, where that is still to be done."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    if to_sign(me, row, records.standing(db, row)):
        looked(db, me, buss_id)
        BUSINESS.do(db, me, "sign", [buss_id], ManyIds(ids=[buss_id]))


def save_record(db: Session, me: User, form: RecordForm) -> RecordState:
    """Autosave of the entry: the changed items and fields, checked; gives findings and the proposal back."""
    row, record = _entered(db, me, form)
    examined = records.write(db, row, record, form)
    findings = records.findings_of(db, row, record, examined=examined)
    records.write_answers(record, findings, form.reasons, me)
    db.flush()
    judgement = records.judged(db, row, record, examined, findings)
    return {"version": record.version, "nextdate": record.nextdate, **judgement}


def fill_as_before(db: Session, me: User, form: Known) -> RecordState:
    """Fill what is empty in a record as at the machine of the same kind before it; what was measured stays empty."""
    row, record = _entered(db, me, form)
    examined = records.fill_as_before(db, row, record)
    db.flush()
    judgement = records.judged(db, row, record, examined)
    return {"version": record.version, "nextdate": record.nextdate, **judgement}


def _entered(db: Session, me: User, form: Known) -> tuple[AppBuss, OriginalRecord]:
    """The item and its record that somebody enters now, locked, as he read it."""
    row = visible_or_refuse(db, me, AppBuss, form.id, lock=True)
    if row.step != at.ENTER:
        raise Refused(f"{row.seisn}当前环节为{BUSINESS.name_of(row.step)}，不能录入")
    if not BUSINESS.is_mine(db, me, row):
        raise NoPermission("该报告不由您录入")
    record = records.record_or_refuse(db, row, lock=True)
    check_version(record, form.version)
    return row, record


def note_print(db: Session, me: User, subject_id: str, number: str, kind: str, copies: int) -> None:
    db.add(PrintLog(subject_id=subject_id, subject_no=number, printtype=kind, copies=copies, by_name=me.name))
