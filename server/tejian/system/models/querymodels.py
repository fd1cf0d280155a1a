"""Models of queries (通用查询模型): which columns and conditions of a list somebody wants again, in versions."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import DateTime, ForeignKey, Index, String, Text, and_, cast, false, func, literal, or_, select, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Subject

DRAFT, USED, ENDED = "CG", "SY", "TY"


def _text(size: int, label: str, **info: str) -> Any:
    return mapped_column(String(size), default="", info={"label": label, **info})


class QueryModel(Subject, Record, Base):
    """A version of a model. Of the versions of a number one is in use, and none changes once it was published."""

    __tablename__ = "query_model"
    audited, named, called = "03", "通用查询模型", "name"
    modelno: Mapped[str] = _text(32, "模型编号")
    edition: Mapped[int] = mapped_column(default=1, info={"label": "版本"})
    name: Mapped[str] = _text(60, "模型名称")
    source: Mapped[str] = _text(64, "查询的清单")
    columns: Mapped[str] = _text(2000, "显示的列")  # their names, in their order
    sort: Mapped[str] = _text(64, "排序")
    roles: Mapped[str] = _text(1000, "共享给角色")
    remark: Mapped[str] = _text(500, "说明")
    owner_id: Mapped[str] = _text(32, "建立人", refers="sys_user")
    published: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "发布时间"})
    ended: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "停用时间"})
    __table_args__ = (
        Index("ix_query_model_owner", "owner_id"),
        *(
            Index(f"uq_query_model_{name}", "modelno", unique=True, postgresql_where=f"step = '{step}'")
            for name, step in (("used", USED), ("draft", DRAFT))
        ),
    )

    @staticmethod
    def visible(me: User) -> Any:
        """The own ones, and those in use that are shared with one of the own roles; an administrator all."""
        if me.scope == "all" and not me.unit_id:
            return true()
        own = QueryModel.owner_id == me.id
        mine = cast(literal(list(me.roles), ARRAY(String)), ARRAY(Text))
        with_roles = func.string_to_array(QueryModel.roles, ",", type_=ARRAY(Text)).overlap(mine)
        shared = and_(QueryModel.step == USED, with_roles) if me.roles else false()
        return or_(own, shared)


class QueryCondition(Record, Base):
    """A condition of a model: a search field of its list, how it is asked, and for what, in the words of the list."""

    __tablename__ = "query_condition"
    part_of: ClassVar[Any] = QueryModel
    model_id: Mapped[str] = mapped_column(ForeignKey("query_model.id", ondelete="CASCADE"), index=True)
    prop: Mapped[str] = _text(64, "条件")
    op: Mapped[str] = _text(8, "关系")
    value: Mapped[str] = _text(200, "值")

    @staticmethod
    def visible(me: User) -> Any:
        return QueryCondition.model_id.in_(select(QueryModel.id).where(QueryModel.visible(me)))
