"""The list of what was asked to leave charges: who asked, who did it, on which papers."""

from sqlalchemy import func, select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.outlays import ChargeOut as O
from tejian.charging.places import CALLS, OF_CHARGE
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

out_list = add_list(
    ListView(
        no="cha_out_list",
        title="退费与红冲",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(O).join(C, C.id == O.charge_id),
        key=O.id,
        visible=O.visible,
        url=f"{CALLS}/findOutList",
        sort="-asked",
        columns=[
            col(C.chargesysid, 150, type="code", fixed="left", link=OF_CHARGE),
            col(C.payunitname, 220),
            col(O.kind, 70, type="dict", words=at.OUT_KINDS),
            col(O.amount, 110, type="money"),
            col(O.way, 90, type="dict", words=at.WAYS),
            col(O.state, 80, type="dict", words=at.OUT_STATES),
            col(O.reason, 240),
            Col("papers", "凭据份数", func.cardinality(O.documents), 80, "number"),
            col(O.askby, 80),
            col(O.asked, 140),
            col(O.endby, 80),
            col(O.ended, 140),
            col(O.note, 160, shown=False),
            Col("charge_id", "", O.charge_id),
        ],
        search=[
            like("payunitname", "缴费单位", C.payunitname, quick=True),
            like("chargesysid", "收费单号", C.chargesysid, quick=True),
            same("kind", "申请事项", O.kind, widget="select", options=at.OUT_KINDS, quick=True),
            same("state", "办理情况", O.state, widget="select", options=at.OUT_STATES, quick=True),
            dates("asked", "申请时间", O.asked),
        ],
        segments=[Segment("open", "待办理", lambda me: O.state == at.ASKED_OUT)],
        actions=[
            Action(
                "handle",
                "办理",
                p.QUERY,
                place="row",
                kind="route",
                needs="one",
                route=OF_CHARGE,
                when={"state": [at.ASKED_OUT]},
            )
        ],
    )
)
