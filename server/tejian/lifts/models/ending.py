"""The end of the maintenance of a lift: asked for by one side, answered by the other, audited, handed over."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Index, or_, true
from sqlalchemy.orm import Mapped

from tejian.archives.models.columns import day, moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, ANSWERING, AUDITING, HANDING, LASTING, ENDED, BACK = "CG", "YJ", "SH", "JJ", "DZ", "ZZ", "TH"
WITH_APPLICANT, RUNNING = (DRAFT, BACK), (ANSWERING, AUDITING, HANDING, LASTING)
OWNER, MAINTAINER = "U", "M"
SIDES = {OWNER: "使用单位", MAINTAINER: "维保单位"}
CAUSES = {"01": "合同到期", "02": "拖欠维保费用", "03": "更换维保单位", "09": "其他"}
ANSWERS = {"1": "同意", "0": "不同意"}
RETURNED = {"1": "已移交", "0": "未移交"}


class LiftTermination(Record, Subject, Base):
    """Until the last day named the unit answers for the lift, whatever the two sides think of each other."""

    __tablename__ = "lift_termination"
    audited, named, called = "00", "维保终止", "termno"
    termno: Mapped[str] = text(32, "终止编号", number="lifttermination", numbered="move")
    binding_id: Mapped[str] = text(32, "电梯绑定", refers="lift_binding")
    side: Mapped[str] = text(4, "申请方")
    equdatasysid: Mapped[str] = text(32, "电梯主键", refers="equipment", merges="维保终止")
    equcode: Mapped[str] = text(20, "设备代码")
    useplace: Mapped[str] = text(256, "使用地点")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    unitsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="维保终止（使用单位）", beside="unitname")
    unitname: Mapped[str] = text(200, "使用单位")
    maiorgsysid: Mapped[str] = text(
        32, "维保单位主键", refers="unit", merges="维保终止（维保单位）", beside="maiorgname"
    )
    maiorgname: Mapped[str] = text(200, "维保单位")
    regorg: Mapped[str] = text(32, "审核机关", refers="sys_org")
    cause: Mapped[str] = text(4, "终止原因")
    explain: Mapped[str] = text(500, "情况说明")
    lastday: Mapped[date] = day("维保最后一日")
    applied: Mapped[datetime | None] = moment("提交时间")
    answer: Mapped[str] = text(4, "对方意见")
    answersaid: Mapped[str] = text(500, "对方意见说明")
    answerer_id: Mapped[str] = text(32, "答复人", refers="sys_user")
    answered: Mapped[datetime | None] = moment("答复时间")
    auditor_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    auditedat: Mapped[datetime | None] = moment("审核时间")
    keysback: Mapped[str] = text(4, "钥匙移交")
    recordsback: Mapped[str] = text(4, "维保记录移交")
    lastvisit: Mapped[date | None] = day("最后一次维保日期")
    receiver: Mapped[str] = text(64, "接收人")
    handler_id: Mapped[str] = text(32, "交接登记人", refers="sys_user")
    handed: Mapped[datetime | None] = moment("交接时间")
    ended: Mapped[date | None] = day("终止日期")
    reason: Mapped[str] = text(500, "退回的理由")
    __table_args__ = (
        Index("ix_lift_termination_binding", "binding_id"),
        Index("ix_lift_termination_unit", "unitsysid", "step"),
        Index("ix_lift_termination_maintainer", "maiorgsysid", "step"),
        Index("ix_lift_termination_org", "regorg", "step"),
        Index("ix_lift_termination_area", "areacode"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Both sides theirs, the authority those of its area."""
        C = LiftTermination
        if me.scope == "all":
            return true()
        if me.unit_id:
            return or_(C.unitsysid == me.unit_id, C.maiorgsysid == me.unit_id)
        return in_scope(me, own=C.createby, org=C.regorg, area=C.areacode)
