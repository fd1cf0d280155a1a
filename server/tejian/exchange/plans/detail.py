"""The page of a plan with its runs and comparisons, and that of a message with what was sent and answered."""

from typing import Any

from sqlalchemy import select

from tejian.exchange import permissions as p
from tejian.exchange.models import SENDING
from tejian.exchange.models import ExchangeMessage as M
from tejian.exchange.models import ExchangePlan as Plan
from tejian.exchange.models import ExchangeRun as Run
from tejian.kit.database.audit import plain
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, of

from .collecting import FAILED
from .forms import ACTS, API, FORM, LOG_PAGE, LOGS
from .lists import DIRECTIONS, RUN, TONES

SHOWN = 60
RUN_COLUMNS = ("begun", "ended", "total", "made", "arrived", "missing", "differing", "ours", "theirs", "error")


def runs(kind_is_sending: bool) -> Any:
    """The last runs or comparisons of a plan."""

    def rows(s: Shown) -> list[dict[str, Any]]:
        kind = Run.kind == SENDING if kind_is_sending else Run.kind != SENDING
        query = select(Run).where(Run.plan_id == s.row.id, kind).order_by(Run.begun.desc()).limit(SHOWN)
        return [
            {"id": run.id}
            | {name: plain(getattr(run, name)) for name in RUN_COLUMNS}
            | {"result": result_of(run), "resultTone": tone_of(run)}
            for run in s.db.scalars(query)
        ]

    return rows


def result_of(run: Run) -> str:
    """What came of a run, in words."""
    if run.error:
        return run.error
    if run.ended is None:
        return "正在执行"
    if run.kind == SENDING:
        return f"变更{run.total}条，生成消息{run.made}条"
    if run.ours == run.theirs:
        return f"{run.total}条全部一致"
    return f"平台{run.total}条，对方已收{run.arrived}条；未到{run.missing}条，内容不同{run.differing}条"


def tone_of(run: Run) -> str:
    """Red for what was not carried out, ochre for a difference."""
    if run.error:
        return "no"
    return "ca" if run.kind != SENDING and run.ended and run.ours != run.theirs else ""


def failures(s: Shown) -> list[dict[str, Any]]:
    """The newest messages that failed."""
    query = select(M).where(M.plan_id == s.row.id, M.state == FAILED).order_by(M.id.desc()).limit(SHOWN)
    names = ("id", "number", "title", "error", "tries", "sentat", "nexttry")
    return [
        {name: plain(getattr(one, name)) for name in names} | {"numberLink": LOG_PAGE.format(id=one.id)}
        for one in s.db.scalars(query)
    ]


RESULT = Col("result", "结果", Run.error, 320)
PLAN_PAGE = RecordView(
    no="exchange_plan",
    title="传输计划",
    permission=p.PLAN_QUERY,
    model=Plan,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: s.row.name or "传输计划",
    facts=[
        Fact("partner_id"),
        Fact("entity", note=lambda s: s.text("mode")),
        Fact("nextrun", note=lambda s: "" if s.row.enabled else "已停用，不自动执行"),
        Fact("lastrun"),
    ],
    parts=[
        Part(
            "runs",
            "执行记录",
            [of(Run.begun), of(Run.ended), of(Run.total), of(Run.made), RESULT],
            runs(True),
            noun="执行记录",
            empty="还没有执行",
        ),
        Part(
            "checks",
            "每日对账",
            [
                *(
                    of(c)
                    for c in (
                        Run.begun,
                        Run.total,
                        Run.arrived,
                        Run.missing,
                        Run.differing,
                    )
                ),
                RESULT,
                of(Run.ours),
                of(Run.theirs),
            ],
            runs(False),
            noun="对账",
            empty="还没有对账，每夜进行一次",
            hint="按编号逐条比较平台现有数据与对方最后收到的内容；两边摘要相同时全部一致",
        ),
        Part(
            "failures",
            "失败的消息",
            [
                *(of(c) for c in (M.number, M.title, M.error, M.tries, M.sentat)),
                of(M.nexttry),
            ],
            failures,
            noun="失败的消息",
            empty="没有失败的消息",
        ),
    ],
    actions=[ACTS.edit, RUN],
    history=True,
)


def content(s: Shown) -> list[dict[str, Any]]:
    """What was sent, name by name."""
    said = s.row.content.get("data", s.row.content)
    return [
        {"id": name, "name": name, "value": "、".join(value) if isinstance(value, list) else str(value or "")}
        for name, value in said.items()
    ]


def others(s: Shown) -> list[dict[str, Any]]:
    """The messages of the same object by the same plan, the newest first."""
    if not s.row.objectkey:
        return []
    query = select(M).where(M.plan_id == s.row.plan_id, M.objectkey == s.row.objectkey).order_by(M.id.desc())
    names = ("id", "createtime", "edition", "state", "error", "digest")
    return [
        {name: plain(getattr(one, name)) for name in names}
        | {"createtimeLink": LOG_PAGE.format(id=one.id), "stateTone": TONES.get(one.state, "")}
        for one in s.db.scalars(query.limit(SHOWN))
    ]


MESSAGE_PAGE = RecordView(
    no="exchange_message",
    title="传输消息",
    permission=p.LOG_QUERY,
    model=M,
    url=f"{LOGS}/record",
    heading=lambda s: f"{DIRECTIONS.get(s.row.direction, '消息')} {s.row.number}".strip(),
    subtitle=lambda s: s.row.title,
    facts=[
        Fact("state", tone=lambda s: TONES.get(s.row.state, ""), dot=True),
        Fact("partner_id"),
        Fact("plan_id", when=lambda s: bool(s.row.plan_id)),
        Fact("error", when=lambda s: bool(s.row.error)),
        Fact("answer"),
        Fact("tries", note=lambda s: s.text("sentat")),
        Fact("nexttry", when=lambda s: s.row.nexttry is not None),
        Fact("edition"),
        Fact("digest"),
        Fact("ip", when=lambda s: bool(s.row.ip)),
        Fact("ignorereason", note=lambda s: s.row.ignoredby, when=lambda s: bool(s.row.ignorereason)),
    ],
    parts=[
        Part(
            "content",
            "请求内容",
            [Col("name", "名称", M.number, 200, "code"), Col("value", "值", M.error, 420)],
            content,
            noun="内容",
            empty="没有内容：对方已无此对象，或内容已过保存期限",
        ),
        Part(
            "others",
            "同一对象的消息",
            [of(c) for c in (M.createtime, M.state, M.edition, M.error, M.digest)],
            others,
            noun="消息",
            empty="查询记录不按对象",
        ),
    ],
    actions=[
        Action(
            "replayOne",
            "重传",
            p.LOG_RETRY,
            kind="call",
            needs="one",
            url=f"{LOGS}/replay",
            when={"state": ("2", "3"), "direction": ("push",)},
        ),
    ],
)
