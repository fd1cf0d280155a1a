"""The page of a version of a contract: its prices, what was charged under it, and what it changed."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import page_of
from tejian.charging import permissions as p
from tejian.charging.charges.api import CHARGE
from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract as C
from tejian.charging.models.contracts import ContractClause as L
from tejian.charging.parts import api as instalments
from tejian.charging.terms.api import Settled, clauses_of, instalments_of, rows_of, settled
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.process.moves import buttons, course, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of

from .forms import CONTRACT_FORM
from .lists import EDIT
from .process import AGREEMENT, CALLS, PAGE, takes_files
from .saving import names
from .versions import changes


def _values(db: Session, me: User, row: C) -> dict[str, Any]:
    return record(row) | names(db, row)


def _clauses(shown: Shown) -> list[dict[str, Any]]:
    rows = clauses_of(shown.db, shown.row.id)
    return [
        record(one) | {"equcodeLink": page_of(one.equclass, one.equdatasysid) if one.equdatasysid else ""}
        for one in rows
    ]


def _instalments(shown: Shown) -> list[dict[str, Any]]:
    """Each with what has been paid of it."""
    rows = {one.seq: one for one in instalments_of(shown.db, shown.row.id)}
    return instalments.shown(shown.more.instalments, rows.__getitem__, clock.today())


def _versions(shown: Shown) -> list[dict[str, Any]]:
    query = select(C).where(C.series_id == shown.row.series_id, C.visible(shown.me)).order_by(C.edition)
    return [
        record(one)
        | {"editionLink": "" if one.id == shown.row.id else PAGE.format(id=one.id), "lastday": str(one.lastday)}
        for one in shown.db.scalars(query)
    ]


def _changes(shown: Shown) -> list[dict[str, Any]]:
    found = changes(shown.db, shown.row)
    return [{"id": str(n), "what": c.what, "before": c.before, "after": c.after} for n, c in enumerate(found)]


def _notices(shown: Shown) -> list[Notice]:
    row, stand = shown.row, shown.more
    found = stands(AGREEMENT)(shown)
    left = (row.validto - clock.today()).days
    if row.step in at.RULING and left <= 30:
        found.append(Notice(f"合同{row.validto}到期，余{left}日"))
    late = [one for one in stand.instalments if one.late(clock.today())]
    if late and row.step in (*at.RULING, at.EXPIRED):
        found.append(Notice(f"付款计划{len(late)}期已过应付日期，未付{sum(one.rest for one in late)}元", "no"))
    return found


def _sum(shown: Shown) -> str:
    return f"{shown.row.amount:,.2f} 元" if shown.row.amount is not None else "按实结算"


def _rest(shown: Shown) -> str:
    rest = shown.more.rest
    return f"还可收费 {rest:,.2f} 元" if rest is not None else ""


def _more(db: Session, me: User, row: C) -> Settled:
    return settled(db, row)


def _buttons() -> list[Action]:
    """The move for which a contract waits stands last."""
    order = ("void_more", "end_more", "change_row", "send_back_row", "refuse_row")
    return sorted(buttons(AGREEMENT), key=lambda b: order.index(b.code) if b.code in order else len(order))


CONTRACT_VIEW = RecordView(
    no="cha_contract",
    title="合同",
    permission=p.AGREEMENTS,
    model=C,
    url=f"{CALLS}/record",
    form=CONTRACT_FORM,
    creates=True,
    values=_values,
    more=_more,
    heading=lambda s: f"合同 {s.row.agrno or '未编号'}",
    name=lambda s: s.row.agrno or "合同",
    subtitle=lambda s: f"第 {s.row.edition} 版",
    identity=lambda s: f"{s.row.unitname}　{s.row.agrname}",
    facts=[
        state(AGREEMENT),
        Fact(label="期限", text=lambda s: f"{s.row.validfrom} 至 {s.row.lastday}", note=lambda s: s.row.stopreason),
        Fact(label="合同金额", text=_sum, note=_rest),
        Fact(
            label="已收费",
            text=lambda s: f"{s.more.charged:,.2f} 元",
            note=lambda s: f"{s.more.count} 笔",
            link="#charges",
        ),
        Fact(
            label="已付",
            text=lambda s: f"{s.more.paid:,.2f} 元",
            note=lambda s: f"未付 {s.more.unpaid:,.2f} 元",
            link="#charges",
        ),
        Fact(
            label="起草、审核、确认",
            text=lambda s: "　".join(filter(None, [s.row.drafter, s.row.auditor, s.row.confirmer])),
        ),
    ],
    notices=_notices,
    parts=[
        Part(
            "clauses",
            "价格条款",
            columns=[
                of(L.seq, 52),
                of(L.equname, 130),
                of(L.equcode, 170, type="code"),
                of(L.equclass, 100),
                of(L.equclacode, 150),
                of(L.testsort, 130),
                of(L.feecode, 90, type="code"),
                of(L.price, 100, type="money"),
                of(L.percent, 110),
                of(L.note),
            ],
            rows=_clauses,
            noun="条款",
        ),
        Part(
            "instalments",
            "付款计划",
            columns=[*instalments.COLUMNS, Col("note", "付款条件", None)],
            rows=_instalments,
            noun="付款计划",
        ),
        Part(
            "charges",
            "收费结算",
            columns=[
                Col("chargesysid", "收费单号", None, 150, "code"),
                Col("step", "状态", None, 90, "dict", words=CHARGE.names),
                Col("itemcount", "业务件数", None, 80, "number"),
                Col("part", "合同内金额", None, 110, "money"),
                Col("paid", "合同内已付", None, 110, "money"),
                Col("amount", "应收金额", None, 120, "money"),
                Col("received", "实收金额", None, 120, "money"),
                Col("duedate", "缴费期限", None, 110, "date"),
                Col("createtime", "登记时间", None, 140, "datetime"),
            ],
            rows=lambda s: rows_of(s.db, s.me, s.row),
            noun="收费",
            empty="还没有按本合同收费",
        ),
        Part(
            "versions",
            "版本",
            columns=[
                of(C.edition, 60),
                of(C.step, 90, type="dict", words=AGREEMENT.names),
                of(C.validfrom, 110),
                Col("lastday", "执行至", None, 110, "date"),
                of(C.amount, 120, type="money"),
                of(C.drafter, 90),
                of(C.confirmer, 90),
                of(C.effective, 140),
                of(C.changenote),
            ],
            rows=_versions,
            noun="版本",
        ),
        Part(
            "changes",
            "与前一版的差异",
            columns=[
                Col("what", "内容", None, 300),
                Col("before", "前一版", None, 260),
                Col("after", "本版", None),
            ],
            rows=_changes,
            noun="差异",
            empty="与前一版没有差异",
            tab="versions",
            when=lambda s: s.row.edition > 1,
        ),
        course(AGREEMENT),
    ],
    actions=[EDIT, *_buttons()],
    prints={"HTXY": "打印"},
    files=Files("agreement", ["21"], refuses=takes_files),
    history=True,
)
