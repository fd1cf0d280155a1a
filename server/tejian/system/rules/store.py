"""Rule tables as versioned data: cycles, limits, item lists, fees, allowed combinations. Never constants in code.

Each row keeps the columns of its CSV as a document, its effective dates, its clause and how far it is trusted.
Administrators change a row by ending it and adding another; results that were computed keep what they were made with.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.system.models.rules import RuleRow
from tejian.system.settings.api import version

# table → (label, the columns that tell a row apart)
TABLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "cycle_rule": ("检验周期规则", ("ruleid", "validfrom")),
    "ele_cycle_rule": ("电梯检验年份表", ("kindgroup", "yearno", "action", "validfrom")),
    "inspection_setting": ("检验规则设置", ("key",)),
    "equipment_limits": ("技术参数范围与必填", ("class_code", "field")),
    "equipment_relations": ("技术参数与日期的先后大小", ("code",)),
    "quality_checks": ("档案质量核查项目", ("code",)),
    "report_checks": ("报告检查", ("code",)),
    "instrument_needs": ("检验项目所需的仪器", ("template", "item_no")),
    "inspection_rules": ("检验周期依据", ("class_code", "kind_or_condition", "inspection_category")),
    "seisort_rules": ("检验类别组合", ("equclass", "kind_filter", "seisort", "testsort")),
    "result_rules": ("检验结果写入档案的规则", ("kinds", "sorts")),
    "subject_rules": ("检验对象：设备、安全阀、产品", ("kinds", "seisorts", "sorts")),
    "sub_report_quals": ("分项报告检测、审核人的资格", ("word",)),
    "qualification_cover": ("资格覆盖", ("code", "covers")),
    "report_items": ("报告项目", ("template", "seq")),
    "report_item_limits": ("项目限值", ("template", "item_no", "field", "low", "high", "expr")),
    "report_item_prefill": ("项目预填规则", ("template", "item_no", "scope", "condition")),
    "report_item_texts": ("项目的检验内容与要求", ("template", "item_no")),
    "report_item_presence": ("项目结果能否成立", ("ruleid",)),
    "report_item_evidence": ("项目结果的依据", ("ruleid",)),
    "report_item_phone": ("项目在移动端的次序与照片", ("template", "item_no")),
    "conclusion_rules": ("检验结论规则", ("ruleid",)),
    "row_rules": ("管线与安全阀的结论规则", ("ruleid",)),
    "conclusion_names": ("检验结论所读的判定", ("name", "kinds")),
    "record_fields": ("原始记录的结果与输入项", ("name", "kinds", "sorts")),
    "report_tables": ("原始记录的表格", ("template", "table_code", "column", "condition")),
    "archive_cells": ("表格与档案的对照", ("code",)),
    "table_points": ("表格的最少行数", ("template", "table_code")),
    "table_kinds": ("表格适用的设备", ("template", "table_code")),
    "report_layouts": ("报告版式", ("template",)),
    "report_fields": ("报告中的设备参数", ("template", "block")),
    "report_titles": ("报告名称", ("kinds", "sorts")),
    "report_basis": ("检验依据", ("kinds", "sorts", "sentence")),
    "report_notices": ("报告注意事项", ("notices", "seq")),
    "report_conditions": ("检验现场条件", ("template", "code")),
    "grade_rules": ("缺陷评级规则", ("ruleid",)),
    "usual_differences": ("实测值的通常出入", ("table_code", "unit")),
    "fees": ("收费标准", ("feecode", "validfrom")),
    "controlled_fields": ("档案锁定与更正项目", ("entity", "field")),
    "state_change": ("设备状态变更规则", ("act", "fromstatus", "regstatus", "reason")),
    "fee_names": ("收费计算名称", ("name", "kind_filter", "condition")),
    "maintenance_interval": ("电梯维保间隔", ("maitype",)),
    "maintenance_items": ("电梯维保项目", ("maitype", "seq")),
    "label_sizes": ("标签尺寸", ("code",)),
    "construction_sorts": ("须有施工告知的监督检验", ("equclass", "testsort")),
    "construction_licences": ("施工所需的许可项目", ("kinds",)),
    "application_materials": ("申报须带的资料", ("kinds", "sorts", "seq")),
    "supervision_points": ("监督检验的停止点与见证点", ("kinds", "sorts", "seq")),
    "registration_materials": ("使用登记须带的资料", ("mode", "type", "seq", "validfrom")),
    "rescue_rules": ("电梯维保与应急的时限", ("key", "validfrom")),
    "registration_terms": ("使用登记的时限与依据", ("key", "validfrom")),
    "check_items": ("监督检查项目", ("code", "validfrom")),
    "duty_items": ("日管控、周排查、月调度项目", ("code", "validfrom")),
    "major_hazards": ("重大事故隐患判定", ("clause", "validfrom")),
    "person_items": ("作业项目考核要求", ("item", "validfrom")),
    "person_rules": ("考核与证书的规则", ("key", "validfrom")),
    "person_export": ("人员国家格式", ("seq", "validfrom")),
    "draw_scores": ("双随机抽查的风险分", ("code", "validfrom")),
    "defect_reminders": ("现场问题的督促", ("code", "validfrom")),
    "registration_plates": ("登记机关代号", ("area", "validfrom")),
    "merge_rules": ("移动端录入的合并规则", ("what",)),
    "workload_points": ("工作量标准", ("code", "validfrom")),
    "flow_limits": ("流程时限合计", ("code", "validfrom")),
    "supervision_documents": ("监督检验的竣工资料", ("kinds", "sorts", "seq")),
}
# tables that change as a whole alone, by a version with a second person (editions.py) or by a version of the product:
# what somebody pays is no row that one person types, revises or ends
WHOLE = ("fees", "fee_names")
SOURCES = ("clause", "source_clause", "source")  # the columns that say where a row comes from


@dataclass
class _Kept:
    version: int = -1
    tables: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    made: dict[Hashable, Any] = field(default_factory=dict)


_kept = _Kept()
TRIED = "rules tried"  # of a session: what it reads instead of the rules in force


def _renewed(db: Session) -> _Kept:
    if tried := db.info.get(TRIED):
        return cast(_Kept, tried)
    current = version(db, "rule")
    if _kept.version != current:
        _kept.tables, _kept.made, _kept.version = {}, {}, current
    return _kept


def rows(db: Session, table: str, on: date | None = None) -> list[dict[str, str]]:
    """The rows of a rule table in order; with a day, only those in force on it."""
    whole = every(db, table)
    if on is None:
        return [r for r in whole if not r["_to"]]
    day = on.isoformat()
    return [r for r in whole if r["_from"] <= day and (not r["_to"] or day < r["_to"])]


def every(db: Session, table: str) -> list[dict[str, str]]:
    """All rows of a rule table in order, those that ended too; `_from` and `_to` say when each is in force."""
    tables = _renewed(db).tables  # a rule that changes meanwhile begins others
    if table not in tables:
        stored = db.scalars(select(RuleRow).where(RuleRow.tbl == table).order_by(RuleRow.seq, RuleRow.id))
        tables[table] = [
            {**r.data, "_from": r.validfrom.isoformat() if r.validfrom else "", "_to": str(r.validto or "")}
            for r in stored
        ]
    return tables[table]


def since(db: Session, tables: Sequence[str], on: date) -> str:
    """The day from which the rows of these tables are as they are on a day; '' when they always were."""

    def days(s: Session) -> list[str]:
        return sorted({day for table in tables for r in every(s, table) for day in (r["_from"], r["_to"]) if day})

    known: list[str] = made(db, ("days", *tables), days)
    place = bisect_right(known, on.isoformat())
    return known[place - 1] if place else ""


def instead(db: Session, tables: Mapping[str, Sequence[Mapping[str, str]]]) -> Any:
    """The rules with these tables in place of their own, as if they were in force on every day, for `trying`."""
    kept = _renewed(db)
    own = {name: [{**row, "_from": "", "_to": ""} for row in lines] for name, lines in tables.items()}
    return _Kept(kept.version, {**kept.tables, **own})


@contextmanager
def trying(db: Session, tried: Any) -> Iterator[None]:
    """Within it this session reads these rules instead. Nothing is stored."""
    db.info[TRIED] = tried
    try:
        yield
    finally:
        del db.info[TRIED]


def made(db: Session, name: Hashable, make: Any) -> Any:
    """Something built from rule rows (`make(db)`), kept until a rule changes."""
    kept = _renewed(db).made
    if name not in kept:
        kept[name] = make(db)
    return kept[name]


def key_of(table: str, row: Mapping[str, str]) -> str:
    return "|".join(row.get(c, "") for c in TABLES[table][1])[:256]
