"""Settings of the system: dictionaries, parameters, layouts, menu, notices, errors of browsers."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Identity, String, Text, UniqueConstraint, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class DictItem(Record, Base):
    """One dictionary entry. Its type, value and parent are the contract's; `source` says where it comes from."""

    __tablename__ = "sys_dict"
    audited = "03"
    named = "字典"
    type: Mapped[str] = mapped_column(String(32), info={"label": "字典类型"})
    type_name: Mapped[str] = mapped_column(String(64), default="", info={"label": "类型名称"})
    value: Mapped[str] = mapped_column(String(64), info={"label": "字典值"})
    label: Mapped[str] = mapped_column(String(256), info={"label": "显示名称"})
    parent_value: Mapped[str] = mapped_column(String(64), default="", info={"label": "上级值"})
    sort: Mapped[int] = mapped_column(default=0, info={"label": "排序"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    source: Mapped[str] = mapped_column(String(512), default="", info={"label": "来源"})
    __table_args__ = (UniqueConstraint("type", "value", "parent_value"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class CacheVersion(Base):
    """Versions of what processes keep in memory; every request learns them with its session.

    Declares the table alone: the statement of the session reads it, triggers write it.
    """

    __tablename__ = "sys_cache_version"
    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[int]


# made at installation; no screen shows or takes them
SECRET_PARAMS = ("login.sm2_private", "sms.receipt_secret", "iot.secret")


class Param(Record, Base):
    """A system parameter with what it means and where its value comes from."""

    __tablename__ = "sys_param"
    audited = "03"
    named = "系统参数"
    key: Mapped[str] = mapped_column(String(64), unique=True, info={"label": "参数键"})
    value: Mapped[str] = mapped_column(String(512), default="", info={"label": "参数值"})
    label: Mapped[str] = mapped_column(String(128), default="", info={"label": "参数名称"})
    grp: Mapped[str] = mapped_column(String(64), default="", info={"label": "分组"})
    source: Mapped[str] = mapped_column(String(256), default="", info={"label": "依据"})
    protects: Mapped[bool] = mapped_column(default=False, info={"label": "受控"})  # changed with a second one's consent
    secret: Mapped[bool] = mapped_column(default=False, info={"label": "密值"})  # its value is shown to nobody

    @property
    def credentials(self) -> frozenset[str]:
        """Columns whose values no log, history or answer holds."""
        return frozenset({"value"}) if self.secret or self.key in SECRET_PARAMS else frozenset()

    @staticmethod
    def visible(_me: User) -> Any:
        return Param.key.not_in(SECRET_PARAMS)


class SavedView(Record, Base):
    """A saved view of a list: columns, search and sort; of one user, or shared with a role."""

    __tablename__ = "sys_saved_view"
    view_no: Mapped[str] = mapped_column(String(64), index=True)
    owner_id: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(32))
    shared: Mapped[bool] = mapped_column(default=False)
    role_ids: Mapped[str] = mapped_column(String(512), default="")
    columns: Mapped[str] = mapped_column(Text, default="")
    search: Mapped[dict[str, Any]] = mapped_column(JSONB, default=dict)
    sort: Mapped[str] = mapped_column(String(64), default="")

    @staticmethod
    def visible(me: User) -> Any:
        return SavedView.owner_id == me.id


class MenuNode(Record, Base):
    """A node of the menu tree. It shows to who holds its permission; groups show when a child does."""

    __tablename__ = "sys_menu"
    audited = "03"
    named = "菜单"
    parent_id: Mapped[str] = mapped_column(String(32), default="", info={"label": "上级菜单"})
    name: Mapped[str] = mapped_column(String(64), info={"label": "名称"})
    href: Mapped[str] = mapped_column(String(256), default="", info={"label": "地址"})
    icon: Mapped[str] = mapped_column(String(64), default="", info={"label": "图标"})
    sys_code: Mapped[str] = mapped_column(String(16), default="scdeap", info={"label": "系统编码"})
    permission: Mapped[str] = mapped_column(String(64), default="", info={"label": "权限"})
    todo: Mapped[str] = mapped_column(String(32), default="", info={"label": "待办环节"})
    sort: Mapped[int] = mapped_column(default=0, info={"label": "排序"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class Notice(Record, Base):
    """A notice to the users of the system."""

    __tablename__ = "sys_notice"
    audited = "03"
    named = "公告"
    title: Mapped[str] = mapped_column(String(200), info={"label": "标题"})
    content: Mapped[str] = mapped_column(Text, default="", info={"label": "内容"})
    kind: Mapped[str] = mapped_column(String(16), default="通知", info={"label": "类型"})
    top: Mapped[bool] = mapped_column(default=False, info={"label": "置顶"})
    state: Mapped[str] = mapped_column(String(8), default="草稿", info={"label": "状态"})
    published: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "发布时间"})
    publisher: Mapped[str] = mapped_column(String(64), default="", info={"label": "发布人"})

    @staticmethod
    def visible(me: User) -> Any:
        return true() if "system:notice:save" in me.permissions else Notice.state == "已发布"


class ClientError(Base):
    """An error that a browser reported."""

    __tablename__ = "sys_client_error"
    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    type: Mapped[str] = mapped_column(String(16))
    code: Mapped[str] = mapped_column(String(16), default="")
    message: Mapped[str] = mapped_column(String(1000), default="")
    url: Mapped[str] = mapped_column(String(500), default="")
    user_name: Mapped[str] = mapped_column(String(64), default="")
    ip: Mapped[str] = mapped_column(String(64), default="")
    agent: Mapped[str] = mapped_column(String(200), default="")
