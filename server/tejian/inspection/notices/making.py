"""Making a notice from a record, its problems and answers, and its paper."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.codes import LIFT
from tejian.archives.ledgers.inspected.api import one_of
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import (
    CLOSED,
    DRAFT,
    ISSUED,
    MEND,
    OPEN,
    OPINION,
    PASSED_ON,
    RECTIFY,
    SERIOUS,
    VOID,
    InspectionNotice,
    NoticeProblem,
)
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.process.doing import Doing, Reason
from tejian.kit.records.crud import Hooks, Saved
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.system.organisations.api import add_working_days
from tejian.system.settings.api import version

from .forms import ACTS, KINDS
from .process import NOTICE, problems_of

FAILED, MENDED = "×", "△"
COPIED: tuple[str, ...] = ("equdatasysid", "equname", "equcode", "usecertno", "equclass", "useplace", "unitsysid")
COPIED += ("unitname", "cheorg", "testsort", "seisn", "reportno")
SERIOUS_LEVEL, COMMON_LEVEL = "3", "1"  # C654
MONITOR = "monitor"  # of HANDLINGS
CONSEQUENCE = "逾期未整改或者整改后仍不符合要求的，我机构将依法报告特种设备安全监督管理部门，设备不得继续使用。"
BASIS = "《中华人民共和国特种设备安全法》第三十九条、第五十三条"


class NoticeLink(TypedDict):
    """A notice as the pages of its item name it."""

    id: str
    noticeno: str
    kindName: str
    stepName: str
    due: str | None


def written_notices(db: Session, row: AppBuss) -> list[NoticeLink]:
    """The notices of a business item that were not voided, the oldest first."""
    query = select(InspectionNotice).where(InspectionNotice.appbuss_id == row.id, InspectionNotice.step != VOID)
    return [
        {
            "id": one.id,
            "noticeno": one.noticeno,
            "kindName": KINDS[one.kind].split("（严")[0],
            "stepName": NOTICE.name_of(one.step),
            "due": one.due.isoformat() if one.due else None,
        }
        for one in db.scalars(query.order_by(InspectionNotice.createtime, InspectionNotice.id))
    ]


class Begun(TypedDict):
    """Which notice fits what was found."""

    kind: str
    handling: str


class Beginning(Begun):
    """What a new notice says of itself before anybody has chosen."""

    due: str


class RectifyBeginning(TypedDict):
    """What a new rectification notice says of itself before anybody has chosen."""

    due: str


def beginning(db: Session, me: User, item: str) -> Beginning:
    """Of the notice of an item: serious findings are copied to the authority, and what failed is inspected again."""
    row = visible_or_refuse(db, me, AppBuss, item)
    record = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)).first()
    if record is None:
        raise Refused(f"{row.seisn}：尚未生成原始记录，不能开具通知书")
    failed = record.conclusion in records.unqualified_codes(db)
    begun = _beginning(_found(db, row, record), failed=failed, watched=row.equclass == LIFT and _watched(record))
    return {**begun, "due": str(_term(db, begun["handling"], record.inspdate))}


def beginning_again(db: Session, me: User, notice: str) -> RectifyBeginning:
    """Of the rectification notice that follows this opinion notice: its term begins today."""
    before = visible_or_refuse(db, me, InspectionNotice, notice)
    return {"due": str(_term(db, before.handling, None))}


def _beginning(problems: Sequence[NoticeProblem], *, failed: bool = False, watched: bool = False) -> Begun:
    serious = any(one.level >= SERIOUS_LEVEL for one in problems)
    handling = "rectify" if serious or failed else "monitor" if watched else "confirm"
    return {"kind": SERIOUS if serious else OPINION, "handling": handling}


def _watched(record: OriginalRecord) -> bool:
    """Whether the unit has promised to use the device under watch."""
    return any(one.get("r") == FAILED and one.get("m") for one in record.results.values())


def _term(db: Session, handling: str, begins: date | None) -> date:
    """The last day of a notice as the settings of the inspection rules have it; from today where it would be over."""
    settings, today = records.settings(db), clock.today()

    def after(start: date) -> date:
        if handling == MONITOR:
            return add_working_days(db, start, int(settings["notice_monitor_days"]))
        return start + timedelta(days=int(settings["notice_days"]))

    due = after(begins or today)
    return due if due >= today else after(today)


def make(db: Session, me: User, form: Input, kind: str) -> Saved:
    """Make the draft of a notice from what the record of an item found."""
    row = visible_or_refuse(db, me, AppBuss, form["appbuss_id"], lock=True)
    if row.cheorg != me.org_id:
        raise NoPermission("只能为本机构的业务开具通知书")
    record = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)).first()
    if record is None:
        raise Refused(f"{row.seisn}：尚未生成原始记录，不能开具通知书")
    if row.step in (at.VOID, at.ENDED):
        raise Refused(f"{row.seisn}已作废或终止，不能开具通知书")
    before = _opinion_of(db, row)
    if kind == RECTIFY and (before is None or before.step not in ISSUED):
        raise Refused(f"{row.seisn}没有已签发的检验意见通知书，不能开具整改通知书")
    if kind == RECTIFY and before is not None and before.step == CLOSED:
        raise Refused(f"{before.noticeno}的问题已确认整改，不能再开具整改通知书")
    if kind != RECTIFY and before is not None:
        raise Refused(f"{row.seisn}已有检验意见通知书{before.noticeno or '（待签发）'}，不能重复开具")
    if form["due"] < clock.today():
        raise BadInput(f"整改反馈期限{form['due']}已过", field="due")
    notice = InspectionNotice(appbuss_id=row.id, kind=kind, handling=form["handling"], due=form["due"])
    for name in COPIED:
        setattr(notice, name, getattr(row, name))
    notice.inspdate, notice.inspectors = record.inspdate or row.inspdate, row.inspectornames
    notice.origin_id = before.id if before else ""
    NOTICE.put(db, notice, DRAFT)
    db.add(notice)
    db.flush()
    problems = _left_of(db, before) if before else _found(db, row, record)
    for seq, one in enumerate(problems, 1):
        one.notice_id, one.seq = notice.id, seq
        db.add(one)
    db.flush()
    return {"id": notice.id, "version": notice.version}


def give(db: Session, me: User, row: AppBuss, due: date) -> InspectionNotice:
    """Make and issue the opinion notice of an item at once, as an inspector does on site."""
    begun = _beginning(_found(db, row, records.record_or_refuse(db, row)))
    form = Input({"appbuss_id": row.id, **begun, "due": due})
    key = make(db, me, form, begun["kind"])["id"]
    notice = db.scalars(select(InspectionNotice).where(InspectionNotice.id == key)).one()
    if not problems_of(db, notice):  # the conclusion is worse than the items say
        words = records.record_or_refuse(db, row).problems[:500] or "见检验结论"
        db.add(
            NoticeProblem(notice_id=notice.id, seq=1, place="综合结论", problem=words, level="1", advice="按要求整改")
        )
        db.flush()
    NOTICE.do(db, me, "issue", [notice.id])
    return notice


def _opinion_of(db: Session, row: AppBuss) -> InspectionNotice | None:
    """The opinion notice of an item that was not voided."""
    mine = (InspectionNotice.appbuss_id == row.id, InspectionNotice.step != VOID, InspectionNotice.kind != RECTIFY)
    return db.scalars(select(InspectionNotice).where(*mine)).first()


def _left_of(db: Session, notice: InspectionNotice) -> list[NoticeProblem]:
    """The problems of an earlier notice, to be named once more."""
    names = ("itemno", "place", "problem", "level", "advice")
    return [NoticeProblem(**{n: getattr(one, n) for n in names}) for one in problems_of(db, notice)]


def _found(db: Session, row: AppBuss, record: OriginalRecord) -> list[NoticeProblem]:
    """What the record found: items that failed, and those put right on the spot."""
    out = []
    for item in records.items_of_row(db, row):
        got = record.results.get(item["seq"], {})
        mark, note = got.get("r"), str(got.get("n") or "")
        if mark not in (FAILED, MENDED):
            continue
        one = NoticeProblem(itemno=item["item_no"], place=item["content"][:200])
        words = note or f"不符合要求：{item['requirement']}"
        one.problem = "；".join(filter(None, (records.of_lines_words(got), words)))[:500]
        one.level = SERIOUS_LEVEL if mark == FAILED and item["key_item"] == "Y" else COMMON_LEVEL
        if mark == MENDED:
            one.advice, one.measure = "现场已整改，请保持", "现场已整改，复查符合"
            one.donedate, one.doneby = record.inspdate, row.scinspectorname
        else:
            one.advice = f"整改至符合要求：{item['requirement']}"[:500]
        out.append(one)
    return out


# -- what is saved by its forms -----------------------------------------------------------------------------------


def before_notice(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A notice is changed while it is a draft; it is made by `make` alone."""
    if not row.id:
        raise Refused("通知书从检验业务开具")
    ACTS.refuse(row)


