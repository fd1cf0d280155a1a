"""A unit of any role, and what belongs to it: earlier names, licences, branches, contacts, contracts, capability."""

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from sqlalchemy import (
    ColumnElement,
    Computed,
    Date,
    ForeignKey,
    Index,
    Numeric,
    String,
    and_,
    case,
    func,
    literal,
    or_,
    true,
)
from sqlalchemy import text as sql_text
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record, new_id
from tejian.kit.database.phones import phone
from tejian.kit.ground.pinyin import KEY_LENGTH, key_of, sorted_by_sound
from tejian.kit.ground.user import User
from tejian.kit.lists.places import Places
from tejian.kit.lists.search import by_pieces

UNIT_TEXT = "name || '|' || code || '|' || pinyin || '|' || formernames"


class Unit(Record, Base):
    """A business unit: owner, user, maker, installer, maintainer of equipment; individuals too."""

    __tablename__ = "unit"
    audited = "01"
    named = "单位"
    called = "name"
    places = Places("lng", "lat")
    id: Mapped[str] = mapped_column("unitsysid", String(32), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(200), info={"label": "单位名称", "sorted": "namesort"})
    namesort: Mapped[str] = mapped_column(String(KEY_LENGTH), default=key_of("name"), info={"secret": True})
    namefold: Mapped[str] = mapped_column(
        String(400), Computed("tj_fold(name)", persisted=True), info={"secret": True, "folded": True}
    )
    code: Mapped[str] = text(32, "统一社会信用代码")
    pinyin: Mapped[str] = text(200, "拼音首字母")
    unittype: Mapped[str] = text(64, "单位类型", dict="C618")  # several, separated by commas
    orgkind: Mapped[str] = mapped_column(
        String(1),
        Computed(
            "case when unittype like '%13%' then 's' when unittype ~ '06|07|08|14' then 'i' else 'b' end",
            persisted=True,
        ),
        info={"secret": True},
    )
    orgsysid: Mapped[str] = text(32, "对应账号机构", refers="sys_org")
    usertype: Mapped[str] = text(8, "用户类别", dict="C614")
    nature: Mapped[str] = text(8, "单位性质", dict="C619")
    industry: Mapped[str] = text(8, "所属行业", dict="C620")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    address: Mapped[str] = text(256, "单位地址")
    lng: Mapped[Decimal | None] = mapped_column(Numeric(10, 6), info={"label": "经度"})
    lat: Mapped[Decimal | None] = mapped_column(Numeric(10, 6), info={"label": "纬度"})
    legalman: Mapped[str] = text(64, "法定代表人")
    legalid: Mapped[str] = text(32, "法定代表人证件号码")  # masked; the number stands in identity_number
    contact: Mapped[str] = text(64, "联系人")
    tel: Mapped[str] = text(32, "联系电话")
    mobile: Mapped[str] = phone("unit.mobile", "手机")
    postcode: Mapped[str] = text(8, "邮政编码")
    fax: Mapped[str] = text(32, "传真")
    email: Mapped[str] = text(128, "电子邮箱")
    safedept: Mapped[str] = text(64, "安全管理部门")
    safemanager: Mapped[str] = text(64, "安全管理人员")
    safetel: Mapped[str] = phone("unit.safetel", "安全管理人员电话")
    safedirector: Mapped[str] = text(64, "安全总监")
    safedirectortel: Mapped[str] = phone("unit.safedirectortel", "安全总监电话")
    safeofficer: Mapped[str] = text(64, "安全员")
    safeofficertel: Mapped[str] = phone("unit.safeofficertel", "安全员电话")
    credit: Mapped[str] = text(4, "信用等级", dict="C686")
    fixedassets: Mapped[Decimal | None] = mapped_column(Numeric(14, 2), info={"label": "固定资产（万元）"})
    employees: Mapped[int | None] = mapped_column(info={"label": "职工人数"})
    blacklist: Mapped[bool] = mapped_column(default=False, info={"label": "列入黑名单"})
    blackreason: Mapped[str] = text(256, "列入黑名单原因")
    workscope: Mapped[str] = text(500, "核准项目")
    workareas: Mapped[str] = text(200, "准入区域")
    invoicetitle: Mapped[str] = text(200, "发票抬头")
    taxno: Mapped[str] = text(32, "税号")
    licenceno: Mapped[str] = text(64, "许可证编号")
    licencevalidto: Mapped[date | None] = day("许可证有效期至")
    isuse: Mapped[bool] = mapped_column(default=True, info={"label": "使用单位"})
    isinstall: Mapped[bool] = mapped_column(default=False, info={"label": "施工单位"})
    ismaintain: Mapped[bool] = mapped_column(default=False, info={"label": "维保单位"})
    ismaker: Mapped[bool] = mapped_column(default=False, info={"label": "制造单位"})
    petrochem: Mapped[bool] = mapped_column(
        Computed("',' || unittype || ',' like '%,15,%'", persisted=True), info={"label": "重点石化企业"}
    )
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    canceldate: Mapped[date | None] = day("注销日期")
    cancelreason: Mapped[str] = text(256, "注销原因")
    formernames: Mapped[str] = text(1000, "曾用名")
    remark: Mapped[str] = text(500, "备注")
    unitDel: Mapped[int] = mapped_column(
        default=0, server_default="0", info={"label": "删除标记"}
    )  # 1 deleted, 2 merged
    mergedtoid: Mapped[str] = mapped_column(String(32), default="", server_default="", info={"label": "合并目标主键"})
    searchtext: Mapped[str] = mapped_column(
        String(2000), Computed(f"tj_fold({UNIT_TEXT})", persisted=True), info={"secret": True, "folded": True}
    )
    __table_args__ = (
        by_pieces("ix_unit_grams", "searchtext"),
        Index("ix_unit_code", "code"),
        Index("ix_unit_areacode", "areacode", postgresql_ops={"areacode": "text_pattern_ops"}),
        Index("ix_unit_name", "name"),
        Index("ix_unit_namesort", "namesort", "unitsysid"),
        Index("ix_unit_namefold", "namefold"),
        Index("ix_unit_tel", "tel"),
        # few were called otherwise: a word that too many units say is looked for in these alone
        Index("ix_unit_renamed", "unitsysid", postgresql_where="formernames <> ''"),
        # where they stand: a map reads this alone
        Index(
            "ix_unit_square",
            sql_text("tj_square(lng, lat)"),
            postgresql_where="lng is not null",
            postgresql_include=["lng", "lat", "areacode", "unitDel"],
        ),
        Index("ix_unit_petrochem", "unitsysid", postgresql_where="petrochem"),
        Index("ix_unit_orgkind", "orgkind", "namesort", "unitsysid"),
        Index("uq_unit_orgsysid", "orgsysid", unique=True, postgresql_where="orgsysid <> ''"),
        Index("ix_unit_maintain", "namesort", postgresql_where="ismaintain"),
        # what changed since partners of the exchange read last
        Index("ix_unit_changed", "updatetime", "unitsysid", postgresql_include=["unitDel", "areacode"]),
        # those in another state than the usual one are few
        Index(
            "ix_unit_unusual",
            *("orgkind", "name", "unitsysid"),
            postgresql_where="canceldate is not null or blacklist or not enabled",
        ),
    )

    @staticmethod
    def unusual() -> Any:
        """As the index over them says it."""
        return or_(Unit.canceldate.is_not(None), Unit.blacklist, ~Unit.enabled)

    @staticmethod
    def visible(me: User) -> Any:
        """Staff see every living unit; an enterprise account sees its own."""
        own = Unit.id == me.unit_id if me.scope in ("unit", "own") and me.unit_id else true()
        return and_(Unit.unitDel == 0, own)


