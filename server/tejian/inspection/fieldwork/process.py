"""What is settled of the work in the field (冲突, 待处置, 校验失败), terminals and versions of the app."""

from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.fieldwork import AGREED, DECIDED, GONE, LOST, OPEN, USED, Terminal
from tejian.inspection.models.fieldwork import RecordConflict as C
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import (
    APPLIED,
    BACK,
    DRAFT,
    FAILED,
    FILED,
    MENDED,
    PASSED,
    PUBLISHED,
    STAGED,
    WAIT,
    WITHDRAWN,
    AppVersion,
    HeldJob,
    OpFailure,
)
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell

from . import settling as s
from .desk_forms import (
    CONFLICT_PAGE,
    CONFLICTS,
    DECIDE,
    FAILURE_PAGE,
    FAILURES,
    MEND,
    MOBILE,
    PASS_ON,
    PDA,
    REPLY,
    RETURNED,
    RETURNED_PAGE,
    STAGE,
    TERMINAL_PAGE,
    VERSION_PAGE,
)
from .merging import BY_ANY
from .offering import order_of


def deciders(me: User) -> ColumnElement[bool]:
    """业务在录入环节时，主检；合并规则写明检验人员都可裁定的，任一检验人员"""
    entered = select(AppBuss.id).where(AppBuss.id == C.appbuss_id, AppBuss.step == at.ENTER)
    mine = or_(AppBuss.scinspector == me.id, and_(C.decider == BY_ANY, AppBuss.inspectors.contains([me.id])))
    return entered.where(mine).correlate(C).exists()


def tell_sender(d: Doing) -> None:
    """告知操作人"""
    x = d.subject
    title = f"{x.reportno or '移动端操作'} {x.words}未写入，请处理：{d.reason.text}"
    tell(d.db, [x.user_id], "移动端校验失败", title[:200], x.message, FAILURE_PAGE.format(id=x.id))


def note_lost(d: Doing) -> None:
    """记挂失原因"""
    d.subject.blockreason = d.reason.text[:200]


def note_way(d: Doing) -> None:
    """记不再写入的原因"""
    d.subject.outcome = d.reason.text[:500]


def numbers_in_order(d: Doing) -> str | None:
    """最低可用版本不高于本版本"""
    v = d.subject
    if v.least and order_of(v.least) > order_of(v.appno):
        return f"最低可用版本{v.least}高于本版本{v.appno}，终端将无法使用"
    return None


