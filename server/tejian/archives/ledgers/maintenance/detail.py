"""The page of a maintenance unit, and the visits to one lift as a part of the page of the lift."""

from typing import Any
from urllib.parse import urlencode

from tejian.archives import permissions as p
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance as M
from tejian.archives.models.units import CAPABILITY_STATES, MaintContract, Unit
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import number
from tejian.kit.lists.listview import Col
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Listed, Notice, Panel, Part, RecordView, Shown, of

from . import service, units

PAGE = "/query-settings/maintenanceDetails"
UNIT_PAGE = "/bsArchives/unit/detail?id={id}"


def _subtitle(shown: Shown) -> str:
    unit = shown.row
    return "　".join(filter(None, [shown.text("areacode"), unit.code, f"{unit.contact} {unit.tel}".strip()]))


def _identity(shown: Shown) -> str:
    """What the unit may do, and how it is judged."""
    unit, capability = shown.row, shown.more.capability
    words = [f"许可证 {unit.licenceno}" if unit.licenceno else "没有登记许可证"]
    if unit.licencevalidto:
        words.append(f"有效期至 {unit.licencevalidto}")
    if capability:
        words.append(f"自行检测能力 {CAPABILITY_STATES.get(capability.state, '')}（至 {capability.validto}）")
    else:
        words.append("没有自行检测能力登记")
    if credit := shown.text("credit"):
        words.append(f"信用 {credit}")
    return "　".join(words)


def _at(path: str, key: str, shown: Shown) -> str:
    return f"{path}?{urlencode({key: shown.row.id, f'{key}Name': shown.row.name})}"


def _visits(shown: Shown, name: str) -> int:
    return sum(month[name] for month in shown.more.months)


CONTRACT_STATES = {False: "有效", True: "已到期"}

UNIT = RecordView(
    no="maintenance_unit",
    title="维保详情",
    permission=p.MAINTENANCE_QUERY,
    model=Unit,
    url="/api/maintenance/ofUnit",
    values=units.values,
    more=units.figures,
    heading=lambda s: s.row.name,
    subtitle=_subtitle,
    identity=_identity,
    notices=lambda s: [Notice("黑名单", "no")] if s.row.blacklist else [],
    facts=[
        Fact(
            label="在保电梯",
            text=lambda s: number(s.more.lifts),
            note=lambda s: f"在用 {s.more.inuse}",
            link=lambda s: f"{PAGE}/{s.row.id}",
        ),
        Fact(
            label="维保超期",
            text=lambda s: number(s.more.unvisited),
            tone=lambda s: "no" if s.more.unvisited else "",
            note=lambda s: (
                f"另有 {s.more.unrecorded} 台没有维保记录" if s.more.unrecorded else "距上次维保超过规定间隔"
            ),
            link=lambda s: f"{PAGE}/{s.row.id}?unvisited=1",
        ),
        Fact(
            label="持T证维保人员",
            text=lambda s: number(s.more.able),
            tone=lambda s: "ca" if s.more.able < s.more.needed else "",
            note=lambda s: f"应配 {s.more.needed} 人（每人不超过 {s.more.limit} 台）",
            link=lambda s: _at("/bsArchives/person/wbperson", "unit_id", s),
        ),
        Fact(
            label="有效合同",
            text=lambda s: number(sum(not c["over"] for c in s.more.contracts)),
            note=lambda s: f"共 {len(s.more.contracts)} 份",
            link=lambda s: UNIT_PAGE.format(id=s.row.id),
        ),
        Fact(
            label="近12个月维保",
            text=lambda s: number(_visits(s, "visits")),
            note=lambda s: f"间隔超期 {n} 次" if (n := _visits(s, "late")) else "没有间隔超期",
            link=lambda s: _at("/bsArchives/equipment/evatorMaintenance", "maiorgsysid", s),
        ),
    ],
    parts=[
        Listed("lifts", "在保电梯", "maintenance_lift_list", lambda s: {"maiorgsysid": s.row.id}),
        Listed("staff", "维保人员", "person_maintainer_list", lambda s: {"unit_id": s.row.id}),
        Part(
            "contracts",
            "维保合同",
            columns=[
                of(MaintContract.contractno, 180, type="code"),
                of(MaintContract.useunitname),
                of(MaintContract.lifts, 80),
                of(MaintContract.datefrom, 110),
                of(MaintContract.dateto, 110),
                Col("over", "状态", None, 90, "state", words=CONTRACT_STATES, tones={False: "go", True: "ok"}),
                of(MaintContract.remark),
            ],
            rows=lambda s: s.more.contracts,
            empty="没有登记维保合同，在单位档案中登记",
        ),
        Panel("visits", "近12个月维保", "maintenance-months", lambda s: s.more.months),
        Listed("visitlist", "维保记录", "maintenance_list", lambda s: {"maiorgsysid": s.row.id}, tab="visits"),
    ],
    actions=[
        Action(
            "portrait",
            "画像",
            p.UNIT_QUERY,
            kind="route",
            needs="one",
            route="/bsArchives/unit/maintenanceUnitCount?id={id}",
        ),
        Action("archive", "单位档案", p.UNIT_QUERY, kind="route", needs="one", route=UNIT_PAGE),
    ],
)


def _last(shown: Shown) -> list[Notice]:
    told = shown.more
    said = [told.maintainer or "没有登记维保单位"]
    if told.last:
        limit = f"（规定 {told.limit} 天内）" if told.limit is not None else ""
        said.append(f"上次维保 {told.last}，距今 {told.since} 天{limit}")
    return [Notice("　".join(said), "no" if told.overdue else "")]


def _visit_rows(shown: Shown) -> list[dict[str, Any]]:
    """Each visit with the interval before it; what the use unit signed in words."""
    out = []
    for row in shown.more.visits:
        late = " 超期" if row.overdue else ""
        days = "首次" if row.intervaldays is None else f"{row.intervaldays}{late}"
        said = {"intervaldays": days, "intervaldaysTone": "no" if row.overdue else ""}
        said["signed"] = (row.signedby or "已签字") if row.signed else "未签字"
        out.append(record(row, "items") | said)
    return out


LIFT = RecordView(
    no="maintenance_lift",
    title="电梯维保",
    permission=p.MAINTENANCE_QUERY,
    model=Equipment,
    url="/api/maintenance/ofLift",
    values=lambda db, me, row: {"id": row.id, "equcode": row.equcode},
    more=service.of_lift,
    heading=lambda s: s.row.equcode,
    notices=_last,
    parts=[
        Part(
            "visits",
            "维保记录",
            columns=[
                of(M.visitday, 96),
                of(M.maitype, 80),
                of(M.persons, 150),
                of(M.intervaldays, 110, type="text"),
                of(M.faults, 70),
                of(M.signed, 110, type="text"),
                of(M.score, 100),
                of(M.remark),
            ],
            rows=_visit_rows,
            noun="维保记录",
            empty="没有维保记录，维保单位登记后，每次维保一行",
            owner=lambda s: {"equdatasysid": s.row.id},
            actions=lambda s: [
                *([Action("maintenanceAdd", "登记维保", p.MAINTENANCE_SAVE)] if s.more.may else []),
                Action("maintenanceView", "查看", p.MAINTENANCE_QUERY, place="row", needs="one"),
            ],
        )
    ],
)
