"""The page of an application: for the unit that mends and sends it, and for the counter that confirms it."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BUSINESS, DECLARATION
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.online import BACK, CONFIRMED, OPEN, REFUSED, SENT, WITHDRAWN, OnlineDevice
from tejian.inspection.models.online import OnlineApplication as A
from tejian.kit.forms.columns import Col
from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of

from .forms import ONLINE_FORM
from .judging import Project, archived, devices_of, why_not
from .process import ONLINE
from .saving import beside


def _whys(shown: Shown) -> dict[str, str]:
    """Why a device cannot be declared now, while that can still be mended or judged."""
    row = shown.row
    if row.step not in (*OPEN, SENT):
        return {}
    wanted = Project(row.equclass, row.seisort, row.testsort)
    return why_not(shown.db, row.unitsysid, wanted, archived(shown.db, row), but=row.id)


def _devices(shown: Shown) -> list[dict[str, Any]]:
    why = _whys(shown)
    return [record(one) | {"why": why.get(one.equdatasysid, "")} for one in devices_of(shown.db, shown.row)]


def _declarations(shown: Shown) -> list[dict[str, Any]]:
    """The declaration that was made of it; the unit follows its step here."""
    query = select(AppMain).where(AppMain.id == shown.row.appmain_id, AppMain.visible(shown.me))
    opens = shown.me.may(p.APPLY_QUERY)
    return [
        {
            "id": one.id,
            "appno": one.appno,
            "appnoLink": f"/businessPro/applyInfo?id={one.id}" if opens else "",
            "equcount": one.equcount,
            "appdate": str(one.appdate),
            "step": DECLARATION.name_of(one.step),
            "acceptdate": str(one.acceptdate or ""),
            "agreeddate": str(one.agreeddate or ""),
        }
        for one in shown.db.scalars(query)
    ]


def _items(shown: Shown) -> list[dict[str, Any]]:
    """What became of each device: how far its inspection is, and the report once it is released."""
    if not shown.row.appmain_id:
        return []
    query = select(AppBuss).where(AppBuss.appmain_id == shown.row.appmain_id, AppBuss.visible(shown.me))
    return [
        {name: getattr(one, name) for name in ("id", "seisn", "equname", "equcode", "reportno", "step")}
        | {"stepName": BUSINESS.name_of(one.step), "inspdate": str(one.inspdate or "")}
        for one in shown.db.scalars(query.order_by(AppBuss.seisn))
    ]


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    if row.step == BACK:
        return [Notice(f"退回原因：{row.reason}（补正期限 {row.mendby}）")]
    if row.step == REFUSED:
        return [Notice(f"不予受理：{row.reason}", "no")]
    main = shown.db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).first() if row.appmain_id else None
    if main is not None and main.step == at.VOID:
        return [Notice(f"申报单{main.appno}已作废：{main.voidreason}", "no")]
    if main is not None and main.step == at.DECLARE and main.backReason:
        return [Notice(f"申报单{main.appno}被退回：{main.backDescription or main.backReason}")]
    return []


ACTIONS = [
    Action("edit", "编辑", p.ONLINE_SAVE, kind="form", needs="one", form="online_form", when={"step": OPEN}),
    *page_buttons(ONLINE),
]  # each reader gets those of its own side
DEVICE_ACTIONS = [
    Action("addDevice", "添加设备", p.ONLINE_SAVE, kind="form", form="online_device_form"),
    Action("editDevice", "编辑", p.ONLINE_SAVE, place="row", kind="form", needs="one", form="online_device_form"),
    Action(
        "deleteDevice",
        "删除",
        p.ONLINE_SAVE,
        place="row",
        kind="call",
        needs="one",
        url="/api/online/device/delete",
        confirm="删除后不能恢复，变更记录仍保留",
    ),
]
REPORT = Action("report", "报告", p.QUERY, place="row", needs="one", when={"step": [at.DONE]})
ONLINE_PAGE = RecordView(
    no="online",
    title="网上申报",
    permission=p.ONLINE_QUERY,
    model=A,
    url="/api/online/record",
    form=ONLINE_FORM,
    creates=True,
    values=lambda db, me, row: record(row) | beside(db, row),
    heading=lambda s: f"网上申报 {s.row.onlineno}",
    name=lambda s: s.row.onlineno or "网上申报",
    subtitle=lambda s: f"{s.text('equclass')} {s.text('testsort')}",
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.cheorgname])),
    facts=[
        state(ONLINE),
        Fact("inscontactname", note=lambda s: s.text("INSCONTACTTEL")),
        Fact("plandate"),
        Fact("sender", note=lambda s: s.text("sent")),
        Fact("handler", note=lambda s: s.text("handled")),
        Fact("appno"),
    ],
    notices=_notices,
    parts=[
        Part(
            "devices",
            "申报设备",
            columns=[
                of(OnlineDevice.seq, 52),
                of(OnlineDevice.equname, 120),
                of(OnlineDevice.equcode, 170),
                of(OnlineDevice.equclacode, 140),
                of(OnlineDevice.usecertno, 140),
                of(OnlineDevice.useplace, 180),
                of(OnlineDevice.ninspdate, 110),
                of(OnlineDevice.remark, 120),
                Col("why", "不能申报的原因", None, 220),
            ],
            rows=_devices,
            noun="设备",
            owner=lambda s: {"online_id": s.row.id},
            actions=lambda s: DEVICE_ACTIONS if s.row.step in OPEN and s.me.may(p.ONLINE_SAVE) else [],
        ),
        Part(
            "declarations",
            "申报单",
            columns=[
                Col("appno", "申报单号", None, 160, "code"),
                Col("equcount", "台数", None, 70, "number"),
                Col("appdate", "申报日期", None, 110, "date"),
                Col("step", "环节", None, 120),
                Col("acceptdate", "受理日期", None, 110, "date"),
                Col("agreeddate", "约定检验日期", None, 120, "date"),
            ],
            rows=_declarations,
            noun="申报单",
            empty="受理后生成申报单",
        ),
        Part(
            "items",
            "检验进度",
            columns=[
                Col("seisn", "业务流水号", None, 140, "code"),
                Col("equname", "设备名称", None, 120),
                Col("equcode", "设备代码", None, 170, "code"),
                Col("stepName", "环节", None, 110),
                Col("inspdate", "检验日期", None, 110),
                Col("reportno", "报告编号", None, 160, "code"),
            ],
            rows=_items,
            noun="检验",
            empty="受理后开始检验",
            actions=[REPORT],
        ),
        course(ONLINE),
    ],
    actions=lambda s: [one for one in ACTIONS if s.me.may(one.permission)],
    files=Files("online", until=(SENT, CONFIRMED, REFUSED, WITHDRAWN), noun="网上申报", right=p.ONLINE_SAVE),
    history=True,
)
