"""What was let off by each policy in each year, and the lines of charges behind it."""

from typing import Any

from sqlalchemy import String, and_, func, literal_column, select

from tejian.kit.listview import Col, ListView, Search, add_list, col, like, same
from tejian.system.permissions import EXPORT

from . import codes as at
from . import permissions as p
from .lists import OF_CHARGE
from .models import Charge as C
from .models import ChargeLine as L
from .models import ReliefPolicy as P
from .process import BASE

CALLS = "/api/chareliefpolicy/chaReliefPolicy"
YEAR: Any = literal_column("to_char(chamain.confirmed at time zone 'Asia/Shanghai', 'YYYY')", String)
LINES = f"{BASE}/reliefLines?policy_id={{policy_id}}&year={{year}}"
UNITS = f"{BASE}/reliefUnits?policy_id={{policy_id}}&year={{year}}"
COUNTS = and_(L.kind == at.RELIEF, L.policy_id != "", C.step.not_in((*at.INSIDE, at.VOID)))
YEARS = Search("year", "年度", lambda v: v == YEAR, quick=True)

_sums: Any = select(L.policy_id, P.name, P.document, YEAR).join(C, C.id == L.charge_id).join(P, P.id == L.policy_id)

total_list = add_list(
    ListView(
        no="cha_relief_totals",
        title="减免汇总",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=_sums.group_by(L.policy_id, P.name, P.document, YEAR),
        key=L.policy_id,
        visible=lambda me: and_(C.visible(me), COUNTS),
        url=f"{CALLS}/findTotals",
        sort="-year",
        row_key="row",
        columns=[
            col(P.name, 260, fixed="left"),
            Col("year", "年度", YEAR, 80),
            col(P.document, 240),
            Col("count", "减免笔数", func.count(), 100, "number", link=LINES),
            Col("units", "享受单位", func.count(C.payunitsysid.distinct()), 100, "number", link=UNITS),
            Col("amount", "减免金额", -func.sum(L.amount), 130, "money", link=LINES),
            Col("policy_id", "", L.policy_id),
            Col("row", "", L.policy_id + YEAR),
        ],
        search=[like("name", "政策名称", P.name, quick=True), YEARS],
    )
)
_by_unit: Any = select(C.payunitsysid, C.payunitname, L.policy_id, P.name, YEAR).join(C, C.id == L.charge_id)
_by_unit = _by_unit.join(P, P.id == L.policy_id)
unit_list = add_list(
    ListView(
        no="cha_relief_units",
        title="减免单位",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=_by_unit.group_by(C.payunitsysid, C.payunitname, L.policy_id, P.name, YEAR),
        key=C.payunitsysid,
        visible=lambda me: and_(C.visible(me), COUNTS),
        url=f"{CALLS}/findUnits",
        sort="-amount",
        row_key="row",
        columns=[
            Col("payunitname", "缴费单位", C.payunitname, 260, fixed="left"),
            col(P.name, 260),
            Col("year", "年度", YEAR, 80),
            Col("count", "减免笔数", func.count(), 100, "number", link=f"{LINES}&payunitsysid={{payunitsysid}}"),
            Col("amount", "减免金额", -func.sum(L.amount), 130, "money", link=f"{LINES}&payunitsysid={{payunitsysid}}"),
            Col("payunitsysid", "", C.payunitsysid),
            Col("policy_id", "", L.policy_id),
            Col("row", "", C.payunitsysid + L.policy_id + YEAR),
        ],
        search=[
            like("payunitname", "缴费单位", C.payunitname, quick=True),
            like("name", "政策名称", P.name, quick=True),
            YEARS,
            same("policy_id", "选定政策", L.policy_id, widget="input"),
        ],
    )
)
line_list = add_list(
    ListView(
        no="cha_relief_lines",
        title="减免明细",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=select(L).join(C, C.id == L.charge_id).join(P, P.id == L.policy_id),
        key=L.id,
        visible=lambda me: and_(C.visible(me), COUNTS),
        url=f"{CALLS}/findLines",
        sort="-confirmed",
        columns=[
            Col("chargesysid", "收费单号", C.chargesysid, 150, "code", fixed="left", link=OF_CHARGE),
            Col("payunitname", "缴费单位", C.payunitname, 220),
            col(P.name, 220),
            col(L.clause, 220),
            Col("amount", "减免金额", -L.amount, 110, "money"),
            Col("charged", "应收金额", C.amount, 110, "money"),
            Col("explanation", "算式", L.explanation, 240),
            col(C.confirmed, 140),
            Col("charge_id", "", L.charge_id),
            Col("policy_id", "", L.policy_id),
            Col("id", "", L.id),
        ],
        search=[
            like("payunitname", "缴费单位", C.payunitname, quick=True),
            like("name", "政策名称", P.name, quick=True),
            YEARS,
            like("chargesysid", "收费单号", C.chargesysid),
            same("policy_id", "选定政策", L.policy_id, widget="input"),
            same("payunitsysid", "选定单位", C.payunitsysid, widget="unit"),
        ],
    )
)
