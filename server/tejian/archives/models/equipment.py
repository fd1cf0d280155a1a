"""Devices of every class. A column carries its contract name; its Chinese label stands in `info`."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Computed, Date, Index, Numeric, String, and_, func, not_, or_
from sqlalchemy import text as sql_text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column
from typing_extensions import TypedDict

from tejian.archives.models.columns import day, text
from tejian.kit.database.db import Base, Record, new_id
from tejian.kit.database.phones import phone, sort_of
from tejian.kit.database.sealed import told_of
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.lists.facets import Facets
from tejian.kit.lists.places import Places
from tejian.system.models.organisations import in_scope
from tejian.system.organisations.api import covered_prefix

CODES = "equcode || '|' || regcode || '|' || usecertno || '|' || prono || '|' || equidentcode || '|' || ele96333code"
CODES += " || '|' || oldcodes"
NAMES = "useorgname || '|' || usepinyin || '|' || useplace || '|' || buildname"

DUE = ("ninspdate", "equdatasysid")  # the order of the lists of devices
SOON = timedelta(days=30)
COUNTED = ("equDel", "equstatus", "inspecting", "delaydate", "ninspdate2", "ndetdate")

FACETS = Facets(
    "equipment",
    codes={
        "o": "cheorgsysid",
        "c": "equclass",
        "s": "equstatus",
        "r": "regstatus",
        "u": "useorgsysid",
        "m": "maiorgsysid",
        "w": "insorgname",
        "e": "equcategory",
        "g": "ssdegree",
        "p": "usesite",
        "x": "exiimpgro",
        "q": "insresult",
    },
    beginnings={"a": "areacode", "k": "equclacode"},
    days={"n": "ninspdate", "y": "ninspdate2", "i": "inspdate", "d": "ndetdate", "b": "usestartdate"},
    flags={"f": "unqualcode"},
    within={"c": "k"},
)


ALIVE: dict[str, Any] = {"postgresql_include": ["equDel"]}  # a count reads the index alone


# so do figures of an area, and so is a list walked to what is rare at its beginning
STANDING: dict[str, Any] = {"postgresql_include": ["equDel", "equstatus", "areacode"]}


WATCHED = "exiimpgro not in ('', '0')"
FIRST_DUE = (sql_text("LEAST(GREATEST(ninspdate, delaydate), ninspdate2)"), "equdatasysid")
TWICE: dict[str, Any] = {"postgresql_where": "equclass in ('1000', '2000', '9000')", **STANDING}


def due_soon() -> ColumnElement[bool]:
    """Due within the days that the desks count as soon."""
    return Equipment.ninspdate.between(clock.today(), clock.today() + SOON)


# Parameters that ranges are often asked of: an index each, over the devices that state them.
MEASURED: tuple[str, ...] = (
    "ratedevap",
    "ratedpress",
    "volume",
    "designpress_shell",
    "runvelocity",
    "ratedload",
    "elefloornumber",
)
MEASURED += ("ratedliftcap", "span")


def _measured() -> list[Index]:
    return [
        Index(
            f"ix_equipment_p_{name}",
            sql_text(f"tj_number(params ->> '{name}')"),
            # not by class: a partial index of a whole class would be taken for a way to read that class
            postgresql_where=sql_text(f"tj_number(params ->> '{name}') is not null"),
        )
        for name in MEASURED
    ]


class Lacking(TypedDict):
    """A fact that a record must state and does not."""

    field: str
    label: str
    sentence: str


class Equipment(Record, Base):
    """A device of any class. What lists, rules and searches read is a column; the other fields of the class stand in
    `params`, a document checked against the field table (data/equipment_fields.csv) on every save."""

    __tablename__ = "equipment"
    audited = "00"
    named = "设备"
    called = ("equname", "equcode")
    facets = FACETS
    places = Places("longitude", "latitude", soon=due_soon)
    id: Mapped[str] = mapped_column("equdatasysid", String(32), primary_key=True, default=new_id)
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    equclacode: Mapped[str] = text(8, "设备类别代码", dict="C602")
    equcategory: Mapped[str] = text(8, "设备类别", dict="C602")
    equkind: Mapped[str] = text(8, "设备品种", dict="C602")
    equsubkind: Mapped[str] = text(8, "子品种", dict="C602")
    equname: Mapped[str] = text(128, "设备名称")
    equcode: Mapped[str] = text(20, "设备代码")
    regcode: Mapped[str] = text(24, "注册代码")
    usecertno: Mapped[str] = text(32, "使用登记证编号")
    equidentcode: Mapped[str] = text(32, "设备识别码")
    prono: Mapped[str] = text(64, "出厂编号(产品编号)")
    ele96333code: Mapped[str] = text(8, "96333应急识别码")
    model: Mapped[str] = text(64, "型号(规格)")
    equinnerno: Mapped[str] = text(64, "单位内编号")
    equstatus: Mapped[str] = text(4, "设备状态", dict="C637")
    regstatus: Mapped[str] = text(4, "登记状态", dict="C636")
    ssdegree: Mapped[str] = text(4, "安全状况等级", dict="C615")
    exiimpgro: Mapped[str] = text(4, "重点监控标记", dict="C657")
    porgaosysid: Mapped[str] = text(32, "制造单位主键", refers="unit", merges="制造设备", beside="porgname")
    porgname: Mapped[str] = text(200, "制造单位名称")
    prodate: Mapped[date | None] = day("制造日期")
    insorgname: Mapped[str] = text(200, "安装单位名称")
    useorgsysid: Mapped[str] = text(32, "使用单位主键", refers="unit", merges="使用设备", beside="useorgname")
    useorgname: Mapped[str] = text(200, "使用单位名称")
    areacode: Mapped[str] = text(12, "设备所在区划", dict="AREA")
    useplace: Mapped[str] = text(256, "设备使用地点")
    buildname: Mapped[str] = text(128, "楼盘(小区)名称")
    usesite: Mapped[str] = text(8, "使用场所类别", dict="C631")
    longitude: Mapped[Decimal | None] = mapped_column(Numeric(10, 6), info={"label": "经度"})
    latitude: Mapped[Decimal | None] = mapped_column(Numeric(10, 6), info={"label": "纬度"})
    usestartdate: Mapped[date | None] = day("投入使用日期")
    useman: Mapped[str] = text(64, "设备联系人")
    usetel: Mapped[str] = phone("equipment.usetel", "设备联系电话")
    usetelsort: Mapped[str] = told_of("equipment.usetel", sort_of, 1)
    maiorgsysid: Mapped[str] = text(32, "维保单位主键", refers="unit", merges="维保设备", beside="maiorgname")
    maiorgname: Mapped[str] = text(200, "维保单位名称")
    superorgsysid: Mapped[str] = text(32, "监管机构主键")
    superorgname: Mapped[str] = text(200, "监管机构名称")
    cheorgsysid: Mapped[str] = text(32, "检验机构主键", refers="sys_org")
    cheorgsysname: Mapped[str] = text(200, "检验机构名称")
    chedeptid: Mapped[str] = text(32, "检验部门", refers="sys_org")
    regdate: Mapped[date | None] = day("登记日期")
    insinspdate: Mapped[date | None] = day("监督检验合格日期")
    firstinspdate: Mapped[date | None] = day("首次检验合格日期")
    cyclebasedate: Mapped[date | None] = day("检验周期基准日期")
    inspdate: Mapped[date | None] = day("最近检验日期")
    insdate: Mapped[date | None] = day("最近检测日期")
    ninspdate: Mapped[date | None] = day("下次检验日期")
    ninspdate2: Mapped[date | None] = day("下次年度(外部/在线)检验日期")
    nwaterdate: Mapped[date | None] = day("下次耐压(水压)试验日期")
    ndetdate: Mapped[date | None] = day("下次检测日期")
    nextbraketestdate: Mapped[date | None] = day("下次125%制动试验日期")
    delaydate: Mapped[date | None] = day("批准延期检验至")
    designenddate: Mapped[date | None] = day("设计使用年限到期日期")
    setcyclemonths: Mapped[int | None] = mapped_column(info={"label": "检验机构确定的周期"})
    insreportno: Mapped[str] = text(32, "最近检验报告编号")
    insresult: Mapped[str] = text(8, "最近检验结论", dict="C605")
    unqualcode: Mapped[str] = text(8, "不合格结果代码", dict="C606")
    scinspectorname: Mapped[str] = text(64, "主检人员")
    nextexplain: Mapped[dict[str, Any]] = mapped_column(
        JSONB, default=dict, info={"label": "下次日期依据", "secret": True}
    )
    inspecting: Mapped[bool] = mapped_column(default=False, info={"label": "是否正在监检"})
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict, info={"label": "技术参数"})
    datasource: Mapped[str] = text(8, "数据来源", dict="C687")
    equDel: Mapped[int] = mapped_column(default=0, info={"label": "删除标记"})
    mergedtoid: Mapped[str] = text(32, "合并目标主键")
    # what an old record that was brought over still lacks: field, label and sentence; NULL when nothing
    lacking: Mapped[list[Lacking] | None] = mapped_column(
        JSONB(none_as_null=True), info={"label": "待完善事项", "secret": True, "quiet": True}
    )
    # codes of the devices that were merged into this one: they still find it
    oldcodes: Mapped[str] = mapped_column(
        String(1000), default="", server_default="", info={"label": "并入设备代码", "quiet": True}
    )
    remark: Mapped[str] = text(500, "备注")
    # the initials of the unit, kept by the trigger tj_use_pinyin
    usepinyin: Mapped[str] = mapped_column(
        String(200), default="", server_default="", deferred=True, info={"secret": True, "quiet": True}
    )
    searchtext: Mapped[str] = mapped_column(
        String(1400), Computed(f"lower({CODES})", persisted=True), deferred=True, info={"secret": True}
    )
    # apart from the codes: who types a name would otherwise read every device that is called so for its numbers
    nametext: Mapped[str] = mapped_column(
        String(800), Computed(f"lower({NAMES})", persisted=True), deferred=True, info={"secret": True}
    )
    __table_args__ = (
        FACETS.index("ix_equipment_facets", "searchtext", "nametext"),
        Index(
            "ix_equipment_equcode",
            "equcode",
            postgresql_ops={"equcode": "text_pattern_ops"},
            # whose keys begin like this, and in which order
            postgresql_include=["equDel", "cheorgsysid", "areacode", "equdatasysid", "ninspdate"],
        ),
        # what changed since partners of the exchange read last, and whose it is
        Index(
            "ix_equipment_changed",
            "updatetime",
            "equdatasysid",
            postgresql_include=["equDel", "cheorgsysid", "areacode"],
        ),
        # a list index starts with its scope column, then the equality filters, then the sort
        Index("ix_equipment_org_class_due", "cheorgsysid", "equclass", *DUE, **STANDING),
        Index("ix_equipment_org_due", "cheorgsysid", *DUE, **STANDING),
        Index(
            "ix_equipment_area_class_due",
            "areacode",
            "equclass",
            "ninspdate",
            postgresql_include=["equDel", "cheorgsysid", "equstatus"],
        ),
        # an area or everything: read in the order of the sort, dropping what is outside the scope
        Index("ix_equipment_class_due", "equclass", *DUE, **STANDING),
        Index("ix_equipment_due", *DUE, **STANDING),
        # classes with two inspections to come: in the order of the earlier date
        Index("ix_equipment_class_first", "equclass", *FIRST_DUE, **TWICE),
        Index("ix_equipment_org_class_first", "cheorgsysid", "equclass", *FIRST_DUE, **TWICE),
        Index("ix_equipment_designend", "designenddate", "equdatasysid", postgresql_where="designenddate is not null"),
        # where they stand: a map reads this alone
        Index(
            "ix_equipment_square",
            sql_text("tj_square(longitude, latitude)"),
            postgresql_where="longitude is not null",
            postgresql_include=["longitude", "latitude", "areacode", "equDel", "equstatus"],
        ),
        # what is watched closely, in the order of its dates (C657: not 一般)
        Index("ix_equipment_watched", *DUE, postgresql_where=WATCHED),
        Index("ix_equipment_delayed", "delaydate", postgresql_where="delaydate is not null"),
        Index("ix_equipment_detection", "ndetdate", postgresql_where="ndetdate is not null", **STANDING),
        # few devices are late for their yearly inspection, or not in use
        Index("ix_equipment_due2", "ninspdate2", "equclass", postgresql_where="ninspdate2 is not null"),
        Index(
            "ix_equipment_year_check",
            sql_text("tj_day(params ->> 'nyearcheckdate')"),
            "equclass",
            postgresql_where=sql_text("tj_day(params ->> 'nyearcheckdate') is not null"),
        ),
        Index("ix_equipment_water", "nwaterdate", "equclass", postgresql_where="nwaterdate is not null"),
        Index(
            "ix_equipment_unused",
            "equstatus",
            "equclass",
            "cheorgsysid",
            *DUE,
            postgresql_where="equstatus <> '1'",
            **ALIVE,
        ),
        Index("ix_equipment_useorg", "useorgsysid", "equclass", *DUE, **ALIVE),
        # and what is counted of the devices of a maintainer
        Index("ix_equipment_maiorg", "maiorgsysid", "equclass", *DUE, postgresql_include=["useorgsysid", *COUNTED]),
        Index("ix_equipment_maker", "prono", "porgaosysid"),
        Index("ix_equipment_96333", "ele96333code"),
        Index("ix_equipment_usecertno", "usecertno"),
        Index("ix_equipment_regcode", "regcode", postgresql_where="regcode <> ''"),
        # few are incomplete: their list and count read this alone, in the order of the list whoever asks
        Index("ix_equipment_lacking", *DUE, "cheorgsysid", postgresql_where="lacking is not null", **ALIVE),
        # equality over technical parameters; ranges are narrowed by class first
        Index("ix_equipment_params", "params", postgresql_using="gin", postgresql_ops={"params": "jsonb_path_ops"}),
        *_measured(),
        Index("ix_equipment_porg", "porgaosysid", postgresql_where="porgaosysid <> ''"),
        Index("ix_equipment_insorg", "insorgname", postgresql_where="insorgname <> ''"),
        # what was inspected on a day: its month is thirty times as much
        Index("ix_equipment_inspdate", "inspdate", postgresql_where="inspdate is not null"),
        # what was registered in a period, counted by class and by place
        Index(
            "ix_equipment_regdate",
            "regdate",
            postgresql_where="regdate is not null",
            postgresql_include=["equDel", "equclass", "areacode"],
        ),
        Index("ix_equipment_unqualified", "inspdate", "equdatasysid", postgresql_where="unqualcode"),
        Index(
            "ix_equipment_unqualified_org",
            "cheorgsysid",
            "equclass",
            *DUE,
            postgresql_where="unqualcode",
            **ALIVE,
        ),
        Index(
            "uq_equipment_equcode",
            "equcode",
            unique=True,
            postgresql_where="equcode <> '' and \"equDel\" = 0",
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """Living records in the scope: an institute's own devices, a bureau's area, an enterprise's own.

        A department sees the institute's: its inspectors are sent to devices of the other departments too.
        """
        return or_(*Equipment.visible_parts(me))

    @staticmethod
    def visible_parts(me: User) -> list[Any]:
        """The same in parts that have no row in common: an index serves each, none serves them together."""
        alive = Equipment.equDel == 0
        if me.unit_id:
            uses = Equipment.useorgsysid == me.unit_id
            return [and_(alive, uses), and_(alive, Equipment.maiorgsysid == me.unit_id, not_(uses))]
        scope = in_scope(
            me,
            own=Equipment.createby,
            org=Equipment.cheorgsysid,
            area=Equipment.areacode,
            shared=True,
        )
        return [and_(alive, scope)]

    @staticmethod
    def indexed(me: User) -> list[ColumnElement[bool]]:
        """What of `visible` the index over facets answers."""
        if me.unit_id:
            return [FACETS.any([f"u={me.unit_id}", f"m={me.unit_id}"])]
        own = FACETS.says("cheorgsysid", [me.org_id]) if me.scope in ("org", "dept") else None
        area = FACETS.begins("areacode", covered_prefix(me.area)) if me.scope == "area" and me.area else None
        return [one for one in (own, area) if one is not None]

    @staticmethod
    def ordered(me: User) -> bool:
        """Whether an index holds the devices of `visible` in the order of their dates; a unit's by class only."""
        return not me.unit_id and me.scope in ("org", "dept", "all")


# the day by which a vessel wants its annual check, as the index over it says it
YEAR_CHECK: Any = func.tj_day(Equipment.params["nyearcheckdate"].astext, type_=Date())
