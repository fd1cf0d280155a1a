"""Changes of a device's state in the world: stopped, taken into use again, written off, moved to another place."""

from datetime import date
from typing import Any

from sqlalchemy import Date, Index, false, or_, select, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day as a_day
from tejian.archives.models.columns import text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.system.organisations.api import covered_prefix


class StateChange(Record, Base):
    """One change: the day it holds from, why, and what was before and after. Its proof hangs on it as attachments."""

    __tablename__ = "equipment_state"
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="状态变更")
    action: Mapped[str] = text(8, "变更类型")  # stop, restart, logout, move
    day: Mapped[date] = mapped_column(Date, info={"label": "变更日期"})
    until: Mapped[date | None] = a_day("预计停用至")
    reason: Mapped[str] = text(8, "注销原因", dict="C639")
    note: Mapped[str] = text(500, "原因说明")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equcode: Mapped[str] = text(20, "设备代码")
    equname: Mapped[str] = text(128, "设备名称")
    useorgname: Mapped[str] = text(200, "使用单位")
    fromstatus: Mapped[str] = text(4, "原状态", dict="C637")
    tostatus: Mapped[str] = text(4, "新状态", dict="C637")
    fromarea: Mapped[str] = text(12, "迁出区划", dict="AREA")
    toarea: Mapped[str] = text(12, "迁入区划", dict="AREA")
    fromplace: Mapped[str] = text(256, "原地点")
    toplace: Mapped[str] = text(256, "新地点")
    fromorg: Mapped[str] = text(32, "原检验机构主键", refers="sys_org")
    toorg: Mapped[str] = text(32, "新检验机构主键", refers="sys_org")
    fromorgname: Mapped[str] = text(200, "原检验机构")
    toorgname: Mapped[str] = text(200, "新检验机构")
    shareduntil: Mapped[date | None] = a_day("双方可见至")  # of a move: both sides can open the device until then
    by_name: Mapped[str] = text(64, "办理人")
    __table_args__ = (
        Index("ix_equipment_state_device", "equdatasysid", "day"),
        Index("ix_equipment_state_from", "fromorg", "createtime"),
        Index("ix_equipment_state_to", "toorg", "createtime"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Both sides of a move: the institutes and the authorities of the old and of the new place."""
        if me.scope == "all":
            return true()
        if me.unit_id:
            return StateChange.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))
        if me.scope == "area" and me.area:
            prefix = covered_prefix(me.area)
            return or_(StateChange.fromarea.startswith(prefix), StateChange.toarea.startswith(prefix))
        if me.scope in ("org", "dept"):
            return or_(StateChange.fromorg == me.org_id, StateChange.toorg == me.org_id) if me.org_id else false()
        return StateChange.createby == me.id
