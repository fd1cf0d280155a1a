"""The page of a project: where it stands, its files step by step, what became of the rows, the sums, taking back."""

from typing import Any

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col
from tejian.kit.records.recordview import Fact, Listed, Notice, Panel, Part, RecordView, Shown
from tejian.moving import permissions as p
from tejian.moving.models import (
    BUSY,
    DOUBLE,
    GOOD,
    LOADED,
    MADE,
    MERGED,
    PREPARED,
    REJECTED,
    SAME,
    STATES,
    TONES,
    TRIED,
    UNDONE,
    UPDATE,
    WAITING,
)
from tejian.moving.models import MovingFile as F
from tejian.moving.models import MovingProject as P
from tejian.moving.models import MovingRow as R

from .forms import ACTS, API, BACK
from .kinds import LABELS


def _call(code: str, label: str, permission: str, confirm: str, done: str) -> Action:
    return Action(code, label, permission, kind="call", needs="one", url=f"{API}/{code}", confirm=confirm, done=done)


TRY = _call("try", "试装", p.SAVE, "", "已开始试装，不写入档案")
SUBMIT = _call("submit", "提交批准", p.SAVE, "提交后由另一人批准，批准即装入。确定提交吗？", "已提交，等另一人批准")
APPROVE = _call("approve", "批准装入", p.APPROVE, "批准后立即装入正式档案。确定批准吗？", "已批准，开始装入")
BACK_ACTION = Action("back", "退回", p.APPROVE, kind="form", needs="one", form=BACK.no)
LOAD_ON = _call("loadOn", "继续装入", p.SAVE, "继续装入还没有装入的文件，确定吗？", "已继续装入")
UNDO = _call("undo", "撤回", p.SAVE, "把这个项目装入的档案全部撤回，已有的档案不动。确定撤回吗？", "已开始撤回")


def _actions(shown: Shown) -> list[Action]:
    """The buttons that the state of the project allows."""
    row = shown.row
    if row.state in (PREPARED, UNDONE):
        return [TRY, ACTS.edit]
    if row.state == TRIED:
        return [SUBMIT, TRY, ACTS.edit]
    if row.state == WAITING:
        return [APPROVE, BACK_ACTION]
    if row.state == LOADED:
        left = shown.db.scalar(select(F.id).where(F.project_id == row.id, F.loaded.is_(None)).limit(1))
        return [*([LOAD_ON] if left else []), UNDO]
    return []


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    out = [Notice(f"退回：{row.reason}", "no")] if row.reason and row.state == TRIED else []
    if row.held:
        out.append(Notice("装入的档案后来有改动或引用，不能原样撤回，逐条见“撤不回的”", "no"))
    return out


def _sums(shown: Shown) -> list[dict[str, Any]]:
    """对账: of each file the rows of the source against what became of them."""
    query = (
        select(F.id, F.name, F.kind, F.rows, R.state, func.count(R.id))
        .outerjoin(R, R.file_id == F.id)
        .where(F.project_id == shown.row.id)
        .group_by(F.id, F.name, F.kind, F.rows, R.state)
        .order_by(F.name)
    )
    files: dict[str, dict[str, Any]] = {}
    for key, name, kind, rows, state, count in shown.db.execute(query):
        one = files.setdefault(
            key, {"id": key, "name": name, "kind": LABELS.get(kind, ""), "source": rows, "made": 0, "merged": 0}
        )
        for column in ("known", "update", "rejected"):
            one.setdefault(column, 0)
        if state in (GOOD, MADE):
            one["made"] += count
        elif state in (DOUBLE, MERGED):
            one["merged"] += count
        elif state in (SAME, UPDATE, REJECTED):
            one[{SAME: "known", UPDATE: "update", REJECTED: "rejected"}[state]] += count
    for one in files.values():
        sums = one["made"] + one["merged"] + one["known"] + one["update"] + one["rejected"]
        one["difference"] = one["source"] - sums
        one["differenceTone"] = "no" if one["difference"] else "go"
    return list(files.values())


def _how(shown: Shown) -> str:
    """From where it comes, and how it was said that it is loaded."""
    row = shown.row
    units = "未建档的单位随设备新建" if row.makes else "未建档的单位不新建"
    return f"旧系统：{row.system}　{units}　{'缺项的设备待完善' if row.drafts else '缺项的设备不装入'}"


def _held(shown: Shown) -> list[dict[str, Any]]:
    return [{"id": str(n), **one} for n, one in enumerate(shown.row.held)]


def _tried(shown: Shown) -> bool:
    return bool(shown.row.state not in (PREPARED, "trying"))


def _score(name: str) -> Any:
    return lambda shown: "—" if getattr(shown.row, name) is None else f"{getattr(shown.row, name)} 分"


def _number(name: str, label: str, width: int = 90) -> Col:
    return Col(name, label, None, width, "number")


PROJECT = RecordView(
    no="moving_project",
    title="迁入项目",
    permission=p.QUERY,
    model=P,
    url=f"{API}/record",
    heading=lambda s: s.row.name or "迁入项目",
    subtitle=_how,
    facts=[
        Fact(
            label="状态",
            text=lambda s: STATES[s.row.state],
            tone=lambda s: TONES.get(s.row.state, ""),
            dot=True,
        ),
        Fact(label="结果", text=lambda s: s.row.message or "—"),
        Fact(label="设备档案质量", text=_score("before"), note=lambda s: f"装入后 {_score('after')(s)}"),
        Fact("sender_id", note=lambda s: s.text("sent")),
        Fact("approver_id", note=lambda s: s.text("approved")),
        Fact("loaded", note=lambda s: f"撤回 {s.text('undone')}" if s.row.undone and s.row.state == UNDONE else ""),
    ],
    notices=_notices,
    parts=[
        Panel(
            "progress",
            "进度",
            "jobProgress",
            lambda s: {"url": f"{API}/progress", "unit": "行"},
            tab="files",
            when=lambda s: s.row.state in BUSY,
        ),
        Panel(
            "files",
            "文件与对应",
            "movingFiles",
            lambda s: {"may": s.me.may(p.SAVE), "stands": f"{s.row.state} {s.row.version}"},
        ),
        Listed("rows", "逐行结果", "moving_row_list", lambda s: {"project_id": s.row.id}, when=_tried),
        Part(
            "sums",
            "对账",
            [
                Col("name", "文件", None, 220),
                Col("kind", "内容", None, 120),
                _number("source", "来源行数"),
                _number("made", "装入"),
                _number("merged", "并入已有"),
                _number("known", "已迁入过"),
                _number("update", "有变化未改", 100),
                _number("rejected", "不装入"),
                _number("difference", "差额"),
            ],
            _sums,
            hint="来源行数 = 装入 + 并入已有 + 已迁入过 + 有变化未改 + 不装入，差额须为 0。试装后是预计数",
            when=_tried,
        ),
        Part(
            "held",
            "撤不回的",
            [
                Col("what", "档案", None, 110),
                Col("title", "名称", None, 260),
                Col("why", "后来", None, 240),
                Col("by", "谁", None, 90),
                Col("at", "何时", None, 150),
            ],
            _held,
            hint="这些改动保留着；把它们先处理（如改回、删除新建的业务），再撤回",
            when=lambda s: bool(s.row.held),
        ),
    ],
    actions=_actions,
    history=True,
)
