"""首检登记: a device without an archive, as a unit or an inspector states it, until the authority has judged it."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, or_, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import moment, text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope

DRAFT, WAITING, BACK, AGREED = "CG", "DS", "TH", "TG"
OPEN = (DRAFT, BACK)
BY_UNIT, BY_INSPECTOR = "E", "J"
SOURCES = {BY_UNIT: "企业录入", BY_INSPECTOR: "检验员录入"}


class FirstRegistration(Record, Subject, Base):
    """What a device is said to be. Its archive is made of `device` and the columns when the authority agrees.

    Keys of units stand in columns alone, because they move when units are merged; `device` holds every other field.
    """

    __tablename__ = "first_registration"
    audited, named, called = "03", "首检登记", ("firstno", "equname")
    firstno: Mapped[str] = text(32, "首检登记编号", number="firstregister", numbered="move")
    source: Mapped[str] = text(4, "录入方式")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    equname: Mapped[str] = text(128, "设备名称")
    prono: Mapped[str] = text(64, "出厂编号(产品编号)")
    porgaosysid: Mapped[str] = text(32, "制造单位", refers="unit", merges="首检登记制造")
    useorgsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="首检登记使用", beside="useorgname")
    useorgname: Mapped[str] = text(200, "使用单位")
    maiorgsysid: Mapped[str] = text(32, "维保单位", refers="unit", merges="首检登记维保")
    areacode: Mapped[str] = text(12, "设备所在区划", dict="AREA")
    useplace: Mapped[str] = text(256, "设备使用地点")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    regorg: Mapped[str] = text(32, "登记机关", refers="sys_org")
    device: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "设备信息"})
    applied: Mapped[datetime | None] = moment("提交时间")
    auditor_id: Mapped[str] = text(32, "审核人", refers="sys_user")
    audited_at: Mapped[datetime | None] = moment("审核时间")
    reason: Mapped[str] = text(500, "退回原因")
    equdatasysid: Mapped[str] = text(32, "设备", refers="equipment", merges="首检登记")
    __table_args__ = (
        Index("ix_first_registration_unit", "useorgsysid"),
        Index("ix_first_registration_org", "cheorg"),
        Index("ix_first_registration_area", "areacode", "step"),
        Index("ix_first_registration_number", "prono", "porgaosysid"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """A unit its own; who entered it; and once it was handed in its institute and the authority of the area."""
        C = FirstRegistration
        if me.scope == "all":
            return true()
        if me.unit_id:
            return (C.useorgsysid == me.unit_id) & ((C.source == BY_UNIT) | (C.step != DRAFT))
        handed = in_scope(me, own=C.createby, org=C.cheorg, area=C.areacode, shared=True)
        return or_(C.createby == me.id, (C.step != DRAFT) & handed)
