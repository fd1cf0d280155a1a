"""Declarations, their equipment, business items, original records and reports."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Date, ForeignKey, Index, Numeric, String, and_, not_, or_, select
from sqlalchemy import text as sql_text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.database.phones import contact_phone
from tejian.kit.ground.user import User
from tejian.system.models.organisations import in_scope
from tejian.system.organisations.api import covered_prefix

from .columns import ISSUED, ITEM_FACETS, MAIN_FACETS, OPEN, PAST, PLANNED, Flowing, Returned, moment, money, text


def issued() -> Any:
    """The report of an item is issued, in the words of the index over such items."""
    return sql_text("appbuss." + ISSUED)


class AppMain(Returned, Flowing, Record, Base):
    """A declaration (申报单): one inspected unit, one inspection category and type, one or more devices of a class."""

    __tablename__ = "appmain"
    audited = "03"
    named = "申报单"
    called = "appno"
    facets = MAIN_FACETS
    appno: Mapped[str] = text(32, "申报单号")
    appway: Mapped[str] = text(8, "申报方式", dict="C607")
    appdate: Mapped[date] = mapped_column(Date, info={"label": "申报日期"})
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    seisort: Mapped[str] = text(4, "检验类别", dict="C603")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    usertype: Mapped[str] = text(8, "用户类别", dict="C614")
    unitsysid: Mapped[str] = text(32, "受检单位主键", refers="unit", merges="申报单")
    unitname: Mapped[str] = text(200, "受检单位")
    unitcode: Mapped[str] = text(32, "统一社会信用代码")
    unitaddress: Mapped[str] = text(256, "单位地址")
    unittext: Mapped[str] = mapped_column(
        String(400), default="", server_default="", deferred=True, info={"secret": True}
    )  # name, code and initials of the unit, in lower case
    payunitsysid: Mapped[str] = text(32, "缴费单位主键", refers="unit", merges="缴费申报单")
    payunitname: Mapped[str] = text(200, "缴费单位")
    invoicetitle: Mapped[str] = text(200, "发票抬头")
    taxno: Mapped[str] = text(32, "税号")
    invoiceemail: Mapped[str] = text(128, "发票邮箱")
    inscontactname: Mapped[str] = text(64, "联系人")
    INSCONTACTTEL: Mapped[str] = contact_phone("appmain.INSCONTACTTEL", "联系电话")
    plandate: Mapped[date | None] = mapped_column(Date, info={"label": "期望检验日期"})
    reportget: Mapped[str] = text(8, "报告领取方式")
    mailaddress: Mapped[str] = text(256, "邮寄地址")
    isurgent: Mapped[bool] = mapped_column(default=False, info={"label": "加急"})
    urgentreason: Mapped[str] = text(256, "加急原因")
    earlyreason: Mapped[str] = mapped_column(
        String(256), default="", server_default="", info={"label": "提前申报原因"}
    )  # of an inspection that the archive does not want yet
    # its devices are stopped and are inspected before they are used again (TSG 08, TSG 81-2022 4.2.1.2)
    afterstop: Mapped[bool] = mapped_column(default=False, server_default="false", info={"label": "停用后重新检验"})
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    chedept: Mapped[str] = text(32, "检验部门", refers="sys_org")
    remark: Mapped[str] = text(500, "备注")
    equcount: Mapped[int] = mapped_column(default=0, info={"label": "台数"})
    ninspdate: Mapped[date | None] = mapped_column(Date, info={"label": "应检日期"})
    feepreview: Mapped[Decimal] = money("预计费用")
    submitted: Mapped[datetime | None] = moment("提交时间")
    acceptdate: Mapped[date | None] = mapped_column(Date, info={"label": "受理日期"})
    acceptby: Mapped[str] = text(64, "受理人")
    agreeddate: Mapped[date | None] = mapped_column(Date, info={"label": "约定检验日期"})
    reviewer: Mapped[str] = text(32, "资料审查人")
    # what was found of the papers that it has to bring: name, state (1 there, 0 missing, 2 not needed) and pages
    materials: Mapped[list[Any]] = mapped_column(JSONB, default=list, server_default="[]", info={"label": "资料清单"})
    supplementdue: Mapped[date | None] = mapped_column(Date, info={"label": "补正期限"})
    voidreason: Mapped[str] = text(500, "作废原因")
    notify_id: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "施工告知主键", "refers": "construction_notice"}
    )
    notifyno: Mapped[str] = mapped_column(String(32), default="", server_default="", info={"label": "施工告知编号"})
    chargestate: Mapped[str] = text(4, "收费状态", dict="C643")
    imported: Mapped[bool] = mapped_column(default=False, info={"label": "历史导入"})
    # who inspects an item of it: of another department, he finds the declaration all the same
    takers: Mapped[list[str]] = mapped_column(
        ARRAY(String(32)), default=list, server_default="{}", info={"label": "参加检验的人员", "quiet": True}
    )
    __table_args__ = (
        Index("uq_appmain_appno", "appno", unique=True, postgresql_where="appno <> ''"),
        Index("ix_appmain_org_step_no", "cheorg", "step", "appno", "id"),
        Index("ix_appmain_org", "cheorg", "id"),
        Index("ix_appmain_dept", "chedept", "id"),
        Index("ix_appmain_unit", "unitsysid", "id"),
        Index("ix_appmain_limit", "limit_at", postgresql_where="limit_at is not null"),
        Index("ix_appmain_notice", "notify_id", postgresql_where="notify_id <> ''"),
        Index("ix_appmain_accepted", "acceptdate", "id", postgresql_where="acceptdate is not null"),
        Index("ix_appmain_takers", "takers", postgresql_using="gin"),
        MAIN_FACETS.index("ix_appmain_facets", "unittext"),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own declarations; an inspector also those of the own tasks; an enterprise its own."""
        return or_(*AppMain.visible_parts(me))

    @staticmethod
    def visible_parts(me: User) -> list[Any]:
        """The same in parts that have no row in common: an index serves each, none serves them together."""
        if me.unit_id:
            return [AppMain.unitsysid == me.unit_id]
        scope = in_scope(me, own=AppMain.createby, dept=AppMain.chedept, org=AppMain.cheorg)
        if me.scope not in ("own", "dept"):
            return [scope]
        return [scope, and_(AppMain.takers.contains([me.id]), not_(scope))]

    @staticmethod
    def indexed(me: User) -> list[ColumnElement[bool]]:
        """What of `visible` indexes answer: that over facets, for declarations of the own tasks another."""
        if parts := AppMain.indexed_parts(me):
            return [or_(*parts)]
        asked = ("unitsysid", me.unit_id) if me.unit_id else ("cheorg", me.org_id) if me.scope == "org" else None
        found = MAIN_FACETS.says(asked[0], [asked[1]]) if asked else None
        return [] if found is None else [found]

    @staticmethod
    def indexed_parts(me: User) -> list[ColumnElement[bool]]:
        """The same of each of `visible_parts`, where that is another index."""
        office = MAIN_FACETS.says("chedept", [me.dept_id]) if me.scope == "dept" and not me.unit_id else None
        return [] if office is None else [office, AppMain.takers.contains([me.id])]

    @staticmethod
    def ordered(me: User) -> bool:
        """Whether an index holds the declarations of `visible_parts` in the order in which they came."""
        return bool(me.unit_id) or me.scope in ("org", "all")


