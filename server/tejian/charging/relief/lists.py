"""What was let off by each policy in each year, and the lines of charges behind it."""

from typing import Any

from sqlalchemy import func, select

from tejian.archives.models.units import Unit
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.charges import ReliefPolicy as P
from tejian.charging.models.relief import ReliefGiven as G
from tejian.charging.models.relief import ReliefSum as S
from tejian.charging.places import BASE, OF_CHARGE
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, same, through
from tejian.system.models.organisations import in_scope
from tejian.system.permissions import EXPORT

CALLS = "/api/chareliefpolicy/chaReliefPolicy"
LINES = f"{BASE}/reliefLines?policy_id={{policy_id}}&year={{year}}"
UNITS = f"{BASE}/reliefUnits?policy_id={{policy_id}}&year={{year}}"


def of_policy(policy: Any) -> Search:
    """Policies are few: those that are called so are found first."""

    def where(v: str) -> Any:
        return policy.in_(select(P.id).where(P.name.icontains(v, autoescape=True)))

    return Search("name", "政策名称", where, quick=True, indexed=lambda _db, v: where(v))


def of_number() -> Search:
    """The charge with this number, as a link names it."""

    def where(v: str) -> Any:
        return G.charge_id.in_(select(C.id).where(C.chargesysid == v))

    return Search("chargesysid", "收费单号", where, placeholder="完整的收费单号", indexed=lambda _db, v: where(v))


def exactly(name: str, label: str, column: Any, widget: str) -> Search:
    """What a link names; an index begins with it."""
    return Search(name, label, lambda v: column == v, widget=widget, indexed=lambda _db, v: column == v)


# of the policy of a sum: asked once for each sum, not of each payer
NAME = select(P.name).where(P.id == S.policy_id).scalar_subquery()
DOCUMENT = select(P.document).where(P.id == S.policy_id).scalar_subquery()
_sums: Any = select(S.policy_id, S.year).group_by(S.policy_id, S.year)
total_list = add_list(
    ListView(
        no="cha_relief_totals",
        title="减免汇总",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=_sums,
        key=S.policy_id,
        visible=lambda me: in_scope(me, org=S.orgid) & (S.count > 0),
        url=f"{CALLS}/findTotals",
        sort="-year",
        page_size=100,  # all of them on one page, so that they are summed once
        row_key="row",
        columns=[
            Col("name", P.name.info["label"], NAME, 260, fixed="left"),
            Col("year", "年度", S.year, 80),
            Col("document", P.document.info["label"], DOCUMENT, 240),
            Col("count", "减免笔数", func.sum(S.count), 100, "number", link=LINES),
            Col("units", "享受单位", func.count(), 100, "number", link=UNITS),
            Col("amount", "减免金额", func.sum(S.amount), 130, "money", link=LINES),
            Col("policy_id", "", S.policy_id),
            Col("row", "", S.policy_id + S.year),
        ],
        search=[of_policy(S.policy_id), same("year", "年度", S.year, quick=True)],
    )
)
unit_list = add_list(
    ListView(
        no="cha_relief_units",
        title="减免单位",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=select(S).outerjoin(P, P.id == S.policy_id),
        key=S.id,
        visible=lambda me: in_scope(me, org=S.orgid) & (S.count > 0),
        indexed=lambda me: [],
        url=f"{CALLS}/findUnits",
        sort="-amount",
        columns=[
            Col("payunitname", "缴费单位", S.payunitname, 260, fixed="left"),
            col(P.name, 260),
            Col("year", "年度", S.year, 80),
            Col("count", "减免笔数", S.count, 100, "number", link=f"{LINES}&payunitsysid={{payunitsysid}}"),
            Col("amount", "减免金额", S.amount, 130, "money", link=f"{LINES}&payunitsysid={{payunitsysid}}"),
            Col("payunitsysid", "", S.payunitsysid),
            Col("policy_id", "", S.policy_id),
        ],
        search=[
            through("payunitname", "缴费单位", S.payunitsysid, Unit.id, Unit.searchtext, quick=True),
            of_policy(S.policy_id),
            same("year", "年度", S.year, quick=True),
            exactly("policy_id", "选定政策", S.policy_id, "input"),
        ],
    )
)
# joined by their keys, so that what only counts the lines leaves them out
_lines: Any = select(G).outerjoin(L, L.id == G.id).outerjoin(C, C.id == G.charge_id).outerjoin(P, P.id == G.policy_id)
line_list = add_list(
    ListView(
        no="cha_relief_lines",
        title="减免明细",
        permission=p.POLICY_QUERY,
        export_permission=EXPORT,
        source=_lines,
        key=G.id,
        visible=lambda me: in_scope(me, org=G.orgid),
        indexed=lambda me: [],
        url=f"{CALLS}/findLines",
        sort="-confirmed",
        columns=[
            Col("chargesysid", "收费单号", C.chargesysid, 150, "code", fixed="left", link=OF_CHARGE),
            Col("payunitname", "缴费单位", C.payunitname, 220),
            col(P.name, 220),
            col(L.clause, 220),
            Col("amount", "减免金额", G.amount, 110, "money"),
            Col("charged", "应收金额", C.amount, 110, "money"),
            Col("explanation", "算式", L.explanation, 240),
            col(G.confirmed, 140),
            Col("charge_id", "", G.charge_id),
            Col("policy_id", "", G.policy_id),
        ],
        search=[
            through("payunitname", "缴费单位", G.payunitsysid, Unit.id, Unit.searchtext, quick=True),
            of_policy(G.policy_id),
            same("year", "年度", G.year, quick=True),
            of_number(),
            exactly("policy_id", "选定政策", G.policy_id, "input"),
            exactly("payunitsysid", "选定单位", G.payunitsysid, "unit"),
        ],
    )
)
