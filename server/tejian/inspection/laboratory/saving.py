"""What the form of a sample writes."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import DRAWN
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks

from .process import SAMPLE


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A sample is of an item of a record that the sender sees and that is still open; drawn until today."""
    number = (values.get("seisn") or row.seisn).strip().upper()
    item = db.scalars(select(AppBuss).where(AppBuss.seisn == number, AppBuss.visible(me))).first()
    if item is None:
        raise BadInput(f"业务流水号：没有您可见的业务{number[:40]}", field="seisn")
    if item.step not in at.UNWRITTEN:
        raise BadInput(f"业务流水号：{number}不在报告录入中，不能登记样品", field="seisn")
    seq = values.get("itemseq") or row.itemseq
    named = {int(one["seq"]): one["content"] for one in records.items_of_row(db, item)}
    if seq not in named:
        raise BadInput(f"检验项目序号：{number}的记录没有第{seq}项", field="itemseq")
    day = values.get("drawnday") or row.drawnday
    if day and day > clock.today():
        raise BadInput("采样日期：不能晚于今天", field="drawnday")
    if not any(one.strip() for one in (values.get("asked") or row.asked).split("、")):
        raise BadInput("检测项目：请填写要检测的项目", field="asked")
    values["seisn"] = number
    row.appbuss_id, row.unitname, row.equname, row.itemname = item.id, item.unitname, item.equname, named[seq][:200]
    if not row.id:
        SAMPLE.put(db, row, DRAWN)


HOOKS = Hooks(before_save)
