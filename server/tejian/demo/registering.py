"""Registrations of the demo city: what was inspected lately, one application at each step, one of them late."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.kit.database import db as kit_db
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.checklist import AnswerForm
from tejian.kit.records.crud import put
from tejian.registration.models.use import UseRegistration
from tejian.registration.use import api as registration

from .accounts import signature
from .actors import Actors, Days
from .charges import carry

WINDOW, OTHER = "jianguan", "jianguan2"
MEND = "维保合同缺第二页，请补齐；安全管理人员证书扫描件不清晰，请重新扫描。"


@dataclass(frozen=True)
class Story:
    """How long ago it was handed in, in working days, and how far it came: (who, move, days later, form)."""

    ago: int
    moves: tuple[tuple[str, str, int, dict[str, str]], ...]


Step = tuple[str, str, int, dict[str, str]]  # who, move, working days after it was handed in, form
TAKEN: Step = (WINDOW, "accept", 1, {})
EXAMINED: tuple[Step, ...] = (TAKEN, (OTHER, "examine", 4, {}))
DENIED = "监督检验证书所载设备代码与产品铭牌不符，不符合安全法第三十三条"
STORIES = (
    Story(30, (*EXAMINED, (WINDOW, "issue", 5, {}), (WINDOW, "file", 6, {}))),
    Story(24, (*EXAMINED, (WINDOW, "issue", 6, {}), (WINDOW, "file", 8, {}))),
    Story(22, (TAKEN,)),  # accepted and forgotten: late by some days
    Story(15, (TAKEN, (OTHER, "mendNotice", 3, {"mend": MEND}))),
    Story(12, (TAKEN, (OTHER, "deny", 5, {"reason": DENIED}))),
    Story(9, (*EXAMINED, (WINDOW, "issue", 5, {}))),
    Story(6, EXAMINED),
    Story(4, (TAKEN,)),
    Story(1, ()),
)


def make() -> None:
    """Each application by the real process, by the window for its unit; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(UseRegistration).where(UseRegistration.applied.is_not(None))):
            return
        actors, days = Actors(db), Days(db, clock.today())
        devices = _new_devices(db)
    today = days.on_or_before(clock.today())
    for story, (key, place) in zip(STORIES, devices, strict=False):
        _tell(actors, days, today - story.ago, story, key, place)


def _new_devices(db: Session) -> list[tuple[str, str]]:
    """Devices without a certificate that passed their first inspection, of units with a safety manager."""
    fit = select(E.id, E.useorgsysid).join(Unit, Unit.id == E.useorgsysid)
    fit = fit.where(E.regstatus == "0", E.usecertno == "", E.equcode != "", E.unqualcode == "", Unit.safemanager != "")
    fit = fit.where(E.insinspdate.is_not(None) | E.firstinspdate.is_not(None), E.equclass.not_in(("8000", "7310")))
    return [(row[0], row[1]) for row in db.execute(fit.order_by(E.equcode).limit(len(STORIES)))]


def _tell(actors: Actors, days: Days, begin: int, story: Story, device: str, unit: str) -> None:
    at: Callable[[int, int], datetime] = lambda later, hour: days.at(begin + later, hour)  # noqa: E731
    key: str = actors.do(WINDOW, at(0, 9), partial(_written, device=device, unit=unit))
    try:
        actors.do(WINDOW, at(0, 10), carry(registration.REGISTER, "submit", key))
        for who, move, later, form in story.moves:
            actors.do(who, at(later, 14), carry(registration.REGISTER, move, key, **form))
    except Refused:  # what stands against it is there for the visitor to see
        return


def _written(db: Session, me: User, *, device: str, unit: str) -> str:
    row = UseRegistration()
    values: dict[str, Any] = {"unitsysid": unit, "contact": "经办人王芳", "contacttel": "13805746677"}
    values |= {"equipment": [{"equdatasysid": device}]}
    put(db, me, row, values, registration.hooks_of("S"), registration.FORMS["S"])
    db.flush()
    answers = []
    for item in registration.MATERIALS.items(db, row):
        if item.photo:
            scan: Any = Attachment(owner="useRegister", attrefsysid=row.id, item=item.no, name="扫描件.png")
            scan.mime, scan.key, scan.by_name = "image/png", signature(item.text[:8]), me.name
            scan.size = len(files.read_checked(scan.key))
            db.add(scan)
            db.flush()
        known = item.prefill and registration.MATERIALS.known.get(item.prefill)
        result, value = known(db, row) if known else ("√", "")
        answers.append(AnswerForm(no=item.no, result=result or "√", value=value or "见扫描件"))
    registration.MATERIALS.save(db, me, row, answers)
    return row.id
