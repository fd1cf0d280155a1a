"""多收款: the list and the page of what was paid too much, and how it went back."""

from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.surplus import Surplus as M
from tejian.charging.places import OF_CHARGE
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, RecordView, Shown
from tejian.system.permissions import EXPORT

from .process import BASE, CALLS, PAGE, SURPLUS

surplus_list = add_list(
    ListView(
        no="cha_surplus_list",
        title="多收款",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(M),
        key=M.id,
        visible=M.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(M.platformno, 170, type="code", fixed="left", link=PAGE),
            col(M.payunitname, 200),
            col(M.amount, 100, type="money"),
            col(M.step, 100, label="状态", type="state", words=SURPLUS.names, tones=SURPLUS.tones),
            col(M.chargesysid, 140, type="code", link=OF_CHARGE),
            col(M.orderno, 140, type="code"),
            col(M.paidon, 100),
            col(M.why, 220),
            col(M.way, 90, type="dict", words=at.RETURN_BY),
            col(M.askby, 80),
            col(M.endby, 80),
            col(M.ended, 140),
            col(M.createtime, 140, label="发现时间"),
            col(M.note, 160, shown=False),
            Col("charge_id", "", M.charge_id),
        ],
        search=[
            like("payunitname", "缴费单位", M.payunitname, quick=True),
            like("platformno", "平台流水号", M.platformno, quick=True),
            same("step", "状态", M.step, widget="select", options=SURPLUS.names, quick=True),
            like("chargesysid", "收费单号", M.chargesysid),
            like("orderno", "支付订单号", M.orderno),
            dates("paidon", "支付日期", M.paidon),
        ],
        segments=[
            Segment("found", "待申请退款", lambda me: M.step == at.FOUND_SURPLUS),
            Segment("asked", "待退款", lambda me: M.step == at.ASKED_SURPLUS),
        ],
        actions=[
            Action(
                "handle",
                "办理",
                p.QUERY,
                place="row",
                kind="route",
                needs="one",
                route=PAGE,
                when={"step": at.OPEN_SURPLUS},
            )
        ],
    )
)


def _values(db: Session, me: User, row: M) -> dict[str, Any]:
    """With the way back in words, as the dialog says it."""
    return record(row) | {"wayName": at.RETURN_BY.get(row.way, "")}


def _by(name: str, moment: datetime | None) -> str:
    return f"{name} {clock.minute(moment)}" if moment else "未办理"


def _order_page(shown: Shown) -> str:
    return f"{BASE}/payOnlineSearch?orderno={shown.row.orderno}"


SURPLUS_VIEW = RecordView(
    no="cha_surplus",
    title="多收款",
    permission=p.QUERY,
    model=M,
    url=f"{CALLS}/record",
    values=_values,
    heading=lambda s: f"多收款 {s.row.amount:,.2f} 元",
    name=lambda s: s.row.platformno,
    identity=lambda s: f"{s.row.payunitname}　平台流水号 {s.row.platformno}　{s.row.why}",
    facts=[
        state(SURPLUS),
        Fact(
            label="收费单", text=lambda s: s.row.chargesysid, link=lambda s: OF_CHARGE.format(charge_id=s.row.charge_id)
        ),
        Fact(label="支付订单", text=lambda s: s.row.orderno, link=_order_page),
        Fact(label="支付日期", text=lambda s: str(s.row.paidon or "平台没有说明")),
        Fact(
            label="退款方式",
            text=lambda s: at.RETURN_BY.get(s.row.way, "未申请"),
            note=lambda s: f"凭证号 {s.row.ref}" if s.row.ref else "",
        ),
        Fact(label="申请", text=lambda s: _by(s.row.askby, s.row.asked), note=lambda s: s.row.askreason),
        Fact(label="办结", text=lambda s: _by(s.row.endby, s.row.ended), note=lambda s: s.row.note),
    ],
    notices=stands(SURPLUS),
    parts=[course(SURPLUS)],
    actions=page_buttons(SURPLUS),
    history=True,
)
