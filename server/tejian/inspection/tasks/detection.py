"""自行检测 of a lift as its archive holds it: read it, see what a day would give, correct it."""

from datetime import date
from typing import Any

from pydantic import Field
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.archives.permissions import equipment_code
from tejian.inspection.records.api import DATES, dates_after, note_detection
from tejian.kit.database import audit
from tejian.kit.database.audit import plain
from tejian.kit.database.db import check_version, visible_or_refuse
from tejian.kit.forms.form import Form, Id
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User

EDIT = equipment_code("3000", "jyjlEdit")
SHOWN: tuple[str, ...] = ("equcode", "equname", "useplace", "useorgname", "maiorgname", "ele96333code", "equstatus")
SHOWN += ("inspdate", "insdate", "ninspdate", "ndetdate", "nextbraketestdate", "version")


class DetectionDay(Form):
    id: Id = Field(title="电梯")
    insdate: date = Field(title="检测日期")
    version: int | None = Field(None, title="版本")


def _lift(db: Session, me: User, key: str, *, lock: bool = False) -> Equipment:
    lift = visible_or_refuse(db, me, Equipment, key, lock=lock)
    if lift.equclass != codes.LIFT:
        raise BadInput("只有电梯有自行检测信息", field="id")
    return lift


def info(db: Session, me: User, key: str) -> dict[str, Any]:
    """getDetectionBaseInfo: the last detection of a lift and its next dates."""
    lift = _lift(db, me, key)
    late = lift.ndetdate is not None and lift.ndetdate < clock.today()
    return {"id": lift.id} | {n: plain(getattr(lift, n)) for n in SHOWN} | {"overdue": late}


def _check(lift: Equipment, day: date) -> None:
    if day > clock.today():
        raise BadInput("检测日期：不得晚于今天", field="insdate")
    if lift.prodate and day < lift.prodate:
        raise BadInput(f"检测日期：早于制造日期{lift.prodate}", field="insdate")


def proposal(db: Session, me: User, form: DetectionDay) -> dict[str, Any]:
    """getDetectionNextDate: what a detection on that day would give by the rule table; nothing is written."""
    lift = _lift(db, me, form.id)
    _check(lift, form.insdate)
    dates = dates_after(db, lift, form.insdate)
    lines = [line for line in dates.lines if line.field in DATES]
    return {"insdate": plain(form.insdate)} | {
        **{line.field: plain(line.value) for line in lines},
        "steps": {line.field: list(line.steps) for line in lines},
        "warnings": list(dates.warnings),
    }


def update(db: Session, me: User, form: DetectionDay) -> dict[str, Any]:
    """updateDetectionBaseInfo: write a detection into the archive with the dates that follow from it."""
    lift = _lift(db, me, form.id, lock=True)
    check_version(lift, form.version)
    _check(lift, form.insdate)
    if lift.insdate and form.insdate < lift.insdate:
        raise Refused(f"检测日期早于已登记的最近检测日期{lift.insdate}，请核对")
    audit.holds_from(lift, form.insdate)  # the lift was tested on that day, whenever it is written down
    note_detection(db, lift, form.insdate)
    db.flush()
    return info(db, me, lift.id)
