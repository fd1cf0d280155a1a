"""The read-only queries of the business: what was declared, what was accepted, who was sent where, and how far."""

from dataclasses import replace

from sqlalchemy import and_, func, select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppMain as A
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Search, add_list, col, dates, same
from tejian.system.models.organisations import Org

from .declaration import DECLARATION
from .declaration_lists import MAIN_COLUMNS, MAIN_SEARCH, apply_list
from .lists import BUSS_COLUMNS, all_list

SEEN = Action(
    "view", "查看", p.APPLY_QUERY, place="row", kind="route", needs="one", route="/businessPro/applyInfo?id={id}"
)
READ_ONLY = [SEEN, *(one for one in apply_list.actions if one.code in ("printApplyRow", "printReceiptRow", "flowLog"))]
SHOWN = ("appdate", "inscontactname", "testsort", "feepreview", "chargestate")
DECLARED = [replace(c, shown=True) if c.name in SHOWN else c for c in MAIN_COLUMNS]
FIRST = ("appno", "unitname", "equclacode")

declare_query_list = add_list(
    replace(
        apply_list,
        no="declare_query_list",
        title="申报查询",
        url="/api/appmain/query/findDeclared",
        columns=DECLARED,
        search=[
            *MAIN_SEARCH,
            same("step", "当前环节", A.step, widget="select", options=DECLARATION.names),
        ],
        actions=READ_ONLY,
    )
)

accepted_query_list = add_list(
    replace(
        declare_query_list,
        no="accepted_query_list",
        title="受理查询",
        url="/api/appmain/query/findAccepted",
        source=select(A).where(A.acceptdate.is_not(None)),
        segments=[],
        due=["ninspdate"],
        columns=[
            *(c for c in DECLARED if c.name in FIRST),
            col(A.acceptdate, 100),
            col(A.acceptby, 80),
            col(A.agreeddate, 104, label="约定日期"),
            col(A.chedept, 120),
            *(c for c in DECLARED if c.name not in (*FIRST, "limit_at")),
        ],
        search=[
            *(one for one in declare_query_list.search if one.name not in ("overdue", "urgency", "returned")),
            dates("acceptdate", "受理日期", A.acceptdate, quick=True),
        ],
    )
)

BEFORE = at.ON_THE_WAY
LEFT_OUT = ("urgency", "late", "unassigned", "open", "limit_at", "sentback")
MISSED = and_(B.plandate < func.current_date(), B.inspdate.is_(None), B.step.in_(BEFORE))

mission_query_list = add_list(
    replace(
        all_list,
        no="mission_query_list",
        title="任务查询",
        url="/api/appbuss/query/findMissions",
        source=select(B).where(B.plandate.is_not(None)),
        columns=[
            *(c for c in BUSS_COLUMNS if c.name in ("seisn", "unitname", "equname")),
            col(B.plandate, 100, label="计划日期"),
            col(B.timeslot, 64),
            *(c for c in BUSS_COLUMNS if c.name == "scinspectorname"),
            *(replace(c, shown=True) for c in BUSS_COLUMNS if c.name == "inspectornames"),
            *(c for c in BUSS_COLUMNS if c.name == "status"),
            col(B.confirmeddate, 100),
            col(B.inspdate, 100),
            col(B.useplace, 180),
            col(B.taskno, 120, type="code", shown=False),
            col(B.vehicle, 80, shown=False),
            col(B.arrangedby, 80, shown=False),
            col(B.contacted, 90, shown=False),
            col(B.siteconditions, 160, shown=False),
            col(B.safetybriefed, 80, type="bool", shown=False),
            col(B.taskremark, 160, shown=False),
            *(c for c in BUSS_COLUMNS if c.name in ("equclacode", "testsort", "taskvoided", "equdatasysid", "taskId")),
        ],
        search=[
            *(one for one in all_list.search if one.name not in LEFT_OUT),
            Search(
                "missed",
                "只看已过计划日未检",
                lambda v: MISSED,
                widget="checkbox",
                facet=lambda v: B.facets.under_way("plandate", BEFORE),
            ),
        ],
        late=MISSED,
        due=["plandate"],
        actions=[one for one in all_list.actions if one.code in ("view", "flowLog")],
    )
)

intercity_list = add_list(
    replace(
        all_list,
        no="intercity_query_list",
        title="跨市业务查询",
        url="/api/appbuss/query/findIntercity",
        source=select(B).join(Org, Org.id == B.cheorg).where(B.intercity),
        indexed=None,
        ordered=None,
        columns=[
            *(c for c in BUSS_COLUMNS if c.name in ("seisn", "unitname", "equname")),
            Col("devicearea", "设备所在区划", B.areacode, 130, "dict", dict="AREA"),
            Col("orgname", "检验机构", Org.name, 190),
            Col("orgarea", "机构所在地", Org.areacode, 110, "dict", dict="AREA"),
            col(B.useplace, 180),
            *(c for c in BUSS_COLUMNS if c.name in ("status", "testsort", "scinspectorname", "acceptdate", "inspdate")),
            *(c for c in BUSS_COLUMNS if c.name in ("reportno", "equclacode", "equdatasysid", "taskId")),
        ],
        search=[
            *(one for one in all_list.search if one.name not in ("urgency", "late", "unassigned", "limit_at")),
            same("cheorg", "检验机构", B.cheorg),
            dates("acceptdate", "受理日期", B.acceptdate),
        ],
        late="",
        due=[],
        actions=[one for one in all_list.actions if one.code in ("view", "flowLog")],
    )
)
