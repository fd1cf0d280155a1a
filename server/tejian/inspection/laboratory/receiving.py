"""What the laboratory says of a sample: taken in order, once each, and what a changed or withdrawn result undoes.

Before the report is approved it goes back to its entry, signatures and all; after that quality gets a finding that
names the report. Nobody has to notice it: the step of the business item says it, its people and quality are told.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models import laboratory as lab
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import LabEvent, LabFinding, LabSample
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import dictionary
from tejian.kit.ground.user import SYSTEM
from tejian.kit.process.doing import Doing, Reason
from tejian.messages.api import tell
from tejian.system.accounts.api import who_may

from .forms import PAGE
from .process import FINDING, FINDING_PAGE, SAMPLE

RECEIPT, BEGIN, RESULT, REVIEW, WITHDRAWAL = "received", "testing", "result", "reviewed", "withdrawn"
KINDS = {RECEIPT: "接收样品", BEGIN: "开始检测", RESULT: "给出结果", REVIEW: "审核结果", WITHDRAWAL: "撤回结果"}
CHANGED_DATA = "02"  # C610: 数据记录错误
BACK = {at.VERIFY: "verify_back", at.AUDIT_FX: "audit_fx_back", at.AUDIT: "audit_back", at.APPROVE: "approve_back"}


@dataclass(frozen=True)
class Event:
    """One thing that the laboratory says of a sample; its key makes a repetition one and the same."""

    key: str
    kind: str
    at: datetime
    labno: str = ""
    outcome: str = ""
    values: tuple[dict[str, str], ...] = ()
    reason: str = ""


def take(db: Session, sample_id: str, events: Iterable[Event]) -> int:
    """Write what is new of what the laboratory says of a sample, in its order; how much that was."""
    query = select(LabSample).where(LabSample.id == sample_id).with_for_update()
    row = db.scalars(query.execution_options(populate_existing=True)).one()
    known = set(db.scalars(select(LabEvent.eventkey).where(LabEvent.sample_id == row.id)))
    fresh = 0
    for one in sorted(events, key=lambda e: (e.at, e.key)):
        if one.key in known:
            continue
        known.add(one.key)
        became = _apply(db, row, one)
        content = {"kind": one.kind, "at": one.at, "outcome": one.outcome, "values": list(one.values)}
        db.add(LabEvent(sample_id=row.id, eventkey=one.key, reason=one.reason[:300], became=became[:300], **content))
        fresh += 1
    db.flush()
    return fresh


def _apply(db: Session, row: LabSample, one: Event) -> str:
    """What became of it, in words."""
    before = row.step
    if before == lab.DROPPED:
        return "样品已取消，未采用"
    if one.kind == RECEIPT and before == lab.SENT:
        row.received, row.labno = one.at, one.labno
        return _stand(db, row, one, lab.RECEIVED)
    if one.kind == BEGIN and before in (lab.SENT, lab.RECEIVED):
        return _stand(db, row, one, lab.TESTING)
    if one.kind == RESULT:
        return _result(db, row, one)
    if one.kind == REVIEW and before == lab.FOUND:
        row.reviewed = one.at
        return _stand(db, row, one, lab.REVIEWED)
    if one.kind == WITHDRAWAL and before in (lab.FOUND, lab.REVIEWED, lab.TAKEN):
        row.outcome, row.values, row.reviewed = "", [], None
        became = _stand(db, row, one, lab.WITHDRAWN)
        return became if before == lab.FOUND else _undo(db, row, f"样品{row.sampleno}的化验结果被实验室撤回", one)
    return f"样品当前为{SAMPLE.name_of(before)}，未采用"


def _result(db: Session, row: LabSample, one: Event) -> str:
    before = row.step
    row.edition += 1
    row.outcome, row.values, row.reviewed = one.outcome, list(one.values), None
    row.labno = row.labno or one.labno
    became = _stand(db, row, one, lab.FOUND)
    if before not in (lab.REVIEWED, lab.TAKEN):
        return became
    return _undo(db, row, f"样品{row.sampleno}的化验结果被实验室更改为第{row.edition}版", one)


def _stand(db: Session, row: LabSample, one: Event, step: str) -> str:
    """Let the sample stand at a step that the laboratory has reached, with a line in its log."""
    before = row.step
    SAMPLE.put(db, row, step)
    SAMPLE.log(Doing(db, SYSTEM, row, reason=Reason(one.reason)), one.kind, f"实验室{KINDS[one.kind]}", before, step)
    if step == lab.REVIEWED:
        item = db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one()
        title = f"{row.sampleno} {row.unitname} {row.name}的化验结果已审核，请取回"
        tell(db, item.inspectors, "化验结果", title, route=PAGE.format(id=row.id))
    return SAMPLE.name_of(step)


def _undo(db: Session, row: LabSample, what: str, one: Event) -> str:
    """What follows for the business item from a result on which its record may rest."""
    query = select(AppBuss).where(AppBuss.id == row.appbuss_id).with_for_update()
    item = db.scalars(query.execution_options(populate_existing=True)).one()
    why = f"{what}（{one.reason}）" if one.reason else what
    if item.step in BACK:
        _reopen(db, item, why)
        return f"{item.seisn}退回报告录入"
    if item.step in at.ISSUED:
        return f"生成核查{_finding(db, row, item, why).findno}"
    if item.step in at.ON_THE_WAY:
        tell(db, item.inspectors, "化验结果", f"{item.seisn} {why}"[:200], route=PAGE.format(id=row.id))
        return "记录还在检验人员手中，已告知"
    return f"业务{BUSINESS.name_of(item.step)}，不影响报告"


def _reopen(db: Session, item: AppBuss, why: str) -> None:
    """Back to the entry by the return of the step at which it stands, which takes the signatures back."""
    move = BUSINESS.by_name[BACK[item.step]]
    me = db.info["me"] = replace(SYSTEM, org_id=item.cheorg)
    word = dictionary.words(db, me.dict_version).get("C610", {}).get(CHANGED_DATA, "")
    params = {"ids": item.id, "toStep": at.ENTER, "reasonId": CHANGED_DATA, "reasonLabel": word, "detailDesc": why}
    form = move.read(db, me, params)
    d = Doing(db, me, item, form, Reason.of(form))
    BUSINESS.follow(d, move.name, [item])
    for effect in BUSINESS.always:
        effect(d)
    db.flush()


def _finding(db: Session, row: LabSample, item: AppBuss, why: str) -> LabFinding:
    about: dict[str, Any] = {"sample_id": row.id, "appbuss_id": item.id, "reportno": item.reportno}
    about |= {"unitname": item.unitname, "equname": item.equname, "orgid": item.cheorg, "what": why[:500]}
    finding = LabFinding(findno=take_number(db, "labfinding"), **about)
    FINDING.put(db, finding, lab.TO_JUDGE)
    db.add(finding)
    db.flush()
    FINDING.log(Doing(db, SYSTEM, finding, reason=Reason(why)), "found", "登记", "", lab.TO_JUDGE)
    title = f"报告{item.reportno}已批准，{why}，请核查"
    people = [*who_may(db, p.SAMPLE_JUDGE, item.cheorg), *item.inspectors]
    tell(db, people, "化验结果变更", title[:200], route=FINDING_PAGE.format(id=finding.id))
    return finding
