"""The whole phone numbers of one record, to somebody who may and says why; the look is a line of the security log."""

from datetime import timedelta
from typing import Any

from pydantic import Field
from sqlalchemy import inspect
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.catalogue.screens import require_screen
from tejian.kit.database import noting, phones, tries
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import Base, visible_or_refuse
from tejian.kit.forms.form import Form
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.reasons import RULE, says_nothing
from tejian.kit.ground.user import User
from tejian.system.settings.api import number


class PhonesForm(Form):
    """Of which record, and why."""

    entity: str = Field("", title="数据表", max_length=64)
    id: str = Field("", title="主键", max_length=32)
    reason: str = Field("", title="查看原因", max_length=200)


class Phone(TypedDict):
    label: str
    number: str


class Phones(TypedDict):
    phones: list[Phone]


HOUR = timedelta(hours=1)


def reveal(db: Session, me: User, form: PhonesForm) -> Phones:
    """The numbers that are stated, with their labels; of so many records an hour (parameter reading.phones_per_hour).

    With the last of them the auditors are told: a list of numbers is not made one by one.
    """
    counted = f"phones:{me.id}"
    tries.in_turn(db, counted)
    tries.refuse_waiting(db, counted, "查看电话")
    every: list[Any] = [mapper.class_ for mapper in Base.registry.mappers]
    model = next((m for m in every if m.__tablename__ == form.entity and phones.names(m)), None)
    if model is None:
        raise BadInput("没有登记电话的数据")
    if says_nothing(form.reason):
        raise BadInput(f"查看原因：{RULE}", field="reason")
    require_screen(me, model)
    row = visible_or_refuse(db, me, model, form.id)
    columns = [a for a in inspect(model).column_attrs if a.key in phones.names(model) and getattr(row, a.key)]
    if not columns:
        raise Refused("没有登记电话")
    if most := number(db, "reading.phones_per_hour", 30):
        tries.failed(db, counted, tries.Limit(most, HOUR, HOUR))
        if tries.waiting(db, counted):
            noting.alarm(db, "查看电话过量", me.id, "", f"一小时内查看了{most}份档案的电话，已暂停")
    security_event(db, "查看电话", f"{getattr(row, 'name', '')} {form.entity} {row.id}", form.reason)
    return {"phones": [{"label": a.columns[0].info["label"], "number": getattr(row, a.key)} for a in columns]}
