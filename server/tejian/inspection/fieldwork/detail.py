"""The pages of 移动平台: conflicts, held and refused operations, what was handed in, terminals, versions."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.fieldwork import (
    LOST,
    OP_STATES,
    OPEN,
    TAKEN,
    RecordConflict,
    RecordOp,
    Terminal,
    TerminalDay,
)
from tejian.inspection.models.mobile import DRAFT, WAIT, AppVersion, HeldJob, OpFailure, RecordSubmit, TaskGuide
from tejian.inspection.models.photos import PhotoMark
from tejian.kit.forms.columns import Col
from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, children, of

from .desk_forms import MOBILE, VERSION_ACTS, VERSION_FORM
from .leftover import held_ops
from .offering import GUIDE, read_of
from .places import shown
from .process import CONFLICT, FAILURE, HELD_JOB, TERMINAL, VERSION

MOST = 500  # operations on a page
TONES = {"taken": "ok", "same": "ok", "merged": "ok", "conflict": "ca", "held": "ca", "refused": "no"}
COLUMNS = [
    of(RecordOp.seq, 70),
    of(RecordOp.user_name, 90),
    of(RecordOp.words, 220),
    Col("shown", "新值", None, 180),
    Col("from", "原值", None, 140),
    Col("state", "结果", None, 90, "state", words=OP_STATES, tones=TONES),
    of(RecordOp.message, 240),
    of(RecordOp.at, 140),
    of(RecordOp.createtime, 140, label="收到时间"),
    of(RecordOp.app, 80),
]


def _lines(ops: Any) -> list[dict[str, Any]]:
    return [record(one) | {"shown": shown(one.value), "from": shown(one.base)} for one in ops]


def _where(*conditions: Callable[[Shown], Any]) -> Callable[[Shown], list[dict[str, Any]]]:
    def rows(s: Shown) -> list[dict[str, Any]]:
        query = select(RecordOp).where(*(one(s) for one in conditions)).order_by(RecordOp.createtime, RecordOp.seq)
        return _lines(s.db.scalars(query.limit(MOST)))

    return rows


def _held(s: Shown) -> list[dict[str, Any]]:
    """The operations with what became of each, once they were settled."""
    said = {one["seq"]: one for one in s.row.results or ()}
    rows = _lines(held_ops(s.db, s.row)[:MOST])
    return [row | {name: said[row["seq"]][name] for name in ("state", "message") if row["seq"] in said} for row in rows]


def _guides(s: Shown) -> list[dict[str, Any]]:
    """Which guides were read by whom, and whether each still says what was read."""
    R = RecordOp
    mine = (R.record_id == s.row.record_id, R.path.startswith(GUIDE), R.state == TAKEN)
    ops = s.db.scalars(select(R).where(*mine).order_by(R.createtime, R.seq).limit(MOST)).all()
    keys = {one.path.removeprefix(GUIDE) for one in ops}
    known = {one.id: one for one in s.db.scalars(select(TaskGuide).where(TaskGuide.id.in_(keys)))}
    rows = []
    for op in ops:
        guide = known.get(op.path.removeprefix(GUIDE))
        now = guide is not None and read_of(guide) == op.value["read"]
        title = op.words.removeprefix("任务指引").strip()
        rows.append(record(op) | {"title": title, "current": "现行文字" if now else "旧文字"})
    return rows


def _marks(s: Shown) -> list[dict[str, Any]]:
    query = select(PhotoMark).where(PhotoMark.record_id == s.row.record_id).order_by(PhotoMark.createtime)
    return [record(one) for one in s.db.scalars(query.limit(MOST))]


def decided(s: Shown) -> bool:
    return bool(s.row.step != OPEN)


def handled(s: Shown) -> bool:
    return bool(s.row.handler_id)


CONFLICT_VIEW = RecordView(
    no="record_conflict",
    title="录入冲突",
    permission=p.FIELD_QUERY,
    model=RecordConflict,
    url=f"{MOBILE}/conflict/record",
    heading=lambda s: f"录入冲突 {s.row.reportno}",
    subtitle=lambda s: f"{s.row.equname}　{s.row.words}",
    facts=[
        state(CONFLICT),
        Fact("mineshown", note=lambda s: f"{s.text('mine_id')} {s.text('mineat')}"),
        Fact("theirsshown", note=lambda s: s.row.theirs_name),
        Fact("workingshown"),
        Fact("main_id"),
        Fact("valueshown", note=lambda s: s.row.reason, when=decided),
        Fact("decidedby", note=lambda s: s.text("decided"), when=decided),
    ],
    parts=[
        Part(
            "ops",
            "这一处的操作",
            COLUMNS,
            _where(lambda s: RecordOp.record_id == s.row.record_id, lambda s: RecordOp.path == s.row.path),
            empty="没有操作",
        ),
        course(CONFLICT),
    ],
    actions=page_buttons(CONFLICT),
    own=is_own(CONFLICT),
    history=True,
)
HELD_VIEW = RecordView(
    no="held_job",
    title="移动端退回业务",
    permission=p.FIELD_QUERY,
    model=HeldJob,
    url=f"{MOBILE}/conveobj/record",
    heading=lambda s: f"移动端退回业务 {s.row.reportno}",
    subtitle=lambda s: f"{s.row.unitname}　{s.row.equname}",
    facts=[
        state(HELD_JOB),
        Fact("why"),
        Fact("user_id"),
        Fact("operations", note=lambda s: s.text("received")),
        Fact("outcome", note=lambda s: s.row.target, when=lambda s: s.row.step != WAIT),
        Fact("handler_id", note=lambda s: s.text("handled"), when=handled),
    ],
    parts=[Part("ops", "操作", COLUMNS, _held, empty="没有操作"), course(HELD_JOB)],
    actions=page_buttons(HELD_JOB),
    history=True,
)
FAILURE_VIEW = RecordView(
    no="op_failure",
    title="移动端校验失败",
    permission=p.FIELD_QUERY,
    model=OpFailure,
    url=f"{MOBILE}/checkFail/record",
    heading=lambda s: f"校验失败 {s.row.words}",
    subtitle=lambda s: f"{s.row.reportno}　{s.row.equname}",
    facts=[
        state(FAILURE),
        Fact("message"),
        Fact("valueshown"),
        Fact("user_id", note=lambda s: s.row.app),
        Fact("answer", when=lambda s: bool(s.row.answer)),
        Fact("handler_id", note=lambda s: s.text("handled"), when=handled),
    ],
    parts=[
        Part("ops", "操作", COLUMNS, _where(lambda s: RecordOp.id == s.row.op_id), empty="没有操作"),
        course(FAILURE),
    ],
    actions=page_buttons(FAILURE),
    history=True,
)
SUBMIT_VIEW = RecordView(
    no="record_submit",
    title="移动端提交",
    permission=p.FIELD_QUERY,
    model=RecordSubmit,
    url=f"{MOBILE}/recSubmit/record",
    heading=lambda s: f"移动端提交 {s.row.reportno}",
    subtitle=lambda s: f"{s.row.unitname}　{s.row.equname}",
    facts=[
        Fact("user_id", note=lambda s: s.text("at")),
        Fact("terminal_id", note=lambda s: s.row.app),
        Fact("operations", note=lambda s: f"{s.row.people} 人录入"),
        Fact("begun"),
        Fact("delay"),
        Fact("recordversion"),
    ],
    parts=[
        Part("ops", "操作", COLUMNS, _where(lambda s: RecordOp.record_id == s.row.record_id), empty="没有操作"),
        Part(
            "guides",
            "任务指引确认",
            [
                Col("title", "指引", None, 220),
                of(RecordOp.user_name, 100),
                of(RecordOp.at, 150, label="确认时间"),
                of(RecordOp.createtime, 150, label="收到时间"),
                Col("current", "所读内容", None, 110),
            ],
            _guides,
            empty="没有须确认的指引",
        ),
        Part(
            "marks",
            "照片标注",
            [
                of(PhotoMark.item, 90, label="检验项目"),
                of(PhotoMark.words, 260),
                of(PhotoMark.user_id, 100),
                of(PhotoMark.original, 240),
                of(PhotoMark.digest, 240),
                of(PhotoMark.createtime, 150, label="收到时间"),
            ],
            _marks,
            empty="没有标注过的照片",
            hint="标注画在副本上，原照片不改；两者的摘要都在这里",
        ),
    ],
)
TERMINAL_VIEW = RecordView(
    no="terminal",
    title="移动终端",
    permission=p.PDA_QUERY,
    model=Terminal,
    url=f"{MOBILE}/terminal/record",
    heading=lambda s: f"移动终端 {s.row.name}",
    subtitle=lambda s: s.row.device,
    facts=[
        state(TERMINAL),
        Fact("user_id"),
        Fact("app", note=lambda s: s.text("contact")),
        Fact("address"),
        Fact("clockoff"),
        Fact("lastseq", note=lambda s: f"任务包 {s.row.jobs} 项任务"),
        Fact("blockreason", note=lambda s: s.text("blocked"), when=lambda s: s.row.step == LOST),
    ],
    parts=[
        Part(
            "days",
            "每日联系",
            [
                of(TerminalDay.day, 110),
                of(TerminalDay.app, 90),
                of(TerminalDay.address, 140),
                of(TerminalDay.first, 140),
                of(TerminalDay.last, 140),
                of(TerminalDay.contacts, 90),
                of(TerminalDay.jobs, 90),
                of(TerminalDay.operations, 90),
                of(TerminalDay.photos, 90),
            ],
            children(TerminalDay.terminal_id, TerminalDay.last.desc()),
            empty="没有联系",
        ),
        course(TERMINAL),
    ],
    actions=page_buttons(TERMINAL),
    history=True,
)
VERSION_VIEW = RecordView(
    no="app_version",
    title="移动应用版本",
    permission=p.PDA_VERSION,
    model=AppVersion,
    url=f"{MOBILE}/version/record",
    form=VERSION_FORM,
    heading=lambda s: f"移动应用版本 {s.row.appno}",
    facts=[
        state(VERSION),
        Fact("share", note=lambda s: s.text("station"), when=lambda s: s.row.step != DRAFT),
        Fact("publisher_id", note=lambda s: s.text("published"), when=lambda s: bool(s.row.publisher_id)),
        Fact("reason", note=lambda s: s.text("withdrawn"), when=lambda s: bool(s.row.withdrawn)),
    ],
    parts=[course(VERSION)],
    actions=[VERSION_ACTS.edit, *page_buttons(VERSION)],
    history=True,
)
