"""Lists of the refinery group: what petrochemical units have, and what their site teams inspected."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, select
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import CLASS_LISTS, all_list
from tejian.archives.ledgers.piping.api import PROJECT, line_list
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import Pipeline as L
from tejian.archives.models.refinery import SiteInspection as S
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from .forms import KINDS, RESULTS

TONES = {"1": "go", "2": "ca", "3": "no"}


def of_refinery() -> Any:
    """Devices of units that are marked as petrochemical (重点石化企业)."""
    return E.useorgsysid.in_(select(U.id).where(U.petrochem))


def _visible(*more: Any) -> Any:
    def visible(me: User) -> Any:
        return and_(E.visible(me), of_refinery(), *more)

    return visible


OPEN = Action("openDevice", "查看", p.REFINERY_QUERY, place="row", needs="one")

unregistered_list = add_list(
    replace(
        all_list,
        no="refinery_unregistered_list",
        title="未登记设备",
        permission=p.REFINERY_QUERY,
        export_permission=EXPORT,
        url="/api/refinery/findUnregistered",
        indexed=None,  # few devices stand in the refineries
        visible=_visible(E.regstatus == codes.UNREGISTERED),
        columns=[c for c in all_list.columns if c.name != "usecertno"],
        actions=[OPEN],
    )
)

device_list = add_list(
    replace(
        all_list,
        no="refinery_device_list",
        title="设备查询",
        permission=p.REFINERY_QUERY,
        export_permission=EXPORT,
        url="/api/refinery/findDevices",
        indexed=None,  # few devices stand in the refineries
        visible=_visible(),
        actions=[OPEN],
    )
)

container_list = add_list(
    replace(
        CLASS_LISTS["2000"],
        no="refinery_container_list",
        title="容器登记",
        permission=p.REFINERY_QUERY,
        export_permission=EXPORT,
        url="/api/refinery/findContainers",
        indexed=None,  # few devices stand in the refineries
        visible=_visible(E.equclass == codes.VESSEL),
        actions=[
            Action(
                "register",
                "批量登记",
                p.REFINERY_SAVE,
                kind="route",
                route="/bsArchives/ZHEquQuery/containerForm",
                shortcut="Alt+N",
            ),
            OPEN,
            Action(
                "inspect",
                "检查登记",
                p.REFINERY_SAVE,
                place="row",
                kind="form",
                needs="one",
                form="site_container_form",
            ),
        ],
    )
)


def _lines(me: User) -> Any:
    return and_(E.visible(me), of_refinery())


pipeline_list = add_list(
    replace(
        line_list,
        no="refinery_pipeline_list",
        title="管道登记",
        permission=p.REFINERY_QUERY,
        export_permission=EXPORT,
        url="/api/refinery/findPipelines",
        visible=_lines,
        actions=[
            Action(
                "register",
                "批量登记",
                p.REFINERY_SAVE,
                kind="route",
                route="/bsArchives/ZHEquQuery/pipelineForm",
                shortcut="Alt+N",
            ),
            Action(
                "view",
                "查看",
                p.REFINERY_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/equipment/pressurePipelineForm?id={id}",
            ),
            Action(
                "inspect", "检查登记", p.REFINERY_SAVE, place="row", kind="form", needs="one", form="site_pipeline_form"
            ),
        ],
    )
)

CHECKED = [
    col(S.kind, 80, type="dict", words=KINDS),
    col(S.checkdate, 90),
    col(S.result, 90, type="state", words=RESULTS, tones=TONES),
    col(S.minthick, 100, label="最小壁厚(mm)"),
    col(S.nextdate, 104),
    col(S.orgname, 150),
    col(S.checkman, 80),
    col(S.reportno, REPORT_NO_WIDTH, type="code", shown=False),
    col(S.problem, 220, shown=False),
]
BY_CHECK = [
    same("kind", "检查类型", S.kind, widget="select", options=KINDS, quick=True),
    same("result", "结论", S.result, widget="select", options=RESULTS, quick=True),
    dates("checkdate", "检查日期", S.checkdate),
    dates("nextdate", "下次检查日期", S.nextdate),
]

container_inspections = add_list(
    ListView(
        no="refinery_container_inspections",
        title="容器检验",
        permission=p.REFINERY_QUERY,
        export_permission=EXPORT,
        source=select(S).join(E, E.id == S.equdatasysid).where(S.lineid == ""),
        key=S.id,
        visible=_lines,
        url="/api/refinery/findContainerInspections",
        sort="-checkdate",
        columns=[
            Col(
                "equinnerno",
                "位号",
                E.equinnerno,
                90,
                "code",
                fixed="left",
            ),
            col(E.equname, 140, link="/bsArchives/equipment/pressureVesselForm?id={equdatasysid}"),
            col(E.equcode, 158, type="code"),
            Col("useorgname", "使用单位", E.useorgname, 180),
            *CHECKED,
            Col("equdatasysid", "", S.equdatasysid),
        ],
        search=[
            like("equinnerno", "位号", E.equinnerno, quick=True),
            same("useorgsysid", "使用单位", E.useorgsysid, widget="unit"),
            *BY_CHECK,
        ],
        actions=[
            Action("inspectDevice", "登记检查", p.REFINERY_SAVE, shortcut="Alt+N"),
        ],
    )
)

pipeline_inspections = add_list(
    ListView(
        no="refinery_pipeline_inspections",
        title="管道检验",
        permission=p.REFINERY_QUERY,
        export_permission=EXPORT,
        source=select(S).join(E, E.id == S.equdatasysid).join(L, L.id == S.lineid),
        key=S.id,
        visible=_lines,
        url="/api/refinery/findPipelineInspections",
        sort="-checkdate",
        columns=[
            col(
                L.pipeno, 130, type="code", fixed="left", link="/bsArchives/equipment/pressurePipelineForm?id={lineid}"
            ),
            col(L.pipename, 130),
            Col("projname", "所属装置", PROJECT, 150),
            Col("useorgname", "使用单位", E.useorgname, 180),
            *CHECKED,
            Col("lineid", "", S.lineid),
        ],
        search=[
            like("pipeno", "管道编号", L.pipeno, quick=True),
            same("useorgsysid", "使用单位", E.useorgsysid, widget="unit"),
            *BY_CHECK,
        ],
        actions=[
            Action("inspectLine", "登记检查", p.REFINERY_SAVE, shortcut="Alt+N"),
        ],
    )
)


class Target(TypedDict):
    value: str
    label: str
    sub: str


def find_targets(db: Any, me: User, kind: str, text: str) -> list[Target]:
    """Vessels or lines of refineries whose tag, number or name contains the text; for the entry of a check."""
    wanted = text.strip()[:40]
    if kind == "line":
        query = select(L.id, L.pipeno, L.pipename, PROJECT).join(E, E.id == L.equdatasysid).where(_lines(me))
        query = query.where(L.pipeno.icontains(wanted, autoescape=True) | L.pipename.icontains(wanted, autoescape=True))
        rows = db.execute(query.order_by(L.pipeno).limit(30))
        return [{"value": r[0], "label": f"{r[1]} {r[2]}", "sub": r[3]} for r in rows]
    device = select(E.id, E.equinnerno, E.equname, E.params["projname"].astext, E.useorgname).where(_lines(me))
    device = device.where(E.equclass == ("8000" if kind == "project" else "2000"))
    name = E.params["projname"].astext
    device = device.where(
        E.equinnerno.icontains(wanted, autoescape=True)
        | E.equname.icontains(wanted, autoescape=True)
        | name.icontains(wanted, autoescape=True)
        | search.through(E.useorgsysid, U.id, wanted or " ", U.searchtext)
    )
    rows = db.execute(device.order_by(E.equinnerno, E.id).limit(30))
    return [{"value": r[0], "label": r[3] or f"{r[1]} {r[2]}".strip(), "sub": r[4]} for r in rows]
