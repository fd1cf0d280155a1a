"""The flow configuration: which steps a process uses, and their limits; what engineers said of the rules."""

from datetime import date
from typing import Any, ClassVar

from sqlalchemy import Date, ForeignKey, Index, String, true
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from tejian.kit.database.db import Base, Record
from tejian.kit.ground.user import User


class RuleRow(Record, Base):
    """One row of a rule table."""

    __tablename__ = "rule_row"
    audited = "03"
    named = "业务规则"
    tbl: Mapped[str] = mapped_column(String(32), info={"label": "规则表"})
    rowkey: Mapped[str] = mapped_column(String(256), info={"label": "行标识"})
    seq: Mapped[int] = mapped_column(default=0, info={"label": "顺序"})
    data: Mapped[dict[str, Any]] = mapped_column(JSONB, info={"label": "内容"})
    validfrom: Mapped[date | None] = mapped_column(Date, info={"label": "生效日期"})
    validto: Mapped[date | None] = mapped_column(Date, info={"label": "失效日期"})
    source: Mapped[str] = mapped_column(String(512), default="", info={"label": "依据"})
    check_state: Mapped[str] = mapped_column(String(64), default="", info={"label": "核实情况"})
    __table_args__ = (Index("ix_rule_row_tbl", "tbl", "seq"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()


class FlowConf(Record, Base):
    """Flow configuration, versioned: which steps a process uses, their limit in working days, and since when."""

    __tablename__ = "sys_flow_conf"
    audited = "03"
    named = "流程配置"
    process: Mapped[str] = mapped_column(String(32), info={"label": "流程"})
    conf_version: Mapped[int] = mapped_column(info={"label": "流程版本"})
    step: Mapped[str] = mapped_column(String(32), info={"label": "环节"})
    name: Mapped[str] = mapped_column(String(64), info={"label": "环节名称"})
    used: Mapped[bool] = mapped_column(default=True, info={"label": "启用"})
    limit_days: Mapped[int | None] = mapped_column(info={"label": "时限（工作日）"})
    # what it is for: of two rows that fit the one counts that says more (rank); empty is for all
    equclass: Mapped[str] = mapped_column(String(64), default="", info={"label": "设备种类", "dict": "C601"})
    seisort: Mapped[str] = mapped_column(String(4), default="", info={"label": "检验类别", "dict": "C603"})
    testsort: Mapped[str] = mapped_column(String(8), default="", info={"label": "检验类型", "dict": "C604"})
    # keys of people, departments, roles and groups, or `@` with an earlier step for who handled that: of those who
    # could, only these handle the step
    actors: Mapped[list[str]] = mapped_column(
        ARRAY(String(32)), default=list, server_default="{}", info={"label": "办理人"}
    )
    # where the step leads and to which steps its work may be sent back, of what the process declares; None: as declared
    leads: Mapped[list[str] | None] = mapped_column(ARRAY(String(16)), info={"label": "通向"})
    backs: Mapped[list[str] | None] = mapped_column(ARRAY(String(16)), info={"label": "可退回到"})
    validfrom: Mapped[date | None] = mapped_column(Date, info={"label": "生效日期"})  # of the version; None: ever since
    source: Mapped[str] = mapped_column(String(256), default="", info={"label": "依据"})
    __table_args__ = (Index("ix_sys_flow_conf_process_version", "process", "conf_version"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()

    def fits(self, subject: Any) -> bool:
        """Whether it is meant for a subject with class, category and sort of inspection."""
        classes = self.equclass.split(",") if self.equclass else [subject.equclass]
        kinds = self.seisort or subject.seisort, self.testsort or subject.testsort
        return subject.equclass in classes and kinds == (subject.seisort, subject.testsort)

    @property
    def rank(self) -> tuple[bool, bool, bool]:
        """How much it says of what it is for: class and sort before class before sort before all."""
        return bool(self.equclass), bool(self.testsort), bool(self.seisort)


class RuleConfirmation(Record, Base):
    """What a responsible engineer said of one version of a rule row. The last statement counts; all of them stay."""

    __tablename__ = "rule_confirmation"
    audited = "03"
    named = "规则确认"
    part_of: ClassVar[Any] = RuleRow
    rule_id: Mapped[str] = mapped_column(ForeignKey("rule_row.id"), info={"label": "规则"})
    verdict: Mapped[str] = mapped_column(String(2), info={"label": "意见"})
    note: Mapped[str] = mapped_column(String(1000), default="", info={"label": "更正说明"})
    person: Mapped[str] = mapped_column(String(64), default="", info={"label": "责任工程师"})
    said: Mapped[date] = mapped_column(Date, info={"label": "日期"})
    counts: Mapped[bool] = mapped_column(default=True, info={"label": "现行"})
    __table_args__ = (Index("uq_rule_confirmation", "rule_id", unique=True, postgresql_where="counts"),)

    @staticmethod
    def visible(_me: User) -> Any:
        return true()
