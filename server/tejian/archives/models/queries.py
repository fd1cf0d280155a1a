"""Saved queries."""

from typing import Any

from sqlalchemy import Index, String, and_, or_
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class QuerySetting(Record, Base):
    """A query somebody saved. `conditions` are {field, op, value} over the declared fields of its kind."""

    __tablename__ = "query_setting"
    audited = "03"
    named = "查询设置"
    kind: Mapped[str] = mapped_column(String(20), info={"label": "查询对象"})
    name: Mapped[str] = mapped_column(String(60), info={"label": "名称"})
    owner_id: Mapped[str] = mapped_column(String(32))
    owner_name: Mapped[str] = mapped_column(String(64), info={"label": "建立人"})
    org_id: Mapped[str] = mapped_column(String(32), default="")
    shared: Mapped[bool] = mapped_column(default=False, info={"label": "本机构共享"})
    matchall: Mapped[bool] = mapped_column(default=True, info={"label": "同时满足"})
    conditions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, default=list, info={"label": "条件"})
    columns: Mapped[list[str]] = mapped_column(JSONB, default=list, info={"label": "显示列"})
    sort: Mapped[str] = mapped_column(String(64), default="", info={"label": "排序"})
    remark: Mapped[str] = mapped_column(String(200), default="", info={"label": "说明"})
    __table_args__ = (Index("ix_query_setting_kind", "kind", "owner_id"),)

    @staticmethod
    def visible(me: User) -> Any:
        """One's own, and those that people of one's institution share."""
        mine = QuerySetting.owner_id == me.id
        return or_(mine, and_(QuerySetting.shared, QuerySetting.org_id == me.org_id, QuerySetting.org_id != ""))
