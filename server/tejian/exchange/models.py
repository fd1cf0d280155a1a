"""The journal with the province platform, reports of third-party institutions, the exchange with partners."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import Date, DateTime, ForeignKey, Index, String, or_, select, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.db import Base, Record
from tejian.kit.database.sealed import sealed
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject
from tejian.system.models.organisations import in_scope


def moment(label: str) -> Any:
    return mapped_column(DateTime(timezone=True), info={"label": label})


class Transfer(Record, Base):
    """One piece of inspection data on its way to the province platform, or received from it."""

    __tablename__ = "transfer"
    direction: Mapped[str] = mapped_column(String(4), info={"label": "方向"})  # push, pull
    seisn: Mapped[str] = text(32, "业务流水号")
    reportno: Mapped[str] = text(32, "报告编号")
    appbuss_id: Mapped[str] = text(32, "业务主键", refers="appbuss")
    equdatasysid: Mapped[str] = text(32, "设备主键", refers="equipment", merges="数据传输")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equcode: Mapped[str] = text(64, "设备代码")
    equname: Mapped[str] = text(128, "设备名称")
    unitname: Mapped[str] = text(200, "使用单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    state: Mapped[str] = mapped_column(String(1), default="0", info={"label": "状态", "dict": "C742"})
    tries: Mapped[int] = mapped_column(default=0, info={"label": "已传次数"})
    sentat: Mapped[datetime | None] = moment("最近传输时间")
    nexttry: Mapped[datetime | None] = moment("下次自动重传")
    receipt: Mapped[str] = text(64, "平台回执号")
    error: Mapped[str] = text(500, "错误信息")
    content: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "内容", "secret": True})
    ignoredby: Mapped[str] = text(64, "忽略人")
    ignorereason: Mapped[str] = text(256, "忽略原因")
    __table_args__ = (
        Index("ix_transfer_org_time", "cheorg", "createtime", "id"),
        Index("ix_transfer_time", "createtime", "id"),
        Index("ix_transfer_seisn", "seisn"),
        Index("ix_transfer_appbuss", "appbuss_id", "createtime"),
        Index("ix_transfer_open", "state", "nexttry", postgresql_where="state in ('0', '2')"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own transfers; a bureau those of its area."""
        return in_scope(me, own=Transfer.createby, org=Transfer.cheorg, area=Transfer.areacode, shared=True)


WAITING, AGREED, REFUSED = "0", "1", "2"


