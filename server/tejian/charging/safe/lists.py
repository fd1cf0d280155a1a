"""The list and the page of cash after the count."""

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.cash import CashLot as L
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, course, is_own, own_listing, page_buttons, state
from tejian.kit.records.recordview import Fact, RecordView
from tejian.system.permissions import EXPORT

from .paper import PRINT
from .process import BASE, CALLS, CASH, PAGE

DAY = f"{BASE}/dayClose/detail?id={{day_id}}"

PRINTED = Action(
    PRINT, "打印解款单", p.DAYS, place="row", kind="print", needs="one", print=PRINT, when={"step": list(at.IN_BANK)}
)

cash_list = own_listing(
    CASH,
    no="cha_cash_list",
    title="现金去向",
    permission=p.DAYS,
    export_permission=EXPORT,
    url=f"{CALLS}/findList",
    sort="-day",
    columns=[
        col(L.day, 110, fixed="left", link=PAGE),
        col(L.username, 90, link=DAY),
        col(L.place, 110, type="dict", words=at.CASH_PLACES),
        col(L.amount, 110, type="money"),
        col(L.step, 90, label="状态", type="state", words=CASH.names, tones=CASH.tones),
        col(L.holder, 90),
        col(L.toname, 90),
        col(L.ref, 170, type="code"),
        col(L.depositday, 110),
        col(L.depositby, 90),
        col(L.seenby, 100),
        col(L.seen, 140),
        Col("day_id", "", L.day_id),
    ],
    search=[
        same("step", "状态", L.step, widget="select", options=CASH.names, quick=True),
        same("place", "应存入", L.place, widget="select", options=at.CASH_PLACES, quick=True),
        like("username", "收费员", L.username, quick=True),
        like("ref", "解款单号", L.ref),
        dates("day", "收款日期", L.day),
    ],
    segments=[
        Segment("safe", "库存", lambda me: L.step.in_((at.IN_SAFE, at.OFFERED))),
        Segment("carried", "待到账", lambda me: L.step == at.CARRIED),
    ],
    actions=[*buttons(CASH), PRINTED],
)

CASH_VIEW = RecordView(
    no="cha_cash",
    title="现金去向",
    permission=p.DAYS,
    model=L,
    url=f"{CALLS}/record",
    heading=lambda s: f"现金 {s.row.username} {s.row.day}",
    name=lambda s: f"现金 {s.row.day}",
    identity=lambda s: at.CASH_PLACES.get(s.row.place, ""),
    facts=[
        state(CASH),
        Fact("amount"),
        Fact(label="保管人", text=lambda s: s.row.holder, note=lambda s: f"交{s.row.toname}" if s.row.toname else ""),
        Fact(label="解款单", text=lambda s: s.row.ref or "未解款", note=lambda s: s.row.depositby),
        Fact(label="到账", text=lambda s: s.row.seenby or "未到账", note=lambda s: s.text("seen")),
        Fact(label="日结", text=lambda s: str(s.row.day), link=lambda s: DAY.replace("{day_id}", s.row.day_id)),
    ],
    own=is_own(CASH),
    parts=[course(CASH)],
    actions=[*page_buttons(CASH)],
    prints={PRINT: "解款单"},
    history=True,
)