class AppItem(Record, Base):
    """A device on a declaration, with what was true of it when it was put there, and its fee preview."""

    __tablename__ = "appitem"
    appmain_id: Mapped[str] = mapped_column(ForeignKey("appmain.id", ondelete="CASCADE"), index=True)
    seq: Mapped[int] = mapped_column(default=0)
    equdatasysid: Mapped[str] = mapped_column(
        String(32), index=True, info={"refers": "equipment", "merges": "申报设备"}
    )
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    regcode: Mapped[str] = text(24, "注册代码")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    equidentcode: Mapped[str] = text(32, "设备识别码")
    prono: Mapped[str] = text(64, "出厂编号")
    model: Mapped[str] = text(64, "型号")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    useplace: Mapped[str] = text(256, "使用地点")
    ninspdate: Mapped[date | None] = mapped_column(Date, info={"label": "下次检验日期"})
    lastreportno: Mapped[str] = text(32, "上次报告编号")
    lastresult: Mapped[str] = text(8, "上次结论", dict="C605")
    contractprice: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "合同价"})
    fee: Mapped[Decimal | None] = mapped_column(Numeric(12, 2), info={"label": "预计费用"})
    feelines: Mapped[list[Any]] = mapped_column(JSONB, default=list, info={"label": "费用明细"})
    feenote: Mapped[str] = text(256, "费用说明")
    # of a piping project: the lines to be inspected; none named means all in use
    lineids: Mapped[list[str]] = mapped_column(JSONB, default=list, server_default="[]", info={"label": "管线"})
    remark: Mapped[str] = text(256, "备注")
    # of a re-inspection: the business item that failed, and the numbers of its items that are inspected again
    mother_id: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "母业务", "refers": "appbuss"}
    )
    again: Mapped[list[str]] = mapped_column(JSONB, default=list, server_default="[]", info={"label": "复检项目"})

    @staticmethod
    def visible(me: User) -> Any:
        return AppItem.appmain_id.in_(select(AppMain.id).where(AppMain.visible(me)))


