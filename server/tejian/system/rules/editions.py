"""Versions of rules: drafted, handed in, published from a day to come by a second person, withdrawn before that day.

Fee tables and templates of reports are such versions. What ruled a day keeps ruling it: rows only get a last day.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, String
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.forms.formview import FormView, dialog, why
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, Subject, anybody, nobody

DRAFT, CHECKED, PUBLISHED, WITHDRAWN, VOID = "DRAFT", "CHECKED", "PUBLISHED", "WITHDRAWN", "VOID"
NEW, GONE, CHANGED = "new", "gone", "changed"
KINDS = {NEW: "新增", GONE: "取消", CHANGED: "变更"}
TONES = {NEW: "go", GONE: "no", CHANGED: "ca"}


class Edition(Subject):
    """The head of a version. Its rows rule from `effective` on, once it is published."""

    name: Mapped[str] = mapped_column(String(100), default="", info={"label": "名称"})
    document: Mapped[str] = mapped_column(String(128), default="", info={"label": "文件依据"})
    effective: Mapped[date | None] = mapped_column(Date, info={"label": "生效日期"})
    remark: Mapped[str] = mapped_column(String(500), default="", info={"label": "说明"})
    rowcount: Mapped[int] = mapped_column(default=0, info={"label": "行数"})
    drafter: Mapped[str] = mapped_column(String(64), default="", info={"label": "起草人"})
    drafter_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "起草人主键", "refers": "sys_user"})
    publisher: Mapped[str] = mapped_column(String(64), default="", info={"label": "发布人"})
    published: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "发布时间"})


# -- what a version differs in --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """One cell that is otherwise; a row that is new or gone has no `cell`."""

    kind: str
    key: str
    cell: str = ""


def differences(
    before: Mapping[str, Mapping[str, str]],
    after: Mapping[str, Mapping[str, str]],
    cells: Sequence[str],
    text: Callable[[str, Mapping[str, str]], str] = lambda name, row: row.get(name, "").strip(),
) -> list[Difference]:
    """What differs between rows of the same key; in the order of the new version, then what is gone."""
    out: list[Difference] = []
    for key, row in after.items():
        old = before.get(key)
        if old is None:
            out.append(Difference(NEW, key))
        else:
            out += [Difference(CHANGED, key, one) for one in cells if text(one, old) != text(one, row)]
    return out + [Difference(GONE, key) for key in before if key not in after]


# -- guards ---------------------------------------------------------------------------------------------------------


def has_document(d: Doing) -> str | None:
    """有文件依据"""
    return None if d.subject.document else f"{d.subject.name}没有文件依据，请先填写"


def not_past(d: Doing) -> str | None:
    """生效日期不早于今天"""
    effective = d.subject.effective
    if effective is None:
        return f"{d.subject.name}没有生效日期，请先填写"
    return f"生效日期{effective}已过，请改为今天或以后" if effective < clock.today() else None


def not_yet_effective(d: Doing) -> str | None:
    """尚未生效"""
    if d.subject.effective > clock.today():
        return None
    return f"{d.subject.name}已于{d.subject.effective}生效，不能撤回，请另行起草"


# -- the process ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dialogs:
    """The dialogs of the moves."""

    publish: FormView
    back: FormView
    withdraw: FormView
    void: FormView


def dialogs(what: str, publish: FormView, before: str) -> Dialogs:
    """`what` begins their names, `before` is what rules on after a withdrawal."""
    return Dialogs(
        publish,
        dialog(f"{what}_back", "退回 {name}", why("退回原因", "请写明退回原因"), ok="退回", done="已退回起草人"),
        dialog(
            f"{what}_withdraw",
            "撤回 {name}",
            why("撤回原因", "请写明撤回原因"),
            note=f"尚未生效，撤回后继续执行原{before}",
            ok="撤回",
            done="已撤回",
        ),
        dialog(f"{what}_void", "作废 {name}", why("作废原因", "请写明作废原因"), ok="作废", done="已作废"),
    )


def edition_steps(title: str, who: Any, route: str, page: str) -> list[Step]:
    """`who` may publish: anybody with the permission but its drafter."""
    open_: dict[str, Any] = {"tone": "ca", "route": route, "page": page, "verb": "查看"}
    return [
        Step(DRAFT, "草案", anybody, waits=f"{title}草案", **open_),
        Step(CHECKED, "待发布", who, waits=f"{title}待发布", refusal=f"自己起草的{title}须由他人发布", **open_),
        Step(PUBLISHED, "已发布", nobody, tone="go"),
        Step(WITHDRAWN, "已撤回", nobody, tone="ok"),
        Step(VOID, "已作废", nobody, tone="ok"),
    ]


def edition_moves(
    calls: str,
    may: tuple[str, str],
    forms: Dialogs,
    submit: Sequence[Any],
    publish: tuple[Sequence[Any], Sequence[Any]],
    withdraw: Sequence[Any],
    tell: Any,
) -> list[Move]:
    """`may` drafts and publishes; `publish` has its guards and effects; `tell` tells the drafter."""
    drafts, publishes = may
    one: dict[str, Any] = {"batch": False}
    return [
        Move(
            "submit",
            "提交",
            [DRAFT],
            CHECKED,
            drafts,
            guards=[has_document, not_past, *submit],
            call=f"{calls}/submit",
            buttons=[Button("row", confirm="提交后由他人核对差异并发布，确定提交吗？")],
            done="已提交，等待发布",
            **one,
        ),
        Move(
            "publish",
            "发布",
            [CHECKED],
            PUBLISHED,
            publishes,
            signed=True,
            guards=[not_past, *publish[0]],
            effects=[*publish[1], tell],
            call=f"{calls}/publish",
            form=forms.publish,
            buttons=[Button("row")],
            **one,
        ),
        Move(
            "send_back",
            "退回",
            [CHECKED],
            DRAFT,
            publishes,
            needs_reason=True,
            effects=[tell],
            call=f"{calls}/back",
            form=forms.back,
            buttons=[Button("row")],
            **one,
        ),
        Move(
            "withdraw",
            "撤回",
            [PUBLISHED],
            WITHDRAWN,
            publishes,
            anyone=True,
            needs_reason=True,
            signed=True,
            guards=[not_yet_effective],
            effects=[*withdraw, tell],
            call=f"{calls}/withdraw",
            form=forms.withdraw,
            buttons=[Button("row")],
            **one,
        ),
        Move(
            "void",
            "作废",
            [DRAFT],
            VOID,
            drafts,
            anyone=True,
            needs_reason=True,
            call=f"{calls}/void",
            form=forms.void,
            buttons=[Button("more")],
            **one,
        ),
    ]


def edition_process(name: str, title: str, model: Any, no: str, steps: list[Step], moves: list[Move]) -> Process:
    """The process of a kind of version; `no` is the column of its number."""
    return Process(
        name=name,
        title=title,
        model=model,
        start=DRAFT,
        ends=[WITHDRAWN, VOID],
        numbers=lambda s: (getattr(s, no), getattr(s, no)),
        about=lambda m: (m.name, m.document),
        steps=steps,
        moves=moves,
    )


def outcome_words(d: Doing) -> str:
    """What became of a version, for its drafter."""
    s = d.subject
    words = {PUBLISHED: f"已发布，{s.effective}起执行", DRAFT: f"被退回：{d.reason.text}"}
    return f"{s.name} {words.get(s.step) or f'已撤回：{d.reason.text}'}"[:200]
