"""Customer assessment of a declaration."""

from datetime import date
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppMain
from tejian.inspection.models.reports import CustAssess
from tejian.kit.database.db import hold
from tejian.kit.forms.form import Form, Id
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record

STATES = ("01", "02", "03", "04")
DEFECTS = ("01", "02", "03", "04", "05", "06", "07")


class AssessForm(Form):
    """The assessment entity of the contract; display-only names are dropped."""

    appno: str = Field("", title="申报单号", max_length=32)
    appmainsysid: Id = Field(title="申报单")
    inscontacttel: str = Field("", title="手机", max_length=32)
    assessstate: str = Field("", title="评价等级", max_length=4)
    describe: str = Field("", title="存在问题", max_length=64)
    assessusername: str = Field("", title="评价人", max_length=64)
    assesstime: date | None = Field(None, title="评价日期")
    note: str = Field("", title="备注", max_length=500)


def _main(db: Session, me: User, appno: str, app_id: str) -> AppMain:
    query = select(AppMain).where(AppMain.visible(me))
    query = query.where(AppMain.id == app_id) if app_id else query.where(AppMain.appno == appno)
    main = db.scalars(query).first()
    if main is None or (appno and main.appno != appno):
        raise NoPermission()
    return main


def detail(db: Session, me: User, appno: str, app_id: str) -> dict[str, Any]:
    """The assessment of a declaration, or a fresh one with what the declaration knows."""
    main = _main(db, me, appno, app_id)
    row = db.scalars(select(CustAssess).where(CustAssess.appmainsysid == main.id)).first()
    if row:
        return record(row) | {"onlySee": "1"}
    return {
        "appno": main.appno,
        "appmainsysid": main.id,
        "equcodeset": main.equclass,
        "seisortcodeset": main.seisort,
        "usertype": main.usertype,
        "unitname": main.unitname,
        "inscontactname": main.inscontactname,
        "inscontacttel": main.INSCONTACTTEL,
        "assessusername": me.name,
        "assesstime": clock.today(),
        "assessstate": "",
        "describe": "",
        "note": "",
        "onlySee": "2",
    }


def save(db: Session, me: User, form: AssessForm) -> None:
    """Save the assessment. One declaration has one; the unit's facts are read here, not from the caller."""
    for name in ("appno", "inscontacttel", "assessstate", "assessusername", "assesstime"):
        if not getattr(form, name):
            label = AssessForm.model_fields[name].title
            raise BadInput(f"{label}：必填", field=name)
    if form.assessstate not in STATES:
        raise BadInput("评价等级：请从选项中选择", field="assessstate")
    marks = [d for d in form.describe.split(",") if d]
    if any(d not in DEFECTS for d in marks):
        raise BadInput("存在问题：请从选项中选择", field="describe")
    main = _main(db, me, form.appno, form.appmainsysid)
    hold(db, f"assessment {main.id}")
    if db.scalar(select(CustAssess.id).where(CustAssess.appmainsysid == main.id)):
        raise Refused("该申报单已评价，不能重复评价")
    row = CustAssess(appmainsysid=main.id)
    row.appno, row.equcodeset, row.seisortcodeset = main.appno, main.equclass, main.seisort
    row.usertype, row.unitname, row.inscontactname = main.usertype, main.unitname, main.inscontactname
    row.inscontacttel, row.assessstate, row.describe = form.inscontacttel, form.assessstate, ",".join(marks)
    row.assessusername, row.assesstime, row.note = form.assessusername, form.assesstime, form.note
    db.add(row)