sorted_by_sound(Unit, "name", "namesort")


class OfUnit:
    """Rows that are seen by whoever sees their unit."""

    unit_id: Mapped[str]
    part_of: ClassVar[Any] = Unit

    @classmethod
    def visible(cls, me: User) -> Any:
        return cls.unit_id == me.unit_id if me.scope in ("unit", "own") and me.unit_id else true()


def _unit(label: str = "单位", *, index: bool = False, **info: str) -> Any:
    """The unit of a row; with an index of its own where no unique one begins with it."""
    return mapped_column(ForeignKey("unit.unitsysid", ondelete="CASCADE"), index=index, info={"label": label, **info})


class UnitName(OfUnit, Record, Base):
    """A name that a unit had before, and until when."""

    __tablename__ = "unit_name"
    unit_id: Mapped[str] = _unit(index=True, refers="unit", merges="曾用名")
    name: Mapped[str] = text(200, "曾用名")
    validto: Mapped[date] = mapped_column(Date, info={"label": "使用至"})
    changedby: Mapped[str] = text(64, "变更人")


class UnitLicence(OfUnit, Record, Base):
    """A licence of a unit: production, inspection approval, filling."""

    __tablename__ = "unit_licence"
    audited = "01"
    named = "单位许可证"
    unit_id: Mapped[str] = _unit(index=True, refers="unit", merges="许可")
    licno: Mapped[str] = text(64, "许可证编号")
    lictype: Mapped[str] = text(8, "许可类别", dict="C740")
    items: Mapped[str] = text(256, "许可项目", dict="C624")
    level: Mapped[str] = text(32, "级别")
    issueorg: Mapped[str] = text(200, "发证机关")
    issuedate: Mapped[date | None] = day("发证日期")
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    scope: Mapped[str] = text(500, "许可范围")
    held: Mapped[str] = text(1, "证书处置")  # '' in force, 1 suspended, 2 cancelled
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (
        Index("ix_unit_licence_validto", "validto"),
        Index("uq_unit_licence_licno", "lictype", "licno", unique=True),
    )


