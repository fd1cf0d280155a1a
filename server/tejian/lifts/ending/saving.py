"""What declarations cannot say of the end of a maintenance: which binding is meant, and which side asks."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.lifts.models.binding import BOUND, LiftBinding
from tejian.lifts.models.ending import DRAFT, MAINTAINER, OWNER, LiftTermination

from .process import ENDING


def _before(db: Session, me: User, row: LiftTermination, values: dict[str, Any]) -> None:
    if not me.unit_id:
        raise Refused("维保终止由使用单位或维保单位申请")
    if not row.id:
        row.createby = me.id
        ENDING.put(db, row, DRAFT)
    code, B = str(values.get("equcode") or row.equcode).strip().upper(), LiftBinding
    bound = db.scalars(select(B).where(B.equcode == code, B.step == BOUND, B.visible(me))).first()
    if bound is None:
        raise BadInput("电梯的设备代码：没有这台电梯的本单位的绑定", field="equcode")
    row.binding_id, row.side = bound.id, OWNER if bound.unitsysid == me.unit_id else MAINTAINER
    values["equcode"] = bound.equcode
    for name in (
        "equdatasysid",
        "useplace",
        "areacode",
        "unitsysid",
        "unitname",
        "maiorgsysid",
        "maiorgname",
        "regorg",
    ):
        setattr(row, name, getattr(bound, name))


HOOKS = Hooks(_before)
