"""Operations of terminals become one record: judged one by one, written together where nothing stands against it.

What is stored is stored whole, and acknowledged after the commit alone: an operation that was answered is never lost.
"""

import hashlib
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.fieldwork import AGREED, CONFLICT, HELD, OPEN, REFUSED, RecordConflict, RecordOp, Terminal
from tejian.inspection.records import api as records
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from . import terminals
from .drafts import Draft, draft_of, form_of, keep_rows
from .forms import MOST_OPS, OpForm, OpsForm
from .jobs import Job, jobs_of, merge_rules, with_history
from .judging import Plan, Side, Two, Verdict, refuse_wrong_place, refused
from .leftover import note_unwritten
from .merging import ADD, MAIN, MergeRule, plain, rule_of, same
from .offering import GUIDE, refuse_other_guide
from .places import known_rule, refuse_large, refuse_unfit, shown, words_of

GAP = "前面还有未收到的操作"
OTHER = "序号已用于另一条操作"
MANY = f"一次最多{MOST_OPS}条操作，请分批上传"
KEPT_OF_LARGE = 500  # signs of a value that is too long to be kept


class OpAnswer(TypedDict):
    id: str
    seq: int
    state: str
    message: str
    value: Any
    version: int


class OpsAnswer(TypedDict):
    """`last` is the last sequence number that was received: what comes next begins behind it."""

    serverTime: datetime
    last: int
    answers: list[OpAnswer]


@dataclass(frozen=True)
class Sent:
    """An operation as it came; `fault` says why it is none that anything could be done with."""

    raw: Any
    seq: int
    form: OpForm | None
    digest: str
    fault: str = ""

    @property
    def id(self) -> str:
        return str(self.raw.get("id", ""))[:64] if isinstance(self.raw, dict) else ""


def read(raw: Any, me: User) -> Sent:
    """One operation of a call. What is wrong with it is said of it alone."""
    raw = raw if isinstance(raw, dict) else {}
    seq = raw.get("seq")
    seq = seq if isinstance(seq, int) and not isinstance(seq, bool) else 0
    parts = [raw.get(name) for name in ("id", "record", "path", "base", "baseVersion", "value", "at")]
    digest = hashlib.sha256(orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)).hexdigest()
    try:
        form = checked(OpForm, raw)
        refuse_large(form.path, form.base, form.value)
    except Refused as why:
        return Sent(raw, seq, None, digest, str(why))
    if form.user not in ("", me.id):
        return Sent(raw, seq, None, digest, "操作人与登录人不是同一人")
    return Sent(raw, seq, form, digest)


def receive(db: Session, me: User, form: OpsForm) -> OpsAnswer:
    """Take operations in the order of their numbers, from the one behind the last that was received."""
    terminal = terminals.admitted(db, me, form)
    taken = [read(one, me) for one in form.ops[:MOST_OPS]]
    known = _known(db, terminal, [one.seq for one in taken if one.seq <= terminal.lastseq])
    answers: dict[int, OpAnswer] = {}
    fresh: list[tuple[int, Sent]] = []
    last = terminal.lastseq
    for n, one in sorted(enumerate(taken), key=lambda pair: pair[1].seq):
        if one.seq in known:
            before = known[one.seq]
            answers[n] = _again(before) if before.digest == one.digest else _not_stored(one, OTHER)
        elif one.seq == last + 1:
            last += 1
            fresh.append((n, one))
        else:
            answers[n] = _not_stored(one, one.fault if not one.seq else OTHER if one.seq <= last else GAP)
    stored = _fold_all(db, me, terminal, form, [one for _, one in fresh])
    note_unwritten(db, stored)
    for (n, _), op in zip(fresh, stored, strict=True):
        answers[n] = _again(op)
    behind = [_not_stored(read(one, me), MANY) for one in form.ops[MOST_OPS : 2 * MOST_OPS]]
    counted = terminals.Counted(operations=len(fresh))
    now = terminals.touch(db, me, terminal, form, counted, lastseq=last)
    return {"serverTime": now, "last": last, "answers": [*(answers[n] for n in range(len(taken))), *behind]}


def _known(db: Session, terminal: Terminal, numbers: Sequence[int]) -> dict[int, RecordOp]:
    if not numbers:
        return {}
    rows = select(RecordOp).where(RecordOp.terminal_id == terminal.id, RecordOp.seq.in_(numbers))
    return {one.seq: one for one in db.scalars(rows)}


def _again(op: RecordOp) -> OpAnswer:
    id_ = op.opid or f"{op.seq}"
    own = {"state": op.state, "message": op.message, "value": op.working, "version": op.recordversion}
    return {"id": id_, "seq": op.seq, **own}  # type: ignore[typeddict-item]


def _not_stored(one: Sent, why: str) -> OpAnswer:
    return {"id": one.id, "seq": one.seq, "state": REFUSED, "message": why, "value": None, "version": 0}