class ThirdReport(Record, Base):
    """A report that an outside institution made of a device: an inspection (I) or a detection (D)."""

    __tablename__ = "third_report"
    audited = "03"
    named = "第三方报告"
    kind: Mapped[str] = mapped_column(String(1), info={"label": "报告种类"})
    reportno: Mapped[str] = text(64, "报告编号")
    unit_id: Mapped[str] = mapped_column(
        ForeignKey("unit.unitsysid"), info={"label": "机构主键", "refers": "unit", "merges": "第三方报告"}
    )
    unitname: Mapped[str] = text(200, "检验检测机构")
    equdatasysid: Mapped[str] = mapped_column(
        ForeignKey("equipment.equdatasysid"),
        index=True,
        info={"label": "设备主键", "refers": "equipment", "merges": "第三方报告"},
    )
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equcode: Mapped[str] = text(20, "设备代码")
    equname: Mapped[str] = text(128, "设备名称")
    useorgsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="第三方报告（使用单位）")
    useorgname: Mapped[str] = text(200, "使用单位")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    inspdate: Mapped[date] = mapped_column(Date, info={"label": "检验检测日期"})
    conclusion: Mapped[str] = text(8, "结论", dict="C605")
    nextdate: Mapped[date | None] = mapped_column(Date, info={"label": "报告载明的下次日期"})
    inspectors: Mapped[str] = text(128, "检验检测人员")
    archived: Mapped[str] = text(200, "档案更新")
    # a detection waits for the institute; what was registered before it did is in the archive
    state: Mapped[str] = mapped_column(String(1), default=AGREED, server_default=AGREED, info={"label": "确认状态"})
    checkname: Mapped[str] = mapped_column(String(64), default="", server_default="", info={"label": "确认人"})
    checktime: Mapped[datetime | None] = moment("确认时间")
    opinion: Mapped[str] = mapped_column(String(500), default="", server_default="", info={"label": "退回原因"})
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (
        Index("uq_third_report_no", "unit_id", "reportno", unique=True),
        Index("ix_third_report_kind", "kind", "inspdate", "id"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Of the devices that the user sees; an institution also sees the reports that it made."""
        seen = ThirdReport.equdatasysid.in_(select(Equipment.id).where(Equipment.visible(me)))
        return or_(ThirdReport.unit_id == me.unit_id, seen) if me.unit_id else seen


PULL, HTTP, SIMULATOR = "pull", "http", "simulator"


class ExchangePartner(Record, Base):
    """Whom data are exchanged with: what may be read in whose name, from where, how often and how long.

    Of the token only its digest is kept. The data are those of an institute or of an area, never all.
    """

    __tablename__ = "exchange_partner"
    audited, named, called = "03", "传输用户", "name"
    code: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "用户代码"})
    name: Mapped[str] = text(100, "用户名称")
    entities: Mapped[str] = text(64, "授权数据")  # several, separated by commas
    orgid: Mapped[str] = text(32, "检验机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "数据区划", dict="AREA")
    perminute: Mapped[int] = mapped_column(default=60, info={"label": "每分钟次数"})
    addresses: Mapped[str] = text(500, "允许地址")
    enddate: Mapped[date] = mapped_column(Date, info={"label": "授权截止"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    way: Mapped[str] = text(16, "推送通道")
    url: Mapped[str] = text(200, "接收地址")
    secret: Mapped[str] = sealed(
        "exchange_partner.secret", default="", info={"label": "签名密钥", "secret": True, "credential": True}
    )
    digest: Mapped[str] = mapped_column(
        String(64), default="", info={"label": "令牌摘要", "secret": True, "credential": True}
    )
    tokenend: Mapped[str] = text(4, "令牌尾号")
    tokenat: Mapped[datetime | None] = moment("令牌生成时间")
    __table_args__ = (Index("uq_exchange_partner_digest", "digest", unique=True, postgresql_where="digest <> ''"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


EDITING, PUBLISHED, REPLACED = "CG", "FB", "TD"


class ExchangeMapping(Record, Subject, Base):
    """How the columns of an entity are called at a partner. Once published it stays as it is: messages name it."""

    __tablename__ = "exchange_mapping"
    audited, named, called = "03", "字段映射", "name"
    name: Mapped[str] = text(100, "映射名称")
    partner_id: Mapped[str] = mapped_column(
        ForeignKey("exchange_partner.id"), info={"label": "传输用户", "refers": "exchange_partner"}
    )
    entity: Mapped[str] = text(16, "数据")
    edition: Mapped[int] = mapped_column(default=0, info={"label": "版本"})
    published: Mapped[datetime | None] = moment("发布时间")
    replaced: Mapped[datetime | None] = moment("替代时间")
    sample: Mapped[str] = text(64, "试算编号")
    note: Mapped[str] = text(200, "说明")
    __table_args__ = (
        Index("ix_exchange_mapping_partner", "partner_id", "entity", "edition"),
        Index("uq_exchange_mapping_published", "partner_id", "entity", unique=True, postgresql_where="step = 'FB'"),
    )

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class ExchangeField(Record, Base):
    """One column: its name at the partner, whether it must be there, and what the partner calls its values."""

    part_of: ClassVar[Any] = ExchangeMapping
    __tablename__ = "exchange_mapped_field"
    mapping_id: Mapped[str] = mapped_column(ForeignKey("exchange_mapping.id", ondelete="CASCADE"), index=True)
    prop: Mapped[str] = text(64, "平台字段")
    outer: Mapped[str] = text(64, "对方字段")
    required: Mapped[bool] = mapped_column(default=False, info={"label": "必填"})
    words: Mapped[str] = text(1000, "值对照")


INCREMENTAL, FULL = "1", "2"


class ExchangePlan(Record, Base):
    """What of an entity is pushed to a partner, and when. `cursor` is how far an incremental one has come."""

    __tablename__ = "exchange_plan"
    audited, named, called = "03", "传输计划", "name"
    name: Mapped[str] = text(100, "计划名称")
    partner_id: Mapped[str] = mapped_column(
        ForeignKey("exchange_partner.id"), index=True, info={"label": "传输用户", "refers": "exchange_partner"}
    )
    entity: Mapped[str] = text(16, "数据")
    mode: Mapped[str] = text(1, "传输方式")
    equclass: Mapped[str] = text(4, "设备种类", dict="C601")
    areacode: Mapped[str] = text(12, "区划", dict="AREA")
    every: Mapped[int | None] = mapped_column(info={"label": "间隔（分钟）"})
    dailyat: Mapped[str] = text(5, "每日时间")
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    nextrun: Mapped[datetime | None] = moment("下次执行")
    lastrun: Mapped[datetime | None] = moment("最近执行")
    cursor: Mapped[str] = mapped_column(String(80), default="", info={"label": "增量位置", "quiet": True})
    __table_args__ = (Index("ix_exchange_plan_due", "nextrun", postgresql_where="enabled"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


SENDING, CHECKING = "1", "2"


class ExchangeRun(Record, Base):
    """One run of a plan: what was collected, or what the two sides were found to hold (`kind` 对账)."""

    part_of: ClassVar[Any] = ExchangePlan
    __tablename__ = "exchange_run"
    plan_id: Mapped[str] = mapped_column(ForeignKey("exchange_plan.id", ondelete="CASCADE"))
    kind: Mapped[str] = text(1, "类型")
    begun: Mapped[datetime] = moment("开始时间")
    ended: Mapped[datetime | None] = moment("结束时间")
    total: Mapped[int] = mapped_column(default=0, info={"label": "平台条数"})
    made: Mapped[int] = mapped_column(default=0, info={"label": "生成消息"})
    arrived: Mapped[int] = mapped_column(default=0, info={"label": "对方已收"})
    missing: Mapped[int] = mapped_column(default=0, info={"label": "未到"})
    differing: Mapped[int] = mapped_column(default=0, info={"label": "内容不同"})
    ours: Mapped[str] = text(64, "平台摘要")
    theirs: Mapped[str] = text(64, "已收摘要")
    cursor: Mapped[str] = text(80, "位置")
    error: Mapped[str] = text(500, "未执行的原因")
    __table_args__ = (Index("ix_exchange_run_plan", "plan_id", "begun"),)


class ExchangeMessage(Record, Base):
    """One object pushed to a partner, or one call by which a partner read (`pull`): what it said, and the answer."""

    __tablename__ = "exchange_message"
    called = "number"
    direction: Mapped[str] = mapped_column(String(4), info={"label": "方向"})
    partner_id: Mapped[str] = mapped_column(
        ForeignKey("exchange_partner.id"), info={"label": "传输用户", "refers": "exchange_partner"}
    )
    plan_id: Mapped[str] = text(32, "传输计划", refers="exchange_plan")
    run_id: Mapped[str] = text(32, "执行批次")
    entity: Mapped[str] = text(16, "数据")
    objectkey: Mapped[str] = text(32, "对象主键")
    number: Mapped[str] = text(64, "编号")
    title: Mapped[str] = text(200, "名称")
    orgid: Mapped[str] = text(32, "检验机构", refers="sys_org")
    areacode: Mapped[str] = text(12, "数据区划", dict="AREA")
    edition: Mapped[int] = mapped_column(default=0, info={"label": "映射版本"})
    content: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "请求内容", "secret": True})
    digest: Mapped[str] = text(64, "内容摘要")
    count: Mapped[int] = mapped_column(default=1, info={"label": "条数"})
    state: Mapped[str] = mapped_column(String(1), default="0", info={"label": "状态", "dict": "C742"})
    tries: Mapped[int] = mapped_column(default=0, info={"label": "已传次数"})
    sentat: Mapped[datetime | None] = moment("最近传输时间")
    nexttry: Mapped[datetime | None] = moment("下次自动重传")
    answer: Mapped[str] = text(500, "对方应答")
    error: Mapped[str] = text(500, "错误信息")
    ip: Mapped[str] = text(64, "来源地址")
    ignoredby: Mapped[str] = text(64, "忽略人")
    ignorereason: Mapped[str] = text(256, "忽略原因")
    __table_args__ = (
        Index("ix_exchange_message_time", "createtime", "id"),
        Index("ix_exchange_message_entity", "entity", "createtime", "id"),
        Index("ix_exchange_message_partner", "partner_id", "createtime"),
        Index("ix_exchange_message_org", "orgid", "createtime"),
        Index("ix_exchange_message_object", "plan_id", "objectkey", "id"),
        Index("ix_exchange_message_run", "run_id"),
        Index("ix_exchange_message_number", "number"),
        Index("ix_exchange_message_open", "plan_id", "id", postgresql_where="state in ('0', '2')"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Those of the partners of an institute, or of the partners of an area."""
        return in_scope(me, org=ExchangeMessage.orgid, area=ExchangeMessage.areacode)
