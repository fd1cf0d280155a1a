"""The page of a version of a template: what it changes, its rows part by part, and the trials; the page of a trial."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.templates import ENDED, STATE_TONES, STATES, TemplateRow, TemplateTrial
from tejian.inspection.models.templates import TemplateVersion as T
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Listed, Notice, Panel, RecordView, Shown
from tejian.kit.records.recordview import Part as Rows
from tejian.system.rules.api import CHANGED, DRAFT, GONE, KINDS, NEW, PUBLISHED, TONES, VOID

from .forms import CALLS, FORM, REMOVE, ROW_FORMS
from .lists import EDIT
from .outcome import Base, Changed, base_of, changes_of, is_changed, rows_of
from .parts import CHOICES, ITEMS, PARTS, PHONE, Part
from .preview import Preview, preview
from .process import TEMPLATE
from .trying import TRIAL

SHOWN = 500


class Whole:
    """What the page shows of a version, read once."""

    def __init__(self, rows: list[TemplateRow], base: Base):
        self.rows, self.base = rows, base
        self.changes: list[Changed] = changes_of(rows, base)


def _changes(shown: Shown) -> list[dict[str, Any]]:
    return [
        {
            "id": str(n),
            "kind": KINDS[one.kind],
            "kindTone": TONES[one.kind],
            "part": one.part.title,
            "row": one.words,
            "cell": one.part.label(one.cell) if one.kind == CHANGED else "整行",
            "before": CHOICES.get(one.cell, {}).get(one.before, one.before),
            "after": CHOICES.get(one.cell, {}).get(one.after, one.after),
            "clause": one.row.clause,
            "reason": one.row.reason,
            "changedby": one.row.changedby,
        }
        for n, one in enumerate(shown.more.changes[:SHOWN])
    ]


def _counted(shown: Shown) -> str:
    rows = {kind: {one.row.id for one in shown.more.changes if one.kind == kind} for kind in KINDS}
    return "，".join(f"{word} {len(rows[kind])} 行" for kind, word in KINDS.items())


def _hint(shown: Shown) -> str:
    told = f"与起草时执行的模板相比：{_counted(shown)}"
    return told + (f"；这里列出前 {SHOWN} 处" if len(shown.more.changes) > SHOWN else "")


def _mark(row: TemplateRow, base: Base) -> str:
    if row.gone:
        return GONE
    old = base.get(row.base_id)
    return NEW if old is None else CHANGED if is_changed(row, old) else ""


def _rows(part: Part) -> Callable[[Shown], list[dict[str, Any]]]:
    def rows(shown: Shown) -> list[dict[str, Any]]:
        out = []
        for row in shown.more.rows:
            if row.tbl != part.table:
                continue
            mark = _mark(row, shown.more.base)
            words = {one: CHOICES[one].get(row.data.get(one, ""), "") for one in part.shown if one in CHOICES}
            own = {"id": row.id, "version": row.version, "gone": "1" if row.gone else "0", "clause": row.clause}
            own |= {"mark": KINDS.get(mark, ""), "markTone": TONES.get(mark, ""), "markNote": row.reason}
            out.append({**row.data, **words, **own})
        return out

    return rows


def _row_actions(part: Part) -> Callable[[Shown], list[Action]]:
    def actions(shown: Shown) -> list[Action]:
        if shown.row.step != DRAFT or not shown.me.may(p.TEMPLATE_DRAFT):
            return []
        may, live, form = p.TEMPLATE_DRAFT, {"gone": ("0",)}, ROW_FORMS[part.table].no
        add = [Action("addPart", f"新增{part.noun}", may, kind="form", form=form)] if part.adds else []
        one: dict[str, Any] = {"place": "row", "needs": "one"}
        order = [
            Action(name, label, may, kind="call", url=f"{CALLS}/row/{name}", when=live, **one)
            for name, label in (("up", "上移"), ("down", "下移"))
            if part.ordered
        ]
        return [
            *add,
            Action("editPart", "编辑", may, kind="form", form=form, when=live, **one),
            *order,
            Action("removeRow", "取消", may, kind="form", form=REMOVE.no, when=live, **one),
            Action("restore", "恢复", may, kind="call", url=f"{CALLS}/row/restore", when={"gone": ("1",)}, **one),
        ]

    return actions


def _part(part: Part) -> Rows:
    shown = [Col(name, part.label(name), None, width) for name, width in part.shown.items()]
    order = [Col("seq", "序号", None, 60)] if part.ordered else []
    return Rows(
        part.table,
        part.title,
        columns=[Col("mark", "变动", None, 70), *order, *shown, Col("clause", "依据", None, 210)],
        rows=_rows(part),
        noun=part.noun,
        empty=f"模板没有{part.title}",
        hint="" if part.adds or part.owner == "template" else "几个模板共用的规则；修改后本模板用自己的，其他模板不变",
        owner=lambda s: {"version_id": s.row.id},
        actions=_row_actions(part),
        tab=part.tab,
    )


def _drawn(shown: Shown) -> Preview:
    """The version as phones will draw it."""
    rows: dict[str, list[dict[str, str]]] = {}
    for row in shown.more.rows:
        if not row.gone:
            rows.setdefault(row.tbl, []).append(row.data)
    return preview(shown.row.template, f"{shown.row.name}　{len(rows.get(ITEMS, ()))}项", rows)


def _phase(shown: Shown) -> str:
    row = shown.row
    if row.step != PUBLISHED:
        return ""
    return "已生效" if row.effective <= clock.today() else f"{(row.effective - clock.today()).days} 日后生效"


def _notices(shown: Shown) -> list[Notice]:
    row, found = shown.row, [*stands(TEMPLATE)(shown)]
    if row.step == DRAFT and not (row.document and row.effective):
        found.append(Notice("提交前请编辑草案，填写文件依据和生效日期"))
    return found


def _trials(shown: Shown) -> list[dict[str, Any]]:
    query = select(TemplateTrial).where(TemplateTrial.version_id == shown.row.id, TemplateTrial.visible(shown.me))
    return [
        {
            **record(one),
            "span": f"{one.firstday} 至 {one.lastday}",
            "spanLink": TRIAL.route.format(id=one.id),
            "stateWord": STATES[one.state],
            "stateWordTone": STATE_TONES[one.state],
        }
        for one in shown.db.scalars(query.order_by(TemplateTrial.createtime.desc()).limit(50))
    ]


def _actions(shown: Shown) -> list[Action]:
    confirm = "用本版重新判定近一年按此模板检验的原始记录，只比较，不改任何记录，确定开始吗？"
    trial = Action("try", "试算", p.TEMPLATE_DRAFT, kind="call", needs="one", url=f"{CALLS}/try", confirm=confirm)
    return [*([trial] if shown.row.step != VOID else []), EDIT, *page_buttons(TEMPLATE)]


VERSION_VIEW = RecordView(
    no="report_template",
    title="报告模板版本",
    permission=p.TEMPLATE_QUERY,
    model=T,
    url=f"{CALLS}/record",
    form=FORM,
    more=lambda db, me, row: Whole(rows_of(db, row), base_of(db, row)),
    heading=lambda s: f"报告模板 {s.row.template} {s.row.templateno}",
    name=lambda s: s.row.templateno or "报告模板",
    identity=lambda s: "　".join(filter(None, [s.row.title, s.row.name, s.row.document])),
    facts=[
        state(TEMPLATE),
        Fact(label="生效日期", text=lambda s: str(s.row.effective or "未定"), note=_phase),
        Fact(label="内容", text=lambda s: f"{s.row.rowcount} 行"),
        Fact(label="差异", text=_counted),
        Fact(label="起草、发布", text=lambda s: "　".join(filter(None, [s.row.drafter, s.row.publisher]))),
    ],
    notices=_notices,
    parts=[
        Rows(
            "changes",
            "与现行模板的差异",
            columns=[
                Col("kind", "差异", None, 64),
                Col("part", "部分", None, 100),
                Col("row", "行", None, 210),
                Col("cell", "内容", None, 90),
                Col("before", "现行", None, 170),
                Col("after", "本版", None, 170),
                Col("clause", "依据条款", None),
                Col("reason", "变更原因", None, 150),
                Col("changedby", "修改人", None, 80),
            ],
            rows=_changes,
            noun="差异",
            empty="与现行模板没有差异",
            hint=_hint,
        ),
        *(_part(one) for one in PARTS.values()),
        Panel("preview", "手机预览", "phonePreview", _drawn, tab=PHONE),
        Rows(
            "trials",
            "试算",
            columns=[
                Col("span", "检验日期", None, 200),
                Col("stateWord", "状态", None, 80),
                Col("total", "记录数", None, 80, "number"),
                Col("conclusions", "结论变化", None, 90, "number"),
                Col("findings", "检查结果变化", None, 110, "number"),
                Col("left", "不能判定", None, 90, "number"),
                Col("madeby", "试算人", None, 90),
                Col("message", "结果", None),
            ],
            rows=_trials,
            noun="试算",
            empty="还没有试算",
        ),
        course(TEMPLATE),
    ],
    actions=_actions,
    history=True,
)


def _done(shown: Shown) -> bool:
    return bool(shown.row.state == "done")


TRIAL_VIEW = RecordView(
    no="report_template_trial",
    title="报告模板试算",
    permission=p.TEMPLATE_QUERY,
    model=TemplateTrial,
    url=f"{CALLS}/trial/record",
    heading=lambda s: f"报告模板试算 {s.row.name}",
    name=lambda s: s.row.name or "报告模板试算",
    identity=lambda s: f"{s.row.firstday} 至 {s.row.lastday} 检验的记录",
    facts=[
        Fact(
            label="状态",
            text=lambda s: STATES.get(s.row.state, "等待"),
            tone=lambda s: STATE_TONES.get(s.row.state, "ca"),
            dot=True,
            note=lambda s: f"{s.row.passed} / {s.row.total} 份",
        ),
        Fact(label="结论变化", text=lambda s: f"{s.row.conclusions} 份"),
        Fact(label="检查结果变化", text=lambda s: f"{s.row.findings} 份"),
        Fact(label="不能判定", text=lambda s: f"{s.row.left} 份"),
        Fact(label="试算人", text=lambda s: s.row.madeby),
    ],
    notices=lambda s: [Notice(s.row.message, "no")] if s.row.state == "failed" else [],
    parts=[
        Panel(
            "progress",
            "进度",
            "jobProgress",
            lambda s: {"url": f"{CALLS}/trial/progress", "unit": "份"},
            when=lambda s: s.row.state not in ENDED,
        ),
        Listed(
            "lines",
            "有变化的记录",
            "report_template_trial_lines",
            lambda s: {"trial_id": s.row.id},
            when=_done,
        ),
    ],
    actions=[
        Action(
            "openVersion",
            "模板版本",
            p.TEMPLATE_QUERY,
            kind="route",
            needs="one",
            route="/businessPro/reportTemplate/detail?id={version_id}",
        )
    ],
)
