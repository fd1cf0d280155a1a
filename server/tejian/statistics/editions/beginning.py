"""What a person does with editions besides their moves: begin one, see how far it is, delete a draft."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import hold, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.form import OneId
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option, Progress, Row
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.records.crud import record
from tejian.statistics.filed.api import FORM, period_of
from tejian.statistics.models.editions import COUNTING, FAILED, KEPT
from tejian.statistics.models.editions import StatEdition as E
from tejian.statistics.models.filed import USED, StatForm

from .guarding import OWN
from .meaning import definition_of
from .process import EDITION, begun
from .taking import forget

OPEN = (KEPT, FAILED)


def forms(db: Session, me: User) -> list[Option]:
    """The forms that may be counted."""
    query = select(StatForm).where(StatForm.visible(me), StatForm.step == USED).order_by(StatForm.code)
    return [{"value": one.id, "label": f"{one.code} {one.name}"} for one in db.scalars(query.limit(200))]


def begin(db: Session, me: User, sent: Input | Mapping[str, Any]) -> Row:
    """A new edition of the own area, counted by a job."""
    if me.scope != "area" or not me.area or me.unit_id:
        raise Refused("统计报表由监管部门按区划填报，您的账号没有监管区划")
    form = visible_or_refuse(db, me, StatForm, sent["form_id"])
    if form.step != USED:
        raise Refused(f"{form.code} {form.name}第{form.edition}版{FORM.name_of(form.step)}，不能统计")
    period = period_of(str(sent["first"]), str(sent["last"]))
    hold(db, f"stat_edition {me.area} {form.code} {period.first} {period.last}")
    filed = (E.areacode == me.area, E.code == form.code, E.first == period.first, E.last == period.last)
    if known := db.scalars(select(E).where(*filed).order_by(E.round.desc()).limit(1)).first():
        state = EDITION.name_of(known.step)
        raise Refused(f"{form.code}{period.first}至{period.last}已有{known.editionno}（{state}），不能再统计一份")
    new = E(form_id=form.id, code=form.code, name=form.name, first=period.first, last=period.last)
    new.areacode, new.dept_id, new.way, new.maker_id = me.area, me.dept_id, sent["way"], me.id
    new.definition = definition_of(db, form)
    begun(Doing(db, me, new), new)
    return record(new)


def progress(db: Session, me: User, form: OneId) -> Progress:
    row = visible_or_refuse(db, me, E, form.id)
    return {
        "state": row.step,
        "stateName": EDITION.name_of(row.step),
        "total": row.total,
        "passed": row.passed,
        "ended": row.step != COUNTING,
    }


def delete(db: Session, me: User, ids: Sequence[str]) -> None:
    """A draft goes with its cells; what was reviewed or reported stays."""
    for row in many_visible_or_refuse(db, me, E, ids, lock=True):
        if me.scope != "area" or row.areacode != me.area:
            raise Refused(OWN)
        if row.step not in OPEN:
            raise Refused(f"{row.editionno}{EDITION.name_of(row.step)}，不能删除")
        forget(db, row.id)
        db.delete(row)