def before_problem(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    notice = visible_or_refuse(db, me, InspectionNotice, row.notice_id or values["notice_id"], lock=True)
    ACTS.refuse(notice)
    if not row.seq:
        last = select(func.max(NoticeProblem.seq)).where(NoticeProblem.notice_id == notice.id)
        row.seq = (db.scalar(last) or 0) + 1


def before_delete(db: Session, me: User, row: Any) -> None:
    ACTS.refuse(
        db.scalars(select(InspectionNotice).where(InspectionNotice.id == getattr(row, "notice_id", row.id))).one()
    )


HEAD_HOOKS = Hooks(before_notice, before_delete=before_delete)
PROBLEM_HOOKS = Hooks(before_problem, before_delete=before_delete)


def answer(db: Session, me: User, form: Input) -> Saved:
    """What the unit did about one problem."""
    row = visible_or_refuse(db, me, NoticeProblem, form.id, lock=True)
    notice = db.scalars(select(InspectionNotice).where(InspectionNotice.id == row.notice_id).with_for_update()).one()
    if notice.step not in (MEND, PASSED_ON):
        raise Refused(f"{notice.noticeno or '通知书'}{NOTICE.name_of(notice.step)}，不能填写整改反馈")
    if form["donedate"] > clock.today():
        raise BadInput(f"完成日期{form['donedate']}不得晚于今天", field="donedate")
    row.measure, row.donedate, row.doneby = form["measure"], form["donedate"], form["doneby"]
    db.flush()
    return {"id": row.id, "version": row.version}


# -- paper --------------------------------------------------------------------------------------------------------


def sheet(db: Session, me: User, ids: Sequence[str]) -> File:
    """YJTZS: notices on paper."""
    require(me, p.NOTICE_QUERY)
    rows = many_visible_or_refuse(db, me, InspectionNotice, list(ids)[:20])
    parts = [pdf.render("opinion_notice", paper_of(db, one)) for one in rows]
    return File(pdf.joined(parts), "application/pdf", f"{rows[0].noticeno or '通知书草稿'}.pdf", inline=True)


def paper_of(db: Session, notice: InspectionNotice) -> dict[str, Any]:
    """A notice as its document template takes it."""
    words = dictionary.words(db, version(db, "dict"))
    org = db.scalars(select(Org).where(Org.id == notice.cheorg)).one()
    device = one_of(db, notice.equdatasysid)
    row = db.scalars(select(AppBuss).where(AppBuss.id == notice.appbuss_id)).one()
    problems = problems_of(db, notice)
    done = [f"{one.seq}. {one.measure}（{one.donedate}，{one.doneby}）" for one in problems if one.measure]
    answered = notice.feedbackdate is not None
    return {
        "title": f"特种设备{KINDS[notice.kind].split('（严')[0]}",
        "orgname": org.name,
        "orgtel": org.tel,
        "noticeno": notice.noticeno,
        "draft": notice.step == DRAFT,
        "draftText": "未签发",
        "void": notice.step == VOID,
        "noticedate": notice.noticedate or "",
        "unitname": notice.unitname,
        "equipment": {
            "equname": notice.equname,
            "equcode": notice.equcode,
            "usecertno": notice.usecertno,
            "equinnerno": device.equinnerno,
            "useplace": notice.useplace,
        },
        "testsortName": words.get("C604", {}).get(notice.testsort, ""),
        "inspdate": notice.inspdate or "",
        "problems": [
            {"part": one.place, "text": one.problem, "advice": one.advice, "deadline": one.deadline or notice.due}
            for one in problems
        ],
        "actions": [notice.handling],
        "rectifydate": notice.due or "",
        "inspectors": _hands(db, notice, row),
        "seal": {"orgname": org.name, "label": "检验专用章", "no": org.code} if notice.step in ISSUED else None,
        "receiver": notice.receiver,
        "receivertel": notice.receivertel,
        "receivedate": notice.receivedate or "",
        "refusal": f"{notice.refusal}（见证人：{notice.witnesses}）" if notice.refused else "",
        "feedback": "\n".join(done) if answered else "",
        "feedbackman": notice.feedbackman,
        "feedbackdate": notice.feedbackdate or "",
        "confirmed": f"{notice.confirmby} {notice.confirmdate}" if notice.confirmdate else "",
        "copies": [notice.copied] if notice.copied else [],
        "legal": f"依据{BASIS}，责令限期整改。{CONSEQUENCE}" if notice.kind == RECTIFY else "",
        "printTime": clock.now(),
    }


def _hands(db: Session, notice: InspectionNotice, row: AppBuss) -> list[dict[str, Any]]:
    """The inspectors by name, and in his own hand who issued the notice: he alone has signed it."""
    issuer = notice.issuer_id if notice.step in ISSUED else ""
    signed = records.hand(db, issuer, notice.issuer, notice.noticedate)
    names = dict(zip(row.inspectors, row.inspectornames.split("、"), strict=False))
    lines = [signed if key == issuer and signed else {"name": name} for key, name in names.items()]
    return lines if signed is None or issuer in names else [signed, *lines]


def note_issue(db: Session, row: AppBuss, report: Report) -> None:
    """Follows the issue of a report: a re-inspection that conforms ends the notices of what failed before it."""
    if not row.mother_id or row.unqualcode:
        return
    open_ = (InspectionNotice.appbuss_id.in_(records.mothers_of(db, row)), InspectionNotice.step.in_(OPEN))
    found = select(InspectionNotice).where(*open_).order_by(InspectionNotice.id).with_for_update()
    for notice in db.scalars(found):
        why = Reason(f"复检报告{report.reportno}合格")
        NOTICE.follow(Doing(db, db.info["me"], notice, reason=why), "again", [notice])
