"""State changes of devices, moves first of all: both sides of a move find the device here."""

from sqlalchemy import select

from tejian.archives import permissions as p
from tejian.archives.models.changes import StateChange as S
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from .lifecycle import NAMES

state_list = add_list(
    ListView(
        no="eqd_state_list",
        title="迁移与状态变更记录",
        permission=p.EQUIPMENT_QUERY,
        export_permission=EXPORT,
        source=select(S),
        key=S.id,
        visible=S.visible,
        url="/api/eqdbase/eqdBasic/findStateList",
        sort="-createtime",
        columns=[
            Col("action", "变更", S.action, 60, "dict", words=NAMES),
            col(S.day, 90),
            col(S.equcode, 158, type="code"),
            col(S.equname, 100),
            col(S.useorgname, 150),
            col(S.fromplace, 150),
            col(S.toplace, 150),
            col(S.fromorgname, 140, shown=False),
            col(S.toorgname, 140, shown=False),
            col(S.tostatus, 80),
            col(S.reason, 100, shown=False),
            Col("note", "原因", S.note, 140),
            col(S.shareduntil, 90, shown=False),
            col(S.by_name, 70),
            col(S.createtime, 150, label="办理时间", shown=False),
            Col("equdatasysid", "", S.equdatasysid),
            Col("equclass", "", S.equclass),
        ],
        search=[
            same("action", "变更", S.action, widget="select", options=NAMES, quick=True),
            like("equcode", "设备", S.equcode, S.equname, S.useorgname, quick=True),
            same("equclass", "设备种类", S.equclass, widget="select", dict="C601"),
            dates("day", "变更日期", S.day, quick=True),
        ],
        actions=[
            Action("openChanged", "查看设备", p.EQUIPMENT_QUERY, place="row", needs="one"),
            Action("stateProof", "证明材料", p.EQUIPMENT_QUERY, place="row", needs="one"),
        ],
    )
)
