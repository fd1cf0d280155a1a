"""What is refused when an indicator or a form is saved; a new one begins its process."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import hold
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.steps import Process
from tejian.kit.records.crud import Hooks
from tejian.statistics.models.filed import COUNT, DRAFT, Indicator

from .conditions import Unreadable
from .judging import faults_of_form, faults_of_indicator, refuse_strange, stored
from .process import FORM, INDICATOR
from .versions import next_edition

Judge = Callable[[Session, User, Any, dict[str, Any]], None]


def _whole(row: Any, values: dict[str, Any], *names: str) -> dict[str, Any]:
    """What the row will say: what was sent, and of a known one what it says already."""
    return {name: (values[name] if name in values else getattr(row, name)) or "" for name in names}


def _judge_indicator(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    will = _whole(row, values, "code", "kind", "behind", "asks", "timed", "formula")
    if will["kind"] == COUNT:
        will |= {"formula": ""}
    else:
        will |= {"behind": "", "asks": "", "timed": False}
    values |= will | {"timed": bool(will["timed"])}
    told = {name: values[name] for name in ("code", "kind", "behind", "asks", "formula")}
    faults_of_indicator(db, Indicator(**told), words(db, me.dict_version))


def _judge_form(db: Session, _me: User, row: Any, values: dict[str, Any]) -> None:
    refuse_strange(_whole(row, values, "code")["code"], "表号")
    columns, balances = stored(db, row.id) if row.id else ([], [])
    if "columns" in values:
        columns = [one["code"] for one in values["columns"]]
    if "balances" in values:
        balances = [(one["whole"], one["parts"]) for one in values["balances"]]
    faults_of_form(db, columns, balances)


def _hooks(process: Process, judge: Judge) -> Hooks:
    model = process.model

    def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
        try:
            judge(db, me, row, values)
        except Unreadable as wrong:
            raise Refused(str(wrong)) from wrong
        code = values.get("code") or row.code
        hold(db, f"{model.__tablename__} {code}")
        other = select(model.edition).where(model.code == code, model.step == DRAFT, model.id != (row.id or ""))
        if number := db.scalar(other):
            raise Refused(f"{code}的第{number}版正在编制中，请修改那一份")
        if row.id and row.code != code and row.edition > 1:
            raise Refused(f"{row.code}的新版本不能改代码")
        if not row.id:
            row.edition = next_edition(db, model, code)
            process.put(db, row, DRAFT)

    return Hooks(before_save)


INDICATOR_HOOKS = _hooks(INDICATOR, _judge_indicator)
FORM_HOOKS = _hooks(FORM, _judge_form)
