"""What a unit may declare by itself, judged by the rules of the counter."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection.declarations.api import ApplicationForm, ItemForm, reasons
from tejian.inspection.flow.api import too_early
from tejian.inspection.models.online import SENT, OnlineApplication, OnlineDevice
from tejian.kit.ground.errors import BadInput

NOT_OWN = "不是本单位使用的设备"


class Project(NamedTuple):
    """What is declared: an inspection of a class of devices."""

    equclass: str
    seisort: str
    testsort: str

    def __str__(self) -> str:
        return "-".join(self)


def project(text: str) -> Project:
    parts = text.split("-")
    if len(parts) != 3:
        raise BadInput("申报项目：请从选项中选择", field="project")
    return Project(*parts)


def devices_of(db: Session, application: OnlineApplication) -> list[OnlineDevice]:
    query = select(OnlineDevice).where(OnlineDevice.online_id == application.id)
    return list(db.scalars(query.order_by(OnlineDevice.seq, OnlineDevice.id)))


def archived(db: Session, application: OnlineApplication) -> list[Equipment]:
    """The devices of an application as the archive has them now."""
    named = select(OnlineDevice.equdatasysid).where(OnlineDevice.online_id == application.id)
    return list(db.scalars(select(Equipment).where(Equipment.id.in_(named)).order_by(Equipment.id)))


def why_not(db: Session, unit: str, wanted: Project, devices: Sequence[Equipment], but: str = "") -> dict[str, str]:
    """Device → why the unit cannot declare it; `but` is the application on which it stands itself."""
    refused = reasons(db, devices, wanted.seisort, wanted.testsort)
    sent = already_sent(db, [one.id for one in devices], wanted.seisort, but)
    out = {}
    for one in devices:
        why = "" if one.useorgsysid == unit else NOT_OWN
        why = why or ("" if one.equclass == wanted.equclass else "设备种类与申报项目不符")
        why = why or ("" if one.cheorgsysid else "设备没有检验机构，请到窗口申报")
        if why := why or refused.get(one.id, "") or sent.get(one.id, ""):
            out[one.id] = why
    return out


def already_sent(db: Session, devices: Sequence[str], seisort: str, but: str = "") -> dict[str, str]:
    """Device → sentence for those on another application of the category that waits to be confirmed."""
    query = (
        select(OnlineDevice.equdatasysid, OnlineApplication.onlineno)
        .join(OnlineApplication, OnlineApplication.id == OnlineDevice.online_id)
        .where(OnlineDevice.equdatasysid.in_(devices), OnlineApplication.seisort == seisort)
        .where(OnlineApplication.step == SENT, OnlineApplication.id != but)
    )
    return {device: f"已在网上申报{number}中，等待确认" for device, number in db.execute(query)}


def early_ones(db: Session, wanted: Project, devices: Sequence[Equipment]) -> dict[str, str]:
    """Device → sentence for those that are declared so early that a reason is wanted."""
    said = {one.id: too_early(db, one, wanted.seisort, wanted.testsort) for one in devices}
    return {device: f"{text}，请填写提前申报原因" for device, text in said.items() if text}


def form_of(db: Session, application: OnlineApplication, chedept: str | None = None) -> ApplicationForm:
    """The application as the form of the counter takes it."""
    return ApplicationForm(
        seisort=application.seisort,
        testsort=application.testsort,
        unitsysid=application.unitsysid,
        inscontactname=application.inscontactname,
        INSCONTACTTEL=application.INSCONTACTTEL,
        plandate=application.plandate,
        remark=application.remark,
        earlyreason=application.earlyreason,
        afterstop=application.afterstop,
        chedept=chedept,
        equipment=[ItemForm(equdatasysid=one.equdatasysid, remark=one.remark) for one in devices_of(db, application)],
    )
