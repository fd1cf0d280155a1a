"""The lists of first registration: what waits for the authority, all of them, and what was entered by whom."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.registration import permissions as p
from tejian.registration.models.first import BACK, BY_INSPECTOR, BY_UNIT, OPEN, SOURCES, WAITING
from tejian.registration.models.first import FirstRegistration as C
from tejian.system.permissions import EXPORT

from .forms import API, FORM_PAGE, PAGE
from .judging import OFFERED
from .process import FIRST

GONE = "删除后不能恢复，变更记录仍保留"
WHEN: dict[str, Any] = {"when": {"step": OPEN}}
COLUMNS = [
    col(C.firstno, 130, type="code", fixed="left", link=PAGE),
    col(C.step, 80, label="状态", type="state", words=FIRST.names, tones=FIRST.tones),
    col(C.source, 90, type="dict", words=SOURCES),
    col(C.equclass, 110),
    col(C.equname, 160),
    col(C.prono, 130, type="code"),
    col(C.porgaosysid, 200),
    col(C.useorgname, 200),
    col(C.areacode, 110),
    col(C.useplace, 180, shown=False),
    col(C.cheorg, 180, shown=False),
    col(C.applied, 140),
    col(C.auditor_id, 80),
    col(C.audited_at, 140, shown=False),
    col(C.reason, 200),
    col(C.createtime, 140, shown=False),
]


def _list(name: str, title: str, may: str, *where: Any, adds: str | None = None) -> ListView:
    """`adds` is the class of a new entry; '' lets choose it, None adds none."""
    new = f"{FORM_PAGE}?equclass={adds}" if adds else FORM_PAGE
    edit = f"{FORM_PAGE}?id={{id}}"
    gone: dict[str, Any] = {"kind": "call", "url": f"{API}/delete", "confirm": GONE}
    mine = [
        Action("edit", "编辑", p.FIRST_FILL, place="row", kind="route", needs="one", route=edit, **WHEN),
        Action("delete", "删除", p.FIRST_FILL, place="more", needs="one", **gone, **WHEN),
    ]
    return own_listing(
        FIRST,
        no=f"first_register_{name}_list",
        title=title,
        permission=may,
        export_permission=EXPORT,
        source=select(C).where(*where),
        url=f"{API}/{name}/findList",
        columns=COLUMNS,
        search=[
            like("text", "编号、设备、单位", C.firstno, C.equname, C.prono, C.useorgname, quick=True),
            same("step", "状态", C.step, widget="select", options=FIRST.names, quick=True),
            *([] if adds else [same("equclass", "设备种类", C.equclass, widget="select", options=OFFERED)]),
            dates("applied", "提交时间", C.applied, moment=True),
        ],
        segments=[
            Segment("waiting", "待审", lambda me: C.step == WAITING),
            Segment("back", "已退回", lambda me: C.step == BACK),
        ],
        actions=[
            *([] if adds is None else [Action("add", "新增", p.FIRST_FILL, kind="route", route=new, shortcut="Alt+N")]),
            Action("view", "查看", p.FIRST_QUERY, place="row", kind="route", needs="one", route=PAGE),
            *([] if adds is None else mine[:1]),
            *buttons(FIRST),
            *([] if adds is None else mine[1:]),
            *([RETURNED] if name == "audit" else []),
        ],
    )


RETURNED = Action(
    "auditDelete",
    "删除",
    p.FIRST_DELETE,
    place="more",
    kind="call",
    needs="one",
    url=f"{API}/audit/delete",
    confirm=GONE,
    when={"step": (BACK,)},
)
first_lists = [
    _list("audit", "首检登记审核", p.FIRST_AUDIT, C.step.in_((WAITING, BACK))),
    _list("query", "首检登记查询", p.FIRST_QUERY),
    _list("enterprise", "首检登记企业", p.FIRST_OF_UNITS, C.source == BY_UNIT, adds=""),
    *(
        _list(name, title, p.FIRST_OF_INSPECTORS, C.source == BY_INSPECTOR, C.equclass == equclass, adds=equclass)
        for name, title, equclass in (
            ("vessel", "首检登记容器", "2000"),
            ("crane", "首检登记起重机械", "4000"),
            ("vehicle", "首检登记厂车", "5000"),
        )
    ),
]