def _fold_all(db: Session, me: User, terminal: Terminal, form: OpsForm, sent: Sequence[Sent]) -> list[RecordOp]:
    """Every operation stored with what became of it, record by record in their order."""
    forms = [one.form for one in sent if one.form]
    jobs = jobs_of(db, me, sorted({one.record for one in forms}))
    twice = _used(db, [one.id for one in forms])
    verdicts: dict[int, Verdict] = {}
    by_record: dict[str, list[Sent]] = {}
    for one in sent:
        if one.form is None:
            verdicts[one.seq] = Verdict(REFUSED, message=one.fault)
        elif one.form.id in twice:
            verdicts[one.seq] = Verdict(REFUSED, message="操作标识已用过")
        else:
            twice.add(one.form.id)
            by_record.setdefault(one.form.record, []).append(one)
    for key, own in by_record.items():
        folding = Folding(db, me, terminal, jobs[key], merge_rules(db))
        verdicts |= folding.fold(own)
    return [_store(db, me, terminal, form, one, verdicts[one.seq], jobs) for one in sent]


def _used(db: Session, ids: Sequence[str]) -> set[str]:
    return set(db.scalars(select(RecordOp.opid).where(RecordOp.opid.in_(ids)))) if ids else set()


def _store(
    db: Session, me: User, terminal: Terminal, form: OpsForm, one: Sent, verdict: Verdict, jobs: dict[str, Job]
) -> RecordOp:
    own = one.form
    job = jobs.get(own.record) if own else None
    row, record = (job.row, job.record) if job else (None, None)
    path = own.path if own else str(one.raw.get("path", ""))[:200]
    op = RecordOp(
        opid=own.id if own and verdict.message != "操作标识已用过" else "",
        terminal_id=terminal.id,
        user_id=me.id,
        user_name=me.name,
        orgid=me.org_id,
        deptid=me.dept_id,
        seq=one.seq,
        record_id=own.record if own else str(one.raw.get("record", ""))[:32],
        appbuss_id=row.id if row else "",
        path=path,
        words=_words(job, path),
        base=_kept(one.raw.get("base")),
        baseversion=own.baseVersion if own else 0,
        value=_kept(one.raw.get("value")),
        at=own.at if own else None,
        clockoff=round(own.offset) if own else 0,
        app=form.app or terminal.app,
        digest=one.digest,
        state=verdict.state,
        message=verdict.message[:500],
        working=verdict.working,
        recordversion=record.version if record else 0,
    )
    db.add(op)
    return op


def _words(job: Job | None, path: str) -> str:
    words = words_of(job.named if job and job.named else NOTHING, path)
    return f"{words} {job.titles[path]}" if job and path in job.titles else words


NOTHING = records.NamedPlaces({}, {}, {}, {}, {}, {})


def _kept(value: Any) -> Any:
    """A value as it is kept; of one that is too long its beginning."""
    try:
        refuse_large("", value)
    except Refused:
        return {"tooLong": len(orjson.dumps(value)), "begins": str(value)[:KEPT_OF_LARGE]}
    return value


