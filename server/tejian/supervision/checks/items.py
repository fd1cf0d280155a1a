"""What is looked at in a check: rows of check_items in force on its day, by its target, its classes and who checks.

Rows whose wording was not seen in a document propose only (supervision_tables.md); a grave level is proposed where
major_hazards holds the clause and was seen.
"""

from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.process.checklist import CheckItem
from tejian.supervision.defects.api import Found
from tejian.supervision.models.checks import BY_TOWN, FILLING, MAINTENANCE, TARGETS, SupervisionCheck
from tejian.supervision.models.defects import GRAVE
from tejian.system.rules import api as rulestore

from .signals import COMMON
from .subjects import devices_of

SEEN = "seen"
WHOLE = (MAINTENANCE, FILLING)  # targets all of whose rows apply: they do not depend on devices
SEVERE = "3"  # C654: 严重


def day_of(row: SupervisionCheck) -> date:
    """The day whose rules a check follows: of its beginning, before that today."""
    return row.begun.astimezone(clock.SHANGHAI).date() if row.begun else clock.today()


def rules_of(db: Session, row: SupervisionCheck) -> list[dict[str, Any]]:
    """The rules of a check, the common ones first."""
    classes = {one.equclass for one in devices_of(db, row)} | {COMMON}
    word = TARGETS.get(row.target, "")
    rules = [
        rule
        for rule in rulestore.rows(db, "check_items", day_of(row))
        if rule["target"] == word
        and (row.target in WHOLE or rule["class_code"] in classes)
        and (row.town != BY_TOWN or rule["township"] == "Y")
    ]
    return sorted(rules, key=lambda rule: rule["class_code"] != COMMON)


def items_of(db: Session, row: SupervisionCheck) -> list[CheckItem]:
    return [_item(rule) for rule in rules_of(db, row)]


def _item(rule: dict[str, Any]) -> CheckItem:
    how = f"（{rule['how']}）" if rule["how"] else ""
    basis = rule["basis"] if rule["check_state"] == SEEN else f"{rule['basis']}（未核对原文，仅供参考）"
    prefill = f"{rule['class_code']}:{rule['prefill']}" if rule["prefill"] else ""
    return CheckItem(rule["code"], f"{rule['item']}{how}", part=rule["part"], prefill=prefill, photo="bad", basis=basis)


def grave_clause(db: Session, rule: dict[str, Any], on: date) -> str:
    """The clause by which a finding is proposed as a grave hazard; '' where none was seen."""
    seen = {one["clause"] for one in rulestore.rows(db, "major_hazards", on) if one["check_state"] == SEEN}
    named = [one.strip() for one in rule["major"].split(";")]
    return ";".join(one for one in named if one in seen)


def found_in(db: Session, row: SupervisionCheck, answers: list[Any]) -> list[Found]:
    """The findings of a check with what the rules of their items propose."""
    rules, day = {rule["code"]: rule for rule in rules_of(db, row)}, day_of(row)
    out = []
    for one in answers:
        rule = rules[one.item]
        clause = grave_clause(db, rule, day)
        level = GRAVE if clause else min(rule["level"] or "1", SEVERE)
        out.append(
            Found(
                item=one.item,
                text=rule["item"],
                content=one.finding,
                basis=rule["basis"] if rule["check_state"] == SEEN else "",
                level=level,
                clause=clause,
                handling=rule["handling"],
                act=rule["act"],
            )
        )
    return out
