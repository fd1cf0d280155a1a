"""What a person settles of the work in the field: conflicts decided, held operations written after all."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.fieldwork import CONFLICT, MERGED, SAME, TAKEN, RecordConflict, Terminal
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import HeldJob
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.kit.forms.form import checked
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from .drafts import draft_of, form_of, keep_rows
from .folding import Folding, Sent
from .forms import OpForm
from .jobs import Job, merge_rules
from .leftover import as_sent, held_ops, target_of
from .places import refuse_unfit, shown

MINE, THEIRS, OTHER = "mine", "theirs", "other"
WRITTEN = (TAKEN, SAME, MERGED)


def locked(db: Session, conflict: RecordConflict) -> tuple[AppBuss, OriginalRecord | None]:
    """The item of a conflict and the record that it is about, locked; None when that record is gone."""
    item = select(AppBuss).where(AppBuss.id == conflict.appbuss_id).with_for_update(of=AppBuss)
    row = db.scalars(item.execution_options(populate_existing=True)).one()
    query = select(OriginalRecord).where(OriginalRecord.id == conflict.record_id).with_for_update()
    return row, db.scalars(query.execution_options(populate_existing=True)).first()


def record_open(d: Doing) -> str | None:
    """原始记录还在录入环节"""
    row, record = locked(d.db, d.subject)
    if record is None:
        return "这份原始记录已作废重建，不能裁定"
    if row.step != at.ENTER:
        return f"{row.seisn}当前环节为{STEP_NAMES.get(row.step, row.step)}，不能裁定"
    return None


def decide(d: Doing) -> None:
    """裁定的值写入原始记录"""
    conflict: RecordConflict = d.subject
    row, record = locked(d.db, conflict)
    assert record is not None  # record_open has asked
    choice, typed = str(d.form["choice"] or ""), d.form["value"]
    if choice == OTHER or (not choice and typed not in (None, "")):
        value = _other(d, row, record, typed)
    elif choice in (MINE, THEIRS):
        value = conflict.mine if choice == MINE else conflict.theirs
    else:
        raise BadInput("请选择裁定的值", field="choice")
    draft = draft_of(d.db, row, record)
    after = draft_of(d.db, row, record)
    after.put(conflict.path, value)
    form = form_of(row, draft, after)
    if form:
        records.write(d.db, row, record, form)
        d.db.flush()
    if conflict.path.startswith("tables."):
        keep_rows(d.db, row, record, after)
    conflict.value, conflict.valueshown = value, shown(value)
    conflict.working, conflict.workingshown = value, conflict.valueshown


def _other(d: Doing, row: AppBuss, record: OriginalRecord, typed: Any) -> Any:
    conflict: RecordConflict = d.subject
    if any(isinstance(one, list | dict) for one in (conflict.mine, conflict.theirs)):
        raise BadInput("该冲突只能在两方的值中选择", field="choice")
    if typed in (None, ""):
        raise BadInput("请填写裁定的值", field="value")
    refuse_unfit(records.named_places(d.db, row, record), conflict.path, typed)
    return typed


def write_held(d: Doing) -> None:
    """把操作写入原业务的原始记录，写明逐条结果"""
    _write_into(d, "")


def pass_held(d: Doing) -> None:
    """把操作写入所选业务的原始记录，写明逐条结果"""
    _write_into(d, str(d.form["target"]).strip())


def _write_into(d: Doing, number: str) -> None:
    job: HeldJob = d.subject
    row, record = target_of(d.db, d.me, job, number)
    terminal = d.db.scalars(select(Terminal).where(Terminal.id == job.terminal_id)).one()
    sender = User(id=job.user_id, name=_name(d.db, job), org_id=job.orgid, dept_id=job.deptid)
    folding = Folding(d.db, sender, terminal, Job(d.db, record.id, row, record), merge_rules(d.db))
    sent = []
    for op in held_ops(d.db, job):
        raw = as_sent(op, record.id)
        sent.append(Sent(raw, op.seq, checked(OpForm, raw), op.digest))
    verdicts = folding.fold(sent)
    states = [one.state for one in verdicts.values()]
    if not any(one in (*WRITTEN, CONFLICT) for one in states):
        first = next((one.message for one in verdicts.values() if one.message), "")
        raise Refused(f"没有一条能写入：{first}")
    written = sum(one in WRITTEN for one in states)
    job.results = [{"seq": seq, "state": one.state, "message": one.message} for seq, one in sorted(verdicts.items())]
    left = len(states) - written - states.count(CONFLICT)
    job.outcome = f"写入{written}条，冲突{states.count(CONFLICT)}条，未写入{left}条"
    job.target, job.written_id = row.seisn, record.id


def _name(db: Session, job: HeldJob) -> str:
    ops = held_ops(db, job)
    return ops[0].user_name if ops else ""