@dataclass
class Folding:
    """The operations of one call on one record."""

    db: Session
    me: User
    terminal: Terminal
    job: Job
    rules: Sequence[MergeRule]

    def fold(self, sent: Sequence[Sent]) -> dict[int, Verdict]:
        """What became of each, by its number."""
        if self.job.refused:
            return {one.seq: Verdict(REFUSED, message=self.job.refused) for one in sent}
        if self.job.held:
            return {one.seq: self._held(one) for one in sent}
        with_history(self.db, self.job, self.terminal.id)
        return self._tried(sent)

    def _held(self, one: Sent) -> Verdict:
        """What no terminal may write is refused here too: nobody could do anything with it later."""
        assert one.form
        try:
            rule = known_rule(self.rules, one.form.path)
        except Refused as why:
            return Verdict(REFUSED, message=str(why))
        return Verdict(HELD, plain(one.form.value), f"{rule.what}未写入：{self.job.held}")

    def _tried(self, sent: Sequence[Sent]) -> dict[int, Verdict]:
        """All at once; when the save refuses something, the halves by themselves, down to the one that is refused."""
        try:
            with self.db.begin_nested():
                return self._written(sent)
        except Refused as why:
            if len(sent) == 1:
                op = sent[0].form
                assert op
                self.job.own[op.path] = refused(self.job.own.get(op.path), op, Side(self.me.id, self.me.name))
                return {sent[0].seq: Verdict(REFUSED, message=str(why))}
        half = len(sent) // 2
        return self._tried(sent[:half]) | self._tried(sent[half:])

    def _written(self, sent: Sequence[Sent]) -> dict[int, Verdict]:
        db, job = self.db, self.job
        assert job.row and job.record
        before = draft_of(db, job.row, job.record)
        me = Side(self.me.id, self.me.name, self.terminal.id)
        unfit: dict[int, str] = {}
        while True:
            desk = job.record.updateby
            plan = Plan(me, deepcopy(before), list(job.conflicts), dict(job.own), dict(job.others), desk)
            verdicts = {one.seq: self._judged(plan, one, unfit) for one in sent}
            if not self._tells_apart(before, sent, verdicts, unfit):
                break
        form = form_of(job.row, before, plan.draft)
        if form:
            records.write(db, job.row, job.record, form)
            db.flush()
        if any(one.form and one.form.path.startswith("tables.") for one in sent):
            keep_rows(db, job.row, job.record, plan.draft)
        after = draft_of(db, job.row, job.record)
        verdicts |= self._told(sent, verdicts, plan.draft, after)
        conflicts = self._kept_conflicts(plan)
        job.conflicts, job.own, job.others = conflicts, plan.own, plan.others
        return verdicts

    def _tells_apart(
        self, before: Draft, sent: Sequence[Sent], verdicts: dict[int, Verdict], unfit: dict[int, str]
    ) -> bool:
        """Whether a value that only stands in a conflict is none that the record could have: it is refused instead."""
        db, job = self.db, self.job
        assert job.row and job.record
        for one in sent:
            verdict, op = verdicts[one.seq], one.form
            assert op
            if verdict.state != CONFLICT or same(verdict.working, op.value) or one.seq in unfit:
                continue
            tried = deepcopy(before)
            tried.put(op.path, op.value)
            form = form_of(job.row, before, tried)
            try:
                with db.begin_nested() as point:
                    if form:
                        records.write(db, job.row, job.record, form)
                    point.rollback()
            except Refused as why:
                unfit[one.seq] = str(why)
                return True
            unfit[one.seq] = ""
        return False

    def _judged(self, plan: Plan, one: Sent, unfit: dict[int, str]) -> Verdict:
        op, job = one.form, self.job
        assert op and job.named and job.row
        try:
            if unfit.get(one.seq):
                raise Refused(unfit[one.seq])
            rule = known_rule(self.rules, op.path)
            refuse_unfit(job.named, op.path, op.value)
            if op.path.startswith(GUIDE):
                job.titles[op.path] = refuse_other_guide(self.db, self.me, op.path, op.value).title
            elif rule.policy == ADD:
                refuse_wrong_place(op.value, job.codes)
            if rule.policy == MAIN and job.row.scinspector != self.me.id:
                return Verdict(REFUSED, message=f"{rule.what}由主检{job.row.scinspectorname}填写")
        except Refused as why:
            plan.refuse(op)
            return Verdict(REFUSED, message=str(why))
        plan.me = replace(plan.me, at=op.at)
        return plan.judge(rule, op)

    def _told(
        self, sent: Sequence[Sent], verdicts: dict[int, Verdict], wanted: Draft, after: Draft
    ) -> dict[int, Verdict]:
        """The last operation on each place with the value as the record keeps it, and what went with a result."""
        final: dict[int, Verdict] = {}
        latest = {one.form.path: one for one in sent if one.form and verdicts[one.seq].state != REFUSED}
        for path, one in latest.items():
            if path.startswith(("presence.", "tables.", GUIDE)):
                continue
            verdict = verdicts[one.seq]
            value = after.read(path)
            message, parts = verdict.message, path.split(".")
            if parts[0] == "results" and parts[2] == "r":
                note = plain(wanted.results.get(parts[1], {}).get("n"))
                if note and not after.results.get(parts[1], {}).get("n"):
                    message = f"结果改为{value or '空'}，原说明“{note}”不再保留"
            final[one.seq] = replace(verdict, working=value, message=message)
        return final

    def _kept_conflicts(self, plan: Plan) -> list[Two]:
        """The conflicts as they stand now, written."""
        db, job = self.db, self.job
        stored = {one.key: one for one in job.conflicts}
        out = []
        for one in plan.conflicts:
            if one.key and stored.get(one.key) == one:
                out.append(one)
                continue
            row = self._row(one)
            db.flush()
            out.append(replace(one, key=row.id))
        for one in plan.closed:
            row = self._row(one)
            row.step, row.step_since = AGREED, clock.now()
            row.value, row.valueshown = one.working, shown(one.working)
        db.flush()
        return out

    def _row(self, one: Two) -> RecordConflict:
        db, job = self.db, self.job
        assert job.row and job.named
        row = db.scalars(select(RecordConflict).where(RecordConflict.id == one.key)).first() if one.key else None
        if row is None:
            rule = rule_of(self.rules, one.path)
            row = RecordConflict(
                appbuss_id=job.row.id,
                record_id=job.key,
                reportno=job.row.reportno or job.row.seisn,
                equname=job.row.equname,
                unitname=job.row.unitname,
                path=one.path,
                words=words_of(job.named, one.path),
                decider=rule.decides if rule else "",
                main_id=job.row.scinspector,
                orgid=job.row.cheorg,
                deptid=job.row.chedept,
                base=one.base,
                step=OPEN,
                step_since=clock.now(),
            )
            db.add(row)
        row.mine, row.mineshown = one.mine, shown(one.mine)
        row.mine_id, row.mineat, row.mineon = one.mine_by.id, one.mine_by.at, one.mine_by.terminal
        row.theirs, row.theirsshown = one.theirs, shown(one.theirs)
        row.theirs_id, row.theirs_name, row.theirson = one.theirs_by.id, one.theirs_by.name, one.theirs_by.terminal
        row.working, row.workingshown = one.working, shown(one.working)
        return row
