"""The organisation tree with the data scope that hangs on it, administrative divisions, the work calendar."""

from datetime import date
from typing import Any

from sqlalchemy import Date, String, false, true
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User

from .areas import covered_prefix


def in_scope(
    me: User, *, own: Any = None, dept: Any = None, org: Any = None, area: Any = None, shared: bool = False
) -> Any:
    """The data scope of a user over a table: pass the column for each scope the table knows. What is `shared` by the
    departments of an institute is seen by each of them.

    A scope without a column here widens to nothing: the row is hidden. Nor does an account that belongs to no institute
    or department see the rows that belong to none.
    """

    if me.scope == "all":
        return true()
    if me.scope == "area":
        return area.startswith(covered_prefix(me.area)) if area is not None and me.area else false()
    if me.scope == "org" or (shared and me.scope == "dept"):
        return org == me.org_id if org is not None and me.org_id else false()
    if me.scope == "dept":
        return dept == me.dept_id if dept is not None and me.dept_id else false()
    return own == me.id if own is not None else false()


class Org(Record, Base):
    """A node of the organisation tree: institute, station, department, bureau, office."""

    __tablename__ = "sys_org"
    audited = "01"
    named = "机构"
    called = "name"
    parent_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "上级机构"})
    name: Mapped[str] = mapped_column(String(128), info={"label": "机构名称"})
    code: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "机构编码"})
    kind: Mapped[str] = mapped_column(
        String(16), info={"label": "机构类型"}
    )  # institute station dept bureau office unit
    org_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "所属法人机构", "refers": "sys_org"})
    areacode: Mapped[str] = mapped_column(String(12), default="", info={"label": "所在区划"})
    report_code: Mapped[str] = mapped_column(String(8), default="", info={"label": "报告机构码"})
    licence_no: Mapped[str] = mapped_column(String(64), default="", info={"label": "核准证号"})
    licence_to: Mapped[date | None] = mapped_column(Date, info={"label": "核准证有效期至"})
    address: Mapped[str] = mapped_column(String(256), default="", info={"label": "地址"})
    tel: Mapped[str] = mapped_column(String(32), default="", info={"label": "联系电话"})
    classes: Mapped[str] = mapped_column(String(128), default="", info={"label": "承担设备种类"})
    sort: Mapped[int] = mapped_column(default=0, info={"label": "排序"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class AreaNode(Record, Base):
    """An administrative division (GB/T 2260 and below), as a tree with lazy children."""

    __tablename__ = "sys_area"
    audited = "03"
    named = "行政区划"
    code: Mapped[str] = mapped_column(String(12), unique=True, info={"label": "区划代码"})
    name: Mapped[str] = mapped_column(String(64), info={"label": "区划名称"})
    parent_code: Mapped[str] = mapped_column(String(12), index=True, info={"label": "上级区划"})
    level: Mapped[int] = mapped_column(default=1, info={"label": "级别"})
    sort: Mapped[int] = mapped_column(default=0, info={"label": "排序"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class CalendarDay(Record, Base):
    """A day that differs from Monday-to-Friday: a holiday, or a weekend that is worked."""

    __tablename__ = "sys_calendar"
    audited = "03"
    named = "工作日历"
    day: Mapped[date] = mapped_column(Date, unique=True, info={"label": "日期"})
    working: Mapped[bool] = mapped_column(default=False, info={"label": "工作日"})
    name: Mapped[str] = mapped_column(String(64), default="", info={"label": "说明"})
    source: Mapped[str] = mapped_column(String(256), default="", info={"label": "依据"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
