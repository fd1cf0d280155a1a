"""Lists of charging: what is to be charged, charges, orders of payment, receipts, policies."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, not_, or_, select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge as C
from tejian.charging.parts.api import DUE_NOW, LEFT
from tejian.charging.places import BASE, CALLS
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .process import CHARGE, STEP_NAMES
from .searching import by_pay_code, said, within

B = AppBuss
FORM = f"{BASE}/payApply/apply"
INFO = f"{BASE}/payApply/applyInfo?id={{id}}"
DEAL = f"{BASE}/payConfirm/dealForm?id={{id}}"
TONES = {s.code: s.tone for s in CHARGE.steps if s.tone}
BATCH_PAGE = f"{BASE}/batchSearch/detail?id={{id}}"
AT_THE_TILL = ("commit_batch", "receive_row", "bill_row")  # what else may be done stands on the page of a charge


def to_charge(me: User) -> Any:
    """Accepted items that nobody has registered a charge for."""
    return and_(B.visible(me), B.chargestate.in_(steps.UNREGISTERED), B.step != steps.VOID, not_(B.imported))


apply_list = add_list(
    ListView(
        no="cha_apply_list",
        title="收费登记",
        permission=p.REGISTER,
        export_permission=EXPORT,
        source=select(B),
        key=B.id,
        visible=to_charge,
        url=f"{CALLS}/selectAppBussList",
        sort="-seisn",
        columns=[
            col(B.seisn, 120, type="code", fixed="left"),
            col(B.appno, 130, type="code"),
            col(B.unitname, 200),
            col(B.equname, 110),
            col(B.equcode, 158, type="code"),
            col(B.seisort, 90),
            col(B.testsort, 110),
            col(B.acceptdate, 100),
            col(B.fee, 100, label="预计费用", type="money"),
            col(B.status, 90, label="业务状态", type="dict", dict="C609"),
            Col("unitsysid", "", B.unitsysid),
        ],
        search=[
            like("unitname", "受检单位", B.unitname, quick=True),
            like("appno", "申报单号", B.appno, quick=True),
            like("seisn", "业务流水号", B.seisn, quick=True),
            same("equclass", "设备种类", B.equclass, widget="select", dict="C601"),
            dates("acceptdate", "受理日期", B.acceptdate),
        ],
        actions=[
            Action(
                "register",
                "收费",
                p.REGISTER,
                needs="many",  # the four checks speak here, before the page of the registration opens
                empty="请选择",
                route=f"{FORM}?ids={{ids}}",
                shortcut="Alt+C",
            ),
        ],
    )
)


COLUMNS = [
    col(C.chargesysid, 140, type="code", fixed="left", link=INFO),
    col(C.payunitname, 200),
    col(C.nature, 70),
    col(C.step, 84, label="状态", type="state", words=STEP_NAMES, tones=TONES),
    col(C.amount, 100, type="money"),
    col(C.received, 100, type="money"),
    col(C.billed, 100, type="money"),
    col(C.invoicestate, 84),
    col(C.itemcount, 70),
    col(C.discount, 80, shown=False),
    col(C.discountreason, 140, shown=False),
    col(C.discountby, 90, shown=False),
    col(C.paycode, 150, type="code"),
    col(C.unitname, 200, shown=False),
    col(C.registerby, 80),
    col(C.createtime, 140, label="登记时间"),
    col(C.confirmby, 80),
    col(C.confirmed, 140, shown=False),
    col(C.owed, 100, type="money", shown=False),
    col(C.duedate, 100, shown=False),
    col(C.parts, 80, shown=False),
    col(C.invoicetitle, 160, shown=False),
    col(C.taxno, 140, shown=False),
    col(C.invoiceemail, 140, shown=False),
    col(C.remark, 160, shown=False),
    Col("left", "", LEFT),
    Col("duenow", "", DUE_NOW),
    Col("waits", "", case((and_(or_(C.discount > 0, C.byhand > 0), C.discountby == ""), "1"), else_="0")),
]


SEARCH = [
    said("payunitname", "缴费单位", C.payunitname, C.searchtext, quick=True),
    said("chargesysid", "收费单号", C.chargesysid, C.searchtext, quick=True),
    same("step", "状态", C.step, widget="select", options=STEP_NAMES, quick=True),
    same("nature", "收费性质", C.nature, widget="select", options=at.NATURES),
    by_pay_code(),
    said("registerby", "登记人", C.registerby, C.searchtext),
    within("createtime", "登记时间", C.createtime),
]


# of what waits to be confirmed: not much, and found by its step
WAITING = [
    *(like(one.name, one.label, getattr(C, one.name), quick=one.quick) if one.indexed else one for one in SEARCH[:-1]),
    dates("createtime", "登记时间", C.createtime, moment=True, facet=None),
]


def many(kind: str, label: str, may: str) -> Action:
    """Look at what would become of the picked charges; the page of the batch carries it out."""
    return Action(
        *(f"many_{kind}", label, may),
        place="batch",
        kind="form",
        needs="many",
        empty="请选择",
        form=f"cha_form_batch_{kind}",
        route=BATCH_PAGE,
    )


def of_steps(*codes: str) -> Any:
    return lambda me: C.step.in_(codes)


search_list = add_list(
    ListView(
        no="cha_list",
        title="收费查询",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(C),
        key=C.id,
        visible=C.visible,
        indexed=C.indexed,
        ordered=C.ordered,
        url=f"{CALLS}/findList",
        sort="-chargesysid",
        columns=COLUMNS,
        search=SEARCH,
        segments=[
            Segment("draft", "暂存", of_steps(at.DRAFT)),
            Segment("wait", "待确认", of_steps(at.WAIT)),
            Segment("open", "待缴费", of_steps(*at.OPEN)),
            Segment("paid", "待开票", of_steps(at.PAID)),
        ],
        actions=[
            Action(
                "edit",
                "编辑",
                p.REGISTER,
                place="row",
                kind="route",
                needs="one",
                route=f"{FORM}?id={{id}}",
                when={"step": (at.DRAFT,)},
            ),
            Action(
                "remove",
                "删除",
                p.REGISTER,
                place="batch",
                kind="call",
                needs="many",
                url=f"{CALLS}/delete",
                confirm="只能删除暂存的收费登记，确定删除吗？",
                empty="请选择",
            ),
            Action(
                "FZNB001",
                "缴费通知单",
                p.QUERY,
                place="row",
                kind="print",
                needs="one",
                print="FZNB001",
                when={"step": at.OPEN},
            ),
            *(b for b in buttons(CHARGE) if b.code in AT_THE_TILL),
            many("receive", "批量收款", p.RECEIVE),
            many("bill", "批量开票", p.BILL),
        ],
    )
)


confirm_list = add_list(
    replace(
        search_list,
        no="cha_confirm_list",
        title="收费确认",
        permission=p.CONFIRM,
        visible=lambda me: and_(C.visible(me), CHARGE.mine(me, [at.WAIT])),
        indexed=None,  # what waits to be confirmed is not much
        ordered=None,
        url=f"{CALLS}/confirmList",
        sort="chargesysid",
        segments=[],
        search=WAITING,
        columns=[replace(c, link=DEAL) if c.name == "chargesysid" else c for c in COLUMNS],
        actions=[
            *(b for b in buttons(CHARGE) if b.code.startswith(("confirm_", "send_back_", "void_"))),
            many("confirm", "批量确认", p.CONFIRM),
        ],
    )
)
