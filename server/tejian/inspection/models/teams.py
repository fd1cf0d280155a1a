"""Inspection groups (检验组): who of a department does which inspections, by which templates."""

from typing import Any

from sqlalchemy import Index, String, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from tejian.archives.models.columns import text
from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class InspectionTeam(Record, Base):
    """A group of a department for a class, and for a category and sort of inspection where it names them."""

    __tablename__ = "inspection_team"
    audited, named, called = "03", "检验组", "name"
    name: Mapped[str] = text(64, "检验组")
    dept_id: Mapped[str] = text(32, "单位（部门）", refers="sys_org")
    equclass: Mapped[str] = text(8, "设备种类", dict="C601")
    seisort: Mapped[str] = text(4, "检验类别", dict="C603")
    testsort: Mapped[str] = text(8, "检验类型", dict="C604")
    templates: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "模板"})
    member_ids: Mapped[list[str]] = mapped_column(ARRAY(String(32)), default=list, info={"label": "成员"})
    sort: Mapped[int] = mapped_column(default=0, info={"label": "排序"})
    enabled: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    remark: Mapped[str] = text(256, "说明")
    __table_args__ = (Index("uq_inspection_team_name", "dept_id", "name", unique=True),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()

    def does(self, rule: Any) -> bool:
        """Whether an allowed combination (SeisortRule) is among what the group does."""
        return (
            rule.allowed
            and rule.equclass == self.equclass
            and self.seisort in ("", rule.seisort)
            and self.testsort in ("", rule.testsort)
            and (not self.templates or rule.template_code in self.templates)
        )