VALID, SUSPENDED, WITHDRAWN, EXPIRED = "0", "1", "2", "4"  # of a licence
LICENCE_STATES = {VALID: "有效", SUSPENDED: "暂扣", WITHDRAWN: "注销", EXPIRED: "过期"}
LICENCE_TONES = {VALID: "go", SUSPENDED: "ca", WITHDRAWN: "ok", EXPIRED: "no"}


def licence_state() -> ColumnElement[str]:
    """有效, 暂扣, 注销 or 过期 of a licence on the business date."""
    return case(
        (UnitLicence.held == WITHDRAWN, literal(WITHDRAWN)),
        (UnitLicence.held == SUSPENDED, literal(SUSPENDED)),
        (UnitLicence.validto < func.current_date(), literal(EXPIRED)),
        else_=literal(VALID),
    )


class UnitBranch(OfUnit, Record, Base):
    """A branch (分支机构) of a unit. Its area decides which authority supervises its devices."""

    __tablename__ = "unit_branch"
    audited = "01"
    named = "单位分支"
    unit_id: Mapped[str] = _unit(refers="unit", merges="分支机构")
    branchname: Mapped[str] = text(200, "分支机构名称")
    areacode: Mapped[str] = text(12, "所在区划", dict="AREA")
    address: Mapped[str] = text(256, "地址")
    contact: Mapped[str] = text(64, "联系人")
    tel: Mapped[str] = text(32, "联系电话")
    superunit_id: Mapped[str] = text(32, "监察单位主键", refers="unit")
    superorgname: Mapped[str] = text(200, "监察单位")
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    __table_args__ = (Index("uq_unit_branch_name", "unit_id", "branchname", unique=True),)


class UnitContact(OfUnit, Record, Base):
    """A person to call at a unit."""

    __tablename__ = "unit_contact"
    unit_id: Mapped[str] = _unit(index=True, refers="unit", merges="联系人")
    name: Mapped[str] = text(64, "姓名")
    post: Mapped[str] = text(64, "职务")
    tel: Mapped[str] = phone("unit_contact.tel", "电话")
    mobile: Mapped[str] = phone("unit_contact.mobile", "手机")
    email: Mapped[str] = text(128, "电子邮箱")
    remark: Mapped[str] = text(200, "备注")


class DetectionCapability(OfUnit, Record, Base):
    """What a maintenance unit may test by itself (自行检测): classes, people, tools, until when."""

    __tablename__ = "detection_capability"
    audited = "01"
    named = "检测能力"
    unit_id: Mapped[str] = _unit("维保单位", refers="unit", merges="检测能力")
    classes: Mapped[str] = text(64, "设备种类", dict="C601")
    staff: Mapped[int] = mapped_column(default=0, info={"label": "检测人员数"})
    tools: Mapped[str] = text(500, "检测仪器")
    certno: Mapped[str] = text(64, "能力证明编号")
    validto: Mapped[date] = mapped_column(Date, info={"label": "有效期至"})
    state: Mapped[str] = mapped_column(String(1), default="0", info={"label": "状态"})  # 0 waits, 1 passed, 2 stopped
    opinion: Mapped[str] = text(500, "审查意见")
    reviewer: Mapped[str] = text(64, "审查人")
    reviewdate: Mapped[date | None] = day("审查日期")
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("uq_detection_capability_unit", "unit_id", unique=True),)


class MaintContract(OfUnit, Record, Base):
    """A maintenance contract of a maintainer with a use unit."""

    __tablename__ = "maint_contract"
    audited = "01"
    named = "维保合同"
    unit_id: Mapped[str] = _unit("维保单位", refers="unit", merges="维保合同")
    useunit_id: Mapped[str] = mapped_column(
        String(32), index=True, info={"label": "使用单位主键", "refers": "unit", "merges": "维保合同（使用单位）"}
    )
    useunitname: Mapped[str] = text(200, "使用单位")
    contractno: Mapped[str] = text(64, "合同编号")
    lifts: Mapped[int] = mapped_column(default=0, info={"label": "合同台数"})
    datefrom: Mapped[date] = mapped_column(Date, info={"label": "起始日期"})
    dateto: Mapped[date] = mapped_column(Date, info={"label": "截止日期"})
    remark: Mapped[str] = text(500, "备注")
    __table_args__ = (Index("uq_maint_contract_no", "unit_id", "contractno", unique=True),)


TO_REVIEW, PASSED, CEASED = "0", "1", "2"  # of a capability
CAPABILITY_STATES = {TO_REVIEW: "待审", PASSED: "通过", CEASED: "停用"}
