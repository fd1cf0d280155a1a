"""The page of a version of the fee table: what it changes, its rows, and a device to try it on."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.charging import permissions as p
from tejian.charging.models.tables import FeeTable as T
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Listed, Notice, Part, RecordView, Shown

from . import codes as at
from .comparing import KINDS, TONES, Changed, against_former, before_day
from .forms import CALLS, FORM
from .lists import EDIT
from .process import FEE_TABLE

SHOWN = 500


def _more(db: Session, me: User, row: T) -> list[Changed]:
    return against_former(db, row)


def _changes(shown: Shown) -> list[dict[str, Any]]:
    return [
        {
            "id": str(n),
            "kind": KINDS[one.kind],
            "kindTone": TONES[one.kind],
            "feecode": one.feecode,
            "item": one.item,
            "cell": one.cell,
            "before": one.before,
            "after": one.after,
        }
        for n, one in enumerate(shown.more[:SHOWN])
    ]


def _counted(shown: Shown) -> str:
    codes = {kind: {one.feecode for one in shown.more if one.kind == kind} for kind in KINDS}
    return "，".join(f"{word} {len(codes[kind])} 行" for kind, word in KINDS.items())


def _hint(shown: Shown) -> str:
    told = f"与 {before_day(shown.row)} 执行的标准相比：{_counted(shown)}"
    return told + (f"；这里列出前 {SHOWN} 处" if len(shown.more) > SHOWN else "")


def _phase(shown: Shown) -> str:
    row = shown.row
    if row.step != at.PUBLISHED:
        return ""
    return "已生效" if row.effective <= clock.today() else f"{(row.effective - clock.today()).days} 日后生效"


def _notices(shown: Shown) -> list[Notice]:
    row, found = shown.row, [*stands(FEE_TABLE)(shown)]
    if row.step == at.DRAFT and not (row.document and row.effective):
        found.append(Notice("提交前请编辑草案，填写名称、文件依据和生效日期"))
    return found


FEE_TABLE_VIEW = RecordView(
    no="cha_feetable",
    title="收费标准",
    permission=p.FEES,
    model=T,
    url=f"{CALLS}/record",
    form=FORM,
    more=_more,
    heading=lambda s: f"收费标准 {s.row.tableno}",
    name=lambda s: s.row.tableno or "收费标准",
    identity=lambda s: f"{s.row.name}　{s.row.document}",
    facts=[
        state(FEE_TABLE),
        Fact(label="生效日期", text=lambda s: str(s.row.effective or "未定"), note=_phase),
        Fact(label="行数", text=lambda s: f"{s.row.rowcount} 行"),
        Fact(label="差异", text=_counted),
        Fact(label="起草、发布", text=lambda s: "　".join(filter(None, [s.row.drafter, s.row.publisher]))),
    ],
    notices=_notices,
    parts=[
        Part(
            "changes",
            "与原标准的差异",
            columns=[
                Col("kind", "差异", None, 70),
                Col("feecode", "收费代码", None, 90, "code"),
                Col("item", "收费项目", None, 220),
                Col("cell", "内容", None, 100),
                Col("before", "原标准", None, 300),
                Col("after", "本标准", None),
            ],
            rows=_changes,
            noun="差异",
            empty="与原标准没有差异",
            hint=_hint,
        ),
        Listed("rows", "收费标准各行", "cha_feetable_rows", lambda s: {"table_id": s.row.id}),
        course(FEE_TABLE),
    ],
    actions=[Action("tryFee", "试算", p.FEES, needs="one"), EDIT, *page_buttons(FEE_TABLE)],
    history=True,
)
