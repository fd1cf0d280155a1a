"""What is asked of a day, a week or a month: rows of duty_items, and what the platform fills in."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import due_date, is_overdue
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.process.checklist import BAD, GOOD, CheckItem
from tejian.supervision.models.defects import RUNNING, Defect
from tejian.supervision.models.duties import DAILY, HANDED, DutyRecord
from tejian.supervision.warnings.api import lapsed
from tejian.system.rules import api as rulestore

COMMON, NONE = "COMMON", "无"
TYPED = {"判定": "mark", "文字": "text"}  # duty_items.kind
SOON = 60  # days ahead of which a due date is listed


def rules_of(db: Session, row: DutyRecord) -> list[dict[str, Any]]:
    """The rules of the day on which the period ends, the common ones first."""
    rules = [
        rule
        for rule in rulestore.rows(db, "duty_items", row.lastday)
        if rule["period"] == row.period and rule["class_code"] in (COMMON, row.equclass)
    ]
    return sorted(rules, key=lambda rule: rule["class_code"] != COMMON)


def drawn(row: DutyRecord, rules: list[dict[str, Any]]) -> str:
    """The item that needs a picture today: by the unit and the day, so that nobody chooses it."""
    offered = [rule["code"] for rule in rules if rule["photo_draw"] == "Y"]
    seed = hashlib.sha256(f"{row.unitsysid}{row.equclass}{row.firstday}".encode()).digest()
    return offered[int.from_bytes(seed[:4], "big") % len(offered)] if offered else ""


def items_of(db: Session, row: DutyRecord) -> list[CheckItem]:
    rules = rules_of(db, row)
    photo = drawn(row, rules) if row.period == DAILY else ""
    return [
        CheckItem(
            rule["code"],
            rule["item"],
            kind=TYPED[rule["kind"]],
            prefill=rule["prefill"],
            photo="always" if rule["code"] == photo else "",
            basis=rule["basis"],
        )
        for rule in rules
    ]


def _devices(db: Session, row: DutyRecord, *conditions: Any) -> str:
    mine = E.useorgsysid == row.unitsysid, E.equclass == row.equclass, E.equDel == 0, *conditions
    found = list(db.scalars(select(E.equcode).where(*mine).order_by(E.equcode)))
    more = "等" if len(found) > 4 else ""
    return f"{len(found)}台：{'、'.join(found[:4])}{more}" if found else NONE


def in_use(db: Session, row: DutyRecord) -> str:
    unit = db.scalars(select(Unit).where(Unit.id == row.unitsysid)).one()
    return f"在用{_devices(db, row, E.equstatus.in_(codes.RUNNING))}；安全员{unit.safeofficer or '未登记'}"


def not_in_use(db: Session, row: DutyRecord) -> str:
    return _devices(db, row, E.equstatus.not_in((*codes.RUNNING, *codes.OFF)))


def falling_due(db: Session, row: DutyRecord) -> str:
    soon = due_date() <= func.current_date() + SOON
    return _devices(db, row, E.equstatus.in_(codes.RUNNING), soon | is_overdue())


def problems(db: Session, row: DutyRecord) -> str:
    mine = Defect.unitsysid == row.unitsysid, Defect.step.in_(RUNNING), Defect.defectno != ""
    numbers = list(db.scalars(select(Defect.defectno).where(*mine).order_by(Defect.defectno)))
    return f"{len(numbers)}项未关闭：{'、'.join(numbers[:5])}" if numbers else NONE


def days_done(db: Session, row: DutyRecord) -> str:
    """How many days of the period were written, how many of them afterwards, and with how many findings."""
    D = DutyRecord
    mine = D.unitsysid == row.unitsysid, D.equclass == row.equclass, D.period == DAILY, D.step == HANDED
    query = select(func.count(), func.count().filter(D.latereason != ""), func.coalesce(func.sum(D.wrong), 0))
    done, late, wrong = db.execute(query.where(*mine, D.firstday.between(row.firstday, row.lastday))).one()
    return f"应查{(row.lastday - row.firstday).days + 1}日，已查{done}日，其中补录{late}日，异常{wrong}项"


def roles(db: Session, row: DutyRecord) -> str:
    unit = db.scalars(select(Unit).where(Unit.id == row.unitsysid)).one()
    return f"安全总监{unit.safedirector or '未登记'}，安全员{unit.safeofficer or '未登记'}"


def certificates(db: Session, row: DutyRecord) -> str:
    query = select(Person.name).join(PersonCert, PersonCert.person_id == Person.id)
    names = sorted(set(db.scalars(query.where(Person.unit_id == row.unitsysid, Person.status != codes.LEFT, lapsed()))))
    return f"{'、'.join(names[:4])}共{len(names)}人证书已过期" if names else NONE


def zero(_db: Session, _row: DutyRecord) -> str:
    return "未发现问题的，提交即为零风险报告"


WORDS: Mapping[str, Callable[[Session, DutyRecord], str]] = {
    "在用设备与安全员": in_use,
    "停用设备": not_in_use,
    "到期清单": falling_due,
    "隐患未关闭": problems,
    "本期隐患": problems,
    "本期日管控": days_done,
    "人员设置": roles,
    "证书过期": certificates,
    "零风险": zero,
}


def answer_of(db: Session, row: DutyRecord, item: CheckItem) -> tuple[str, str, str]:
    """Result, value and finding with which an item begins: good, until somebody says what is not."""
    words = WORDS[item.prefill](db, row)[:200] if item.prefill else ""
    if item.kind == "mark":
        return (BAD, "", words) if words not in ("", NONE) else (GOOD, "", "")
    return GOOD, words or NONE, ""
