"""The list of changes of what protects."""

from sqlalchemy import select

from tejian.kit.lists.listview import ListView, add_list, col, like, same
from tejian.kit.process.moves import buttons
from tejian.system import permissions as p
from tejian.system.models.protection import KINDS, ProtectedChange

from .process import BASE, PROTECTION

C = ProtectedChange

protection_list = add_list(
    ListView(
        no="sys_protection_list",
        title="受控变更",
        permission=p.PROTECTION_QUERY,
        export_permission=p.EXPORT,
        source=select(C),
        key=C.id,
        visible=C.visible,
        url=f"{BASE}/findList",
        sort="-createtime",
        columns=[
            col(C.step, 90, label="状态", type="dict", words=PROTECTION.names),
            col(C.kind, 90, type="dict", words=KINDS),
            col(C.title, 200),
            col(C.old, 110),
            col(C.new, 110),
            col(C.reason, 160),
            col(C.asked_name, 90),
            col(C.createtime, 140, label="申请时间"),
            col(C.decided_name, 90),
            col(C.decided_at, 140),
        ],
        search=[
            same("step", "状态", C.step, widget="select", options=PROTECTION.names, quick=True),
            like("title", "变更内容", C.title, quick=True),
            same("kind", "种类", C.kind, widget="select", options=KINDS),
        ],
        actions=[*buttons(PROTECTION)],
    )
)
