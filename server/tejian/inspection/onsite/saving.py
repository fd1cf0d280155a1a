"""A declaration from the machine: made, handed in and, where its inspector may, accepted and begun in one go.

Every step is the move that everybody else makes, with its rights and its guards: one that refuses takes all back.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.declarations.api import ApplicationForm, ItemForm, save
from tejian.inspection.flow.api import (
    BUSINESS,
    DECLARATION,
    STEP_NAMES,
    AcceptForm,
    ArrangeForm,
    ConfirmForm,
    own_department,
)
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.tasks.api import tools_in
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Opinion

from .forms import OnsiteForm
from .places import kept, sentence


class OnsiteItem(TypedDict):
    id: str
    seisn: str
    equname: str
    equcode: str


class OnsiteDone(TypedDict):
    """What came of it: the number, where it stands now, its items when it was accepted, and what is to be checked."""

    id: str
    appno: str
    stepName: str
    warning: str
    items: list[OnsiteItem]


def declare(db: Session, me: User, form: OnsiteForm) -> OnsiteDone:
    """Make the declaration and carry it as far as the form says, all of it or nothing."""
    devices = many_visible_or_refuse(db, me, Equipment, form.devices)
    dept = own_department(db, me, devices[0].equclass)
    main = save(db, me, _counter_form(db, me, form, dept), appway=at.ON_SITE)
    place = kept(db, form, devices)
    place.appmain_id = main.id
    db.add(place)
    DECLARATION.do(db, me, "submit", [main.id], Opinion(opinion=sentence(place)))
    if form.until != "submit":
        _accept(db, me, main)
    items = db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.seisn)).all()
    if form.until == "begin":
        _begin(db, me, form, [one.id for one in items])
    step = items[0].step if items else main.step
    return {
        "id": main.id,
        "appno": main.appno,
        "stepName": STEP_NAMES[step],
        "warning": place.warning,
        "items": [{"id": i.id, "seisn": i.seisn, "equname": i.equname, "equcode": i.equcode} for i in items],
    }


def _counter_form(db: Session, me: User, form: OnsiteForm, dept: str | None) -> ApplicationForm:
    """The declaration as the counter takes it, of the department of who is at the machine where it does the class.

    Who is not named is the contact that the archive knows.
    """
    unit = visible_or_refuse(db, me, Unit, form.unitsysid)
    return ApplicationForm(
        seisort=form.seisort,
        testsort=form.testsort,
        unitsysid=unit.id,
        inscontactname=form.inscontactname or unit.contact,
        INSCONTACTTEL=form.INSCONTACTTEL or unit.mobile or unit.tel,
        plandate=clock.today(),
        chedept=dept,
        earlyreason=form.earlyreason,
        afterstop=form.afterstop,
        remark=form.remark,
        equipment=[ItemForm(equdatasysid=one) for one in form.devices],
    )


def _accept(db: Session, me: User, main: AppMain) -> None:
    if main.step != at.ACCEPT:
        raise Refused(f"申报后须先{STEP_NAMES[main.step]}，不能当场受理")
    DECLARATION.do(db, me, "accept", [main.id], AcceptForm(ids=[main.id], opinion="现场受理"))


def _begin(db: Session, me: User, form: OnsiteForm, ids: list[str]) -> None:
    """Arranged today to who declared it, and confirmed: what is left is the record."""
    if not form.coinspector or form.coinspector == me.id:
        raise BadInput("协检：请选择另一名检验人员", field="coinspector")
    plan = ArrangeForm(
        ids=ids,
        scinspector=me.id,
        inspectors=[form.coinspector],
        plandate=clock.today(),
        instruments=tools_in(db, me, form.boxno),
        confirm_holiday=form.confirmHoliday,
        taskremark="现场申报，当场检验",
    )
    BUSINESS.do(db, me, "arrange", ids, plan)
    sure = ConfirmForm(
        ids=ids,
        confirmeddate=clock.today(),
        contacted=form.inscontactname,
        siteconditions=form.siteconditions,
        safetybriefed=form.safetybriefed,
    )
    BUSINESS.do(db, me, "confirm", ids, sure)
