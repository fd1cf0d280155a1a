"""State changes of devices, moves first of all: both sides of a move find the device here."""

from sqlalchemy import select

from tejian.archives import permissions as p
from tejian.kit.actions import Action
from tejian.kit.listview import Col, ListView, add_list, dates, like, same
from tejian.system.permissions import EXPORT

from .lifecycle import NAMES
from .models import StateChange as S

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
            Col("day", "变更日期", S.day, 90, "date"),
            Col("equcode", "设备代码", S.equcode, 146, "code"),
            Col("equname", "设备名称", S.equname, 100),
            Col("useorgname", "使用单位", S.useorgname, 150),
            Col("fromplace", "原地点", S.fromplace, 150),
            Col("toplace", "新地点", S.toplace, 150),
            Col("fromorgname", "原检验机构", S.fromorgname, 140, shown=False),
            Col("toorgname", "新检验机构", S.toorgname, 140, shown=False),
            Col("tostatus", "新状态", S.tostatus, 80, "dict", dict="C637"),
            Col("reason", "注销原因", S.reason, 100, "dict", dict="C639", shown=False),
            Col("note", "原因", S.note, 140),
            Col("shareduntil", "双方可见至", S.shareduntil, 90, "date", shown=False),
            Col("by_name", "办理人", S.by_name, 70),
            Col("createtime", "办理时间", S.createtime, 150, "datetime", shown=False),
            Col("equdatasysid", "", S.equdatasysid),
            Col("equclass", "", S.equclass),
            Col("id", "", S.id),
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
