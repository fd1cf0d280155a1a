"""The page of a notice of construction: its facts, its devices, what followed from it."""

from dataclasses import replace
from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import DECLARATION
from tejian.inspection.models.construction import (
    BACK,
    CANCELLED,
    COMPLETED,
    OPEN,
    ConstructionDevice,
    ConstructionNotice,
)
from tejian.inspection.models.items import AppMain
from tejian.kit.forms.columns import Col
from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of

from .forms import NOTICE_FORM
from .judging import devices_of
from .lists import DECLARE
from .process import NOTIFICATION
from .saving import names


def _devices(shown: Shown) -> list[dict[str, Any]]:
    return [record(one) for one in devices_of(shown.db, shown.row)]


def _declarations(shown: Shown) -> list[dict[str, Any]]:
    """The declarations that followed, with a way to each that the reader sees."""
    query = select(AppMain).where(AppMain.notify_id == shown.row.id, AppMain.visible(shown.me))
    return [
        {
            "id": one.id,
            "appno": one.appno,
            "appnoLink": f"/businessPro/applyInfo?id={one.id}",
            "testsort": one.testsort,
            "equcount": one.equcount,
            "appdate": str(one.appdate),
            "step": DECLARATION.name_of(one.step),
        }
        for one in shown.db.scalars(query.order_by(AppMain.appno))
    ]


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    if row.step == BACK and row.reason:
        return [Notice(f"退回原因：{row.reason}")]
    if row.step == CANCELLED and row.reason:
        return [Notice(f"已注销：{row.reason}", "no")]
    return []


def _actions(shown: Shown) -> list[Action]:
    """Each reader gets the buttons of its own side: who wrote the notice mends and files it."""
    own = shown.row.byunit == shown.me.unit_id
    edit = Action(
        "edit", "编辑", p.NOTIFY_FILE, kind="form", needs="one", form="construction_form", when={"step": OPEN}
    )
    if shown.row.byunit:
        edit = replace(edit, permission=p.NOTIFY_OWN, form="construction_own_form")
    mine = [
        one
        for one in page_buttons(NOTIFICATION)
        if own or one.permission == p.NOTIFY_RECEIVE or one.code == "cancel_more"
    ]
    return [one for one in [*([edit] if own else []), *mine, DECLARE] if shown.me.may(one.permission)]


def _device_actions(shown: Shown) -> list[Action]:
    """Devices are named by who wrote the notice: from the archive, or by a contractor by their whole numbers."""
    row, me = shown.row, shown.me
    may, kind = (p.NOTIFY_OWN, "own/") if row.byunit else (p.NOTIFY_FILE, "")
    if row.step not in OPEN or row.byunit != me.unit_id or not me.may(may):
        return []
    form = "construction_own_device_form" if row.byunit else "construction_device_form"
    gone = "删除后不能恢复，变更记录仍保留"
    url = f"/api/construction/{kind}device/delete"
    return [
        Action("addDevice", "添加设备", may, kind="form", form=form),
        Action("editDevice", "编辑", may, place="row", kind="form", needs="one", form=form),
        Action("deleteDevice", "删除", may, place="row", kind="call", needs="one", url=url, confirm=gone),
    ]


CONSTRUCTION_PAGE = RecordView(
    no="construction",
    title="施工告知",
    permission=p.NOTIFY_QUERY,
    model=ConstructionNotice,
    url="/api/construction/record",
    form=NOTICE_FORM,
    values=lambda db, me, row: record(row) | names(db, row),
    heading=lambda s: f"施工告知 {s.row.notifyno or '待受理'}",
    name=lambda s: s.row.notifyno or "施工告知",
    subtitle=lambda s: s.text("worktype"),
    identity=lambda s: "　".join(filter(None, [s.row.contractorname, s.row.unitname, s.row.place])),
    facts=[
        state(NOTIFICATION),
        Fact("startdate", note=lambda s: s.text("enddate") and f"至 {s.text('enddate')}"),
        Fact("licno", note=lambda s: s.text("licvalidto") and f"有效期至 {s.text('licvalidto')}"),
        Fact("filer", note=lambda s: s.text("filed")),
        Fact("receiver", note=lambda s: s.text("notifydate")),
    ],
    notices=_notices,
    parts=[
        Part(
            "devices",
            "施工设备",
            columns=[
                of(ConstructionDevice.seq, 52),
                of(ConstructionDevice.equname, 140),
                of(ConstructionDevice.equcode, 170),
                of(ConstructionDevice.equclacode, 150),
                of(ConstructionDevice.prono, 120),
                of(ConstructionDevice.model, 110),
                of(ConstructionDevice.porgname, 180),
                of(ConstructionDevice.contractprice, 110),
            ],
            rows=_devices,
            noun="设备",
            owner=lambda s: {"notice_id": s.row.id},
            actions=_device_actions,
        ),
        Part(
            "declarations",
            "监督检验申报",
            columns=[
                Col("appno", "申报单号", None, 160, "code"),
                Col("testsort", "检验类型", None, 150, "dict", dict="C604"),
                Col("equcount", "台数", None, 70, "number"),
                Col("appdate", "申报日期", None, 110, "date"),
                Col("step", "环节", None, 120),
            ],
            rows=_declarations,
            noun="申报",
            empty="还没有申报监督检验",
        ),
        course(NOTIFICATION),
    ],
    actions=_actions,
    prints={"SGGZS": "打印"},
    files=Files("construction", until=(COMPLETED, CANCELLED), noun="施工告知"),
    history=True,
)