ROW, MORE = [Button("row")], [Button("more")]
CONFLICT = add_process(
    Process(
        name="record_conflict",
        title="录入冲突",
        model=C,
        api=PDA,
        one_by_one=True,
        start=OPEN,
        ends=[DECIDED, AGREED, GONE],
        numbers=lambda c: (c.reportno, c.reportno),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(
                OPEN,
                "待裁定",
                deciders,
                named=True,
                tone="ca",
                route=CONFLICTS,
                page=CONFLICT_PAGE,
                waits="录入冲突待裁定",
                verb="裁定",
                refusal="该冲突由主检裁定",
            ),
            Step(DECIDED, "已裁定", nobody, tone="ok"),
            Step(AGREED, "双方已一致", nobody, tone="ok", follows=True),
            Step(GONE, "随记录作废", nobody, follows=True),
        ],
        moves=[
            Move(
                *("decide", "裁定", [OPEN], DECIDED, p.ENTER),
                guards=[s.record_open],
                effects=[s.decide],
                takes=["reason"],
                stamps=["decidedby", "decided"],
                form=DECIDE,
            ),
        ],
    )
)
HANDLED: dict[str, Any] = {"anyone": True, "stamps": ["handler_id", "handled"]}
HELD_JOB = add_process(
    Process(
        name="held_job",
        title="移动端退回业务",
        model=HeldJob,
        api=f"{MOBILE}/conveobj",
        one_by_one=True,
        start=WAIT,
        ends=[APPLIED, PASSED, FILED],
        numbers=lambda h: (h.reportno, h.reportno),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(WAIT, "待处置", nobody, tone="ca", route=RETURNED, page=RETURNED_PAGE),
            Step(APPLIED, "已套用", nobody, tone="ok"),
            Step(PASSED, "已移交", nobody, tone="ok"),
            Step(FILED, "已归档", nobody),
        ],
        moves=[
            Move(*("apply", "套用", [WAIT], APPLIED, p.FIELD_HANDLE), effects=[s.write_held], buttons=ROW, **HANDLED),
            Move(
                *("pass", "移交", [WAIT], PASSED, p.FIELD_HANDLE),
                effects=[s.pass_held],
                form=PASS_ON,
                buttons=ROW,
                **HANDLED,
            ),
            Move(
                *("file", "归档", [WAIT], FILED, p.FIELD_HANDLE),
                needs_reason=True,
                effects=[note_way],
                buttons=MORE,
                **HANDLED,
            ),
        ],
    )
)
FAILURE = add_process(
    Process(
        name="op_failure",
        title="移动端校验失败",
        model=OpFailure,
        api=f"{MOBILE}/checkFail",
        one_by_one=True,
        start=FAILED,
        ends=[MENDED],
        numbers=lambda x: (x.reportno, x.reportno),
        about=lambda m: (m.equname, m.words),
        steps=[
            Step(FAILED, "待处理", nobody, tone="ca", route=FAILURES, page=FAILURE_PAGE),
            Step(BACK, "已退回检验人员", nobody, tone="no", route=FAILURES, page=FAILURE_PAGE),
            Step(MENDED, "已处理", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("return", "退回检验人员", [FAILED], BACK, p.FIELD_HANDLE),
                needs_reason=True,
                effects=[tell_sender],
                buttons=ROW,
                **HANDLED,
            ),
            Move(
                *("mend", "标记已修复", [FAILED, BACK], MENDED, p.FIELD_HANDLE),
                takes=["answer"],
                form=MEND,
                buttons=ROW,
                **HANDLED,
            ),
            Move(
                *("reply", "答复", [BACK], MENDED, p.ENTER),
                takes=["answer"],
                form=REPLY,
                buttons=ROW,
                **HANDLED,
            ),
        ],
    )
)
TERMINAL = add_process(
    Process(
        name="terminal",
        title="移动终端",
        model=Terminal,
        api=f"{MOBILE}/terminal",
        one_by_one=True,
        start=USED,
        ends=[],
        numbers=lambda t: (t.name, t.device),
        about=lambda m: (m.name, m.device),
        steps=[
            Step(USED, "使用中", nobody, tone="ok", page=TERMINAL_PAGE),
            Step(LOST, "已挂失", nobody, tone="no", page=TERMINAL_PAGE),
        ],
        moves=[
            Move(
                *("lose", "挂失", [USED], LOST, p.PDA_BLOCK),
                anyone=True,
                needs_reason=True,
                effects=[note_lost],
                stamps=["blockedby", "blocked"],
                buttons=ROW,
            ),
            Move(
                *("restore", "解除挂失", [LOST], USED, p.PDA_BLOCK),
                anyone=True,
                needs_reason=True,
                forgets=["blockreason", "blockedby", "blocked"],
                buttons=ROW,
            ),
        ],
    )
)
VERSION = add_process(
    Process(
        name="app_version",
        title="移动应用版本",
        model=AppVersion,
        api=f"{MOBILE}/version",
        one_by_one=True,
        start=DRAFT,
        ends=[],
        numbers=lambda v: (v.appno, v.appno),
        about=lambda m: (m.appno, m.notes),
        steps=[
            Step(DRAFT, "草稿", nobody, page=VERSION_PAGE),
            Step(STAGED, "灰度中", nobody, tone="ca", page=VERSION_PAGE),
            Step(PUBLISHED, "已发布", nobody, tone="ok", page=VERSION_PAGE),
            Step(WITHDRAWN, "已回退", nobody, tone="no", page=VERSION_PAGE),
        ],
        moves=[
            Move(
                *("stage", "灰度发布", [DRAFT, STAGED, WITHDRAWN], STAGED, p.PDA_VERSION),
                anyone=True,
                guards=[numbers_in_order],
                takes=["share", "station"],
                stamps=["publisher_id", "published"],
                form=STAGE,
                buttons=ROW,
            ),
            Move(
                *("publish", "全部发布", [STAGED], PUBLISHED, p.PDA_VERSION),
                anyone=True,
                guards=[numbers_in_order],
                stamps=["publisher_id", "published"],
                buttons=ROW,
            ),
            Move(
                *("rollback", "回退", [STAGED, PUBLISHED], WITHDRAWN, p.PDA_VERSION),
                anyone=True,
                needs_reason=True,
                takes=["reason"],
                stamps=["withdrawn"],
                buttons=ROW,
            ),
        ],
    )
)