class AppBuss(Returned, Flowing, Record, Base):
    """A business item (业务): one device from acceptance to release. Report, fee line and archive hang on it."""

    __tablename__ = "appbuss"
    audited = "03"
    named = "检验业务"
    called = "seisn"
    facets = ITEM_FACETS
    appmain_id: Mapped[str] = mapped_column(ForeignKey("appmain.id"), index=True)
    appitem_id: Mapped[str] = mapped_column(String(32), default="")
    appno: Mapped[str] = text(32, "申报单号")
    seisn: Mapped[str] = text(32, "业务流水号")
    equdatasysid: Mapped[str] = mapped_column(
        String(32), index=True, info={"label": "设备主键", "refers": "equipment", "merges": "检验业务与报告"}
    )
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别", dict="C602")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(64, "设备代码")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    useplace: Mapped[str] = text(256, "使用地点")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    # in another city than that of the institution: kept by the database (tj_intercity)
    intercity: Mapped[bool] = mapped_column(
        default=False, server_default="false", info={"label": "跨市", "quiet": True}
    )
    unitsysid: Mapped[str] = text(32, "受检单位主键", refers="unit", merges="检验业务与报告")
    unitname: Mapped[str] = text(200, "受检单位")
    seisort: Mapped[str] = text(4, "检验类别", dict="C603")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    cheorg: Mapped[str] = text(32, "检验机构", refers="sys_org")
    chedept: Mapped[str] = text(32, "检验部门", refers="sys_org")
    duedate: Mapped[date | None] = mapped_column(Date, info={"label": "应检日期"})
    acceptdate: Mapped[date | None] = mapped_column(Date, info={"label": "受理日期"})
    # task
    taskno: Mapped[str] = text(32, "任务单号")
    scinspector: Mapped[str] = text(32, "主检")
    scinspectorname: Mapped[str] = text(64, "主检姓名")
    inspectors: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "检验人员"})
    inspectornames: Mapped[str] = text(256, "检验人员姓名")
    arrangedby: Mapped[str] = text(32, "安排人")
    plandate: Mapped[date | None] = mapped_column(Date, info={"label": "安排日期"})
    timeslot: Mapped[str] = text(8, "时段")
    vehicle: Mapped[str] = text(32, "车辆")
    instruments: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "仪器设备"})
    taskremark: Mapped[str] = text(500, "任务说明")
    confirmeddate: Mapped[date | None] = mapped_column(Date, info={"label": "确认日期"})
    contacted: Mapped[str] = text(64, "现场联系人")
    siteconditions: Mapped[str] = text(500, "现场条件")
    safetybriefed: Mapped[bool] = mapped_column(default=False, info={"label": "安全交底"})
    taskvoided: Mapped[str] = text(500, "任务作废原因")
    # report
    template: Mapped[str] = text(16, "报告模板")
    templateday: Mapped[date | None] = mapped_column(
        Date, info={"label": "模板日期"}
    )  # its templates are as on this day
    reportno: Mapped[str] = text(32, "报告编号")
    inspdate: Mapped[date | None] = mapped_column(Date, info={"label": "检验日期"})
    conclusion: Mapped[str] = text(8, "检验结论", dict="C605")
    unqualcode: Mapped[str] = text(8, "不合格结果代码", dict="C606")
    nextdate: Mapped[date | None] = mapped_column(Date, info={"label": "下次检验日期"})
    enteredby: Mapped[str] = text(32, "编制人")
    verifiedby: Mapped[str] = text(32, "校核人")
    fxauditedby: Mapped[str] = text(32, "分项审核人")
    auditedby: Mapped[str] = text(32, "审核人")
    approvedby: Mapped[str] = text(32, "批准人")
    enteredat: Mapped[datetime | None] = moment("编制时间")
    verifiedat: Mapped[datetime | None] = moment("校核时间")
    auditedat: Mapped[datetime | None] = moment("审核时间")
    approvedat: Mapped[datetime | None] = moment("批准时间")
    # charge, print, archive, release
    fee: Mapped[Decimal | None] = mapped_column(Numeric(12, 2), info={"label": "应收费用"})
    chargestate: Mapped[str] = text(4, "收费状态", dict="C643")
    arrearsby: Mapped[str] = text(64, "欠费发放批准人")
    arrearsreason: Mapped[str] = text(256, "欠费发放原因")
    arrearsuntil: Mapped[date | None] = mapped_column(Date, info={"label": "欠费应缴清日期"})
    printcount: Mapped[int] = mapped_column(default=0, info={"label": "打印份数"})
    papernos: Mapped[str] = text(256, "合格标志编号")
    archiveno: Mapped[str] = text(64, "档案号")
    archivebox: Mapped[str] = text(64, "档案盒/柜位")
    archivepages: Mapped[int | None] = mapped_column(info={"label": "页数"})
    archivedocs: Mapped[str] = text(256, "归档材料")
    archivedat: Mapped[datetime | None] = moment("归档时间")
    releaseway: Mapped[str] = text(8, "发放方式")
    receiver: Mapped[str] = text(64, "领取人")
    receivertel: Mapped[str] = contact_phone("appbuss.receivertel", "领取人电话")
    receiveridtype: Mapped[str] = mapped_column(
        String(4), default="", server_default="", info={"label": "领取人证件类型", "dict": "C621"}
    )
    receiveridno: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "领取人证件号码"}
    )  # masked; the number stands in identity_number
    expressno: Mapped[str] = text(64, "快递单号")
    releasedat: Mapped[datetime | None] = moment("发放时间")
    endreason: Mapped[str] = text(500, "检验结束原因")
    mother_id: Mapped[str] = mapped_column(
        String(32), default="", server_default="", info={"label": "母业务", "refers": "appbuss"}
    )
    again: Mapped[list[str]] = mapped_column(JSONB, default=list, server_default="[]", info={"label": "复检项目"})
    reissued: Mapped[int] = mapped_column(default=0, server_default="0", info={"label": "更正次数"})
    imported: Mapped[bool] = mapped_column(default=False, info={"label": "历史导入"})
    __table_args__ = (
        Index("uq_appbuss_seisn", "seisn", unique=True),
        ITEM_FACETS.index("ix_appbuss_facets", "scinspectorname"),
        Index("uq_appbuss_reportno", "reportno", unique=True, postgresql_where="reportno <> ''"),
        Index("ix_appbuss_org_step_limit", "cheorg", "step", "limit_at", "id", postgresql_where=OPEN),
        Index("ix_appbuss_org", "cheorg", "id"),
        Index("ix_appbuss_dept", "chedept", "id"),
        # what an institution inspects in another city
        Index("ix_appbuss_intercity", "id", postgresql_where="intercity"),
        Index("ix_appbuss_unit", "unitsysid", "id"),
        # nothing has a limit but what is under way
        Index("ix_appbuss_limit", "limit_at", postgresql_where="limit_at is not null"),
        # what has ended, in its order: the newest are all under way
        Index("ix_appbuss_ended", "id", postgresql_where=PAST),
        Index("ix_appbuss_org_ended", "cheorg", "id", postgresql_where=PAST),
        Index(
            "ix_appbuss_dept_step_limit",
            *("chedept", "step", "limit_at", "id"),
            postgresql_include=["enteredby"],
            postgresql_where=OPEN,
        ),
        Index("ix_appbuss_inspectors", "inspectors", postgresql_using="gin"),
        # what is under way, one in twenty of all that ever was
        Index("ix_appbuss_open_device", "equdatasysid", postgresql_where=OPEN),
        # what somebody has passed on and may take back; only who asks for just that may use it
        Index("ix_appbuss_passed_on", "last_by", postgresql_where=f"opened_by = '' and {OPEN}"),
        Index("ix_appbuss_org_open_due", "cheorg", "duedate", postgresql_where=OPEN),
        Index("ix_appbuss_open_inspectors", "inspectors", postgresql_using="gin", postgresql_where=OPEN),
        Index("ix_appbuss_open_main", "scinspector", "step", "limit_at", "id", postgresql_where=OPEN),
        Index("ix_appbuss_org_plandate", "cheorg", "plandate", postgresql_where=PLANNED),
        Index("ix_appbuss_dept_plandate", "chedept", "plandate", postgresql_where=PLANNED),
        Index("ix_appbuss_mother", "mother_id", postgresql_where="mother_id <> ''"),
        Index("ix_appbuss_failed", "cheorg", "inspdate", "id", postgresql_where="unqualcode <> ''"),
        # what failed, newest first, for who sees all: what is inspected again is counted in it alone
        Index(
            "ix_appbuss_failed_day",
            *("inspdate", "id"),
            postgresql_include=["equclass", "equclacode", "step", "imported"],
            postgresql_where="unqualcode <> ''",
        ),
        Index("ix_appbuss_plandate", "plandate"),
        Index("ix_appbuss_inspdate", "inspdate", postgresql_where="inspdate is not null"),
        Index("ix_appbuss_appno", "appno"),
        # what a year brought: counted by month for an institution or an area, from the index alone
        Index("ix_appbuss_org_inspdate", "cheorg", "inspdate", postgresql_include=["unqualcode", "step"]),
        Index(
            "ix_appbuss_org_approved",
            "cheorg",
            "approvedat",
            postgresql_include=["enteredat", "returned"],
            postgresql_where="approvedat is not null",
        ),
        # what was audited or accepted, the newest first
        Index("ix_appbuss_audited", "auditedat", "id", postgresql_where="auditedat is not null"),
        Index("ix_appbuss_accepted", "acceptdate", "id", postgresql_where="acceptdate is not null"),
        # the lines of piping with their inspections, the newest first
        Index("ix_appbuss_piping", sql_text("acceptdate desc nulls last"), "id", postgresql_where="equclass = '8000'"),
        # and for the inspector who answers for it
        Index("ix_appbuss_main_inspdate", "scinspector", "inspdate", postgresql_where="scinspector <> ''"),
        Index(
            "ix_appbuss_main_approved",
            "scinspector",
            "approvedat",
            postgresql_include=["enteredat", "returned"],
            postgresql_where="scinspector <> ''",
        ),
        Index("ix_appbuss_area_inspdate", "areacode", "inspdate", postgresql_include=["unqualcode", "step"]),
        # the figures of a year over everything, from the index alone; an item enters it with its report
        Index(
            "ix_appbuss_year",
            "inspdate",
            postgresql_include=["equdatasysid", "equclass", "areacode", "seisort", "unqualcode", "duedate"],
            postgresql_where=sql_text(ISSUED),
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """An institute's own items; an inspector also the own tasks; an enterprise its own."""
        return or_(*AppBuss.visible_parts(me))

    @staticmethod
    def visible_parts(me: User) -> list[Any]:
        """The same in parts that have no row in common: an index serves each, none serves them together."""
        if me.unit_id:
            return [AppBuss.unitsysid == me.unit_id]
        scope = in_scope(me, own=AppBuss.createby, dept=AppBuss.chedept, org=AppBuss.cheorg, area=AppBuss.areacode)
        if me.scope not in ("own", "dept"):
            return [scope]
        return [scope, and_(AppBuss.inspectors.contains([me.id]), not_(scope))]

    @staticmethod
    def indexed(me: User) -> list[ColumnElement[bool]]:
        """What of `visible` indexes answer: that over facets, for an inspector's own tasks another."""
        if me.unit_id:
            condition = ITEM_FACETS.says("unitsysid", [me.unit_id])
        elif parts := AppBuss.indexed_parts(me):
            condition = or_(*parts)
        elif me.scope == "area":
            condition = ITEM_FACETS.begins("areacode", covered_prefix(me.area)) if me.area else None
        else:
            condition = ITEM_FACETS.says("cheorg", [me.org_id]) if me.scope == "org" else None
        return [] if condition is None else [condition]

    @staticmethod
    def indexed_parts(me: User) -> list[ColumnElement[bool]]:
        """The same of each of `visible_parts`, where that is another index."""
        office = ITEM_FACETS.says("chedept", [me.dept_id]) if me.scope == "dept" and not me.unit_id else None
        return [] if office is None else [office, AppBuss.inspectors.contains([me.id])]

    @staticmethod
    def ordered(me: User) -> bool:
        """Whether an index holds the items of `visible_parts` in the order in which they came."""
        return bool(me.unit_id) or me.scope in ("org", "all")
