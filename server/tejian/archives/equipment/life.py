"""What happened to a device: its inspections, and its whole life by the days of the world."""

from typing import Any

from sqlalchemy import select

from tejian.archives import permissions as p
from tejian.archives.models.changes import StateChange
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.audit import plain
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.records.recordview import Part, RecordView, Shown

from . import service as equipment
from .device import merged_into, readable

STATES = {"stop": "停用", "restart": "启用", "logout": "注销", "move": "迁移"}


def _inspections(shown: Shown) -> list[dict[str, Any]]:
    """Newest first; one of this platform leads to its declaration, and to its report as soon as that is issued."""
    results = dictionary.words(shown.db, shown.me.dict_version).get("C605", {})
    rows = []
    for one in shown.more:
        word = results.get(one["conclusion"], one["conclusion"]).split("(")[0]
        own = not one["imported"]
        rows.append(
            {
                **one,
                "inspdate": one["inspdate"] or "未检验",
                "seisnLink": f"/businessPro/applyInfo?seisn={one['seisn']}" if own else "",
                "conclusion": word,
                "conclusionTone": "no" if one["failed"] else "",
                "stepName": one["stepName"] if own else "历史数据",
                "readable": "1" if own and one["issued"] else "",
            }
        )
    return rows


def _life(shown: Shown) -> list[dict[str, Any]]:
    """By the day it happened, newest first."""
    row, words = shown.row, dictionary.words(shown.db, shown.me.dict_version)
    results, states = words.get("C605", {}), words.get("C637", {})
    events: list[dict[str, Any]] = []

    def add(day: Any, kind: str, title: str, sub: str = "", who: str = "", tone: str = "") -> None:
        if day:
            event = {"day": str(plain(day))[:10], "kind": kind, "title": title, "sub": sub, "who": who}
            events.append({**event, "titleTone": tone})

    add(row.prodate, "登记", "制造", row.porgname)
    add(row.usestartdate, "登记", "投入使用", row.useorgname)
    add(row.insinspdate, "检验", "监督检验合格")
    add(row.regdate, "登记", "使用登记", row.usecertno)
    add(row.createtime.astimezone(clock.SHANGHAI).date(), "档案", "建立档案")
    for one in shown.more:
        if one["issued"]:
            word, tone = results.get(one["conclusion"], one["conclusion"]), "no" if one["failed"] else ""
            add(one["inspdate"], "检验", f"检验{word}", one["reportno"], one["inspectors"], tone)
    changes = select(StateChange).where(StateChange.equdatasysid == row.id).order_by(StateChange.day)
    for c in shown.db.scalars(changes):
        sub = f"{c.fromplace} → {c.toplace}" if c.action == "move" else states.get(c.tostatus, "")
        add(c.day, "状态", STATES[c.action], "　".join(s for s in (sub, c.note) if s), c.by_name)
    for t in merged_into(shown.db, row):
        when = t.createtime.astimezone(clock.SHANGHAI).date()
        add(when, "档案", "并入档案", f"{t.code} {t.name}".strip(), t.by_name)
    add(row.ninspdate, "将来", "下次检验")
    return sorted(events, key=lambda e: e["day"], reverse=True)


LIFE = RecordView(
    no="device_life",
    title="设备经过",
    permission=p.EQUIPMENT_QUERY,
    model=Equipment,
    url="/api/eqdbase/eqdBasic/life",
    row=readable,
    values=lambda db, me, row: {"id": row.id},
    more=lambda db, me, row: equipment.inspections(db, me, row.id),
    heading=lambda s: s.row.equcode or s.row.equname,
    parts=[
        Part(
            "inspections",
            "检验经过",
            columns=[
                Col("inspdate", "检验日期", None, 92),
                Col("testsort", "检验类型", None, 150, "dict", dict="C604"),
                Col("seisn", "业务流水号", None, 132, "code"),
                Col("reportno", "报告编号", None, 150, "code"),
                Col("conclusion", "结论", None, 96),
                Col("inspectors", "检验人员", None, 0),
                Col("stepName", "环节", None, 96),
            ],
            rows=_inspections,
            empty="还没有检验",
            actions=[
                Action("report", "报告", p.EQUIPMENT_QUERY, place="row", needs="one", when={"readable": ["1"]}),
            ],
        ),
        Part(
            "timeline",
            "时间轴",
            columns=[
                Col("day", "日期", None, 96),
                Col("kind", "类别", None, 56),
                Col("title", "事件", None, 190),
                Col("sub", "说明", None, 0),
                Col("who", "人员", None, 110),
            ],
            rows=_life,
            empty="还没有可以排列的事件",
        ),
    ],
)
