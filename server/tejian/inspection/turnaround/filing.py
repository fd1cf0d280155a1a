"""Devices are filed under a project as they are picked from the archive: all of them, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import Pipeline as L
from tejian.inspection.models.turnaround import FILED, LINE, VESSEL, WORKED, TurnaroundItem, taken
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.inspection.records import api as book
from tejian.inspection.rules.api import SeisortRule, allowed_rules
from tejian.kit.database.db import hold, many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.process.steps import place_of

from .process import ITEM

MOST = 200  # as many as a list shows on its largest page
PERIODIC = "02"  # C603: 定期检验
DATED = "ninspdate"  # the date that the inspection of a turnaround moves on
STATES = "C637"


@dataclass(frozen=True)
class Picked:
    """A device, or a line with its piping, as the archive has it."""

    device: E
    line: L | None = None

    @property
    def number(self) -> str:
        return self.line.pipeno if self.line else self.device.equcode

    @property
    def states(self) -> list[str]:
        return [self.device.equstatus, *([self.line.linestatus] if self.line else [])]

    @property
    def due(self) -> date | None:
        return self.line.ninspdate if self.line else self.device.ninspdate


def file_vessels(db: Session, me: User, ids: Sequence[str], project_id: str) -> int:
    """File these vessels; gives how many. One that is not the user's refuses all."""
    vessels = many_visible_or_refuse(db, me, E, ids)
    if other := next((one for one in vessels if one.equclass != codes.VESSEL), None):
        raise Refused(f"{other.equcode}不是压力容器，不能在这里纳入")
    return _file(db, me, [Picked(one) for one in vessels], project_id)


def file_lines(db: Session, me: User, ids: Sequence[str], project_id: str) -> int:
    """File these lines of piping; gives how many. One that is not the user's refuses all."""
    lines = many_visible_or_refuse(db, me, L, ids)
    owners = select(E).where(E.id.in_({one.equdatasysid for one in lines}))
    piping = {one.id: one for one in db.scalars(owners)}
    return _file(db, me, [Picked(piping[one.equdatasysid], one) for one in lines], project_id)


def _file(db: Session, me: User, picked: Sequence[Picked], project_id: str) -> int:
    if len(picked) > MOST:
        raise Refused(f"一次最多纳入{MOST}项")
    project = visible_or_refuse(db, me, P, project_id, lock=True)
    if project.step not in WORKED:
        raise Refused(f"{place_of(project, '大修项目')}，不能再纳入设备")
    hold(db, f"turnaround {project.unitsysid}")  # two projects of the unit that want the same device
    words = dictionary.words(db, me.dict_version).get(STATES, {})
    for one in picked:
        if one.device.useorgsysid != project.unitsysid:
            raise Refused(f"{one.number}是{one.device.useorgname}的设备，不能纳入{project.unitname}的项目")
        if state := next((s for s in one.states if s not in codes.RUNNING), ""):
            raise Refused(f"{one.number}的状态为{words.get(state, state)}，不能纳入大修项目")
    vessels = [one.device.id for one in picked if one.line is None]
    lines = [one.line.id for one in picked if one.line is not None]
    if already := db.scalars(taken(vessels, lines).order_by(TurnaroundItem.objectno).limit(1)).first():
        number = db.scalar(select(P.projectno).where(P.id == already.project_id))
        raise Refused(f"{already.objectno}已在未关闭的项目{number}中，不能重复纳入")
    rows = [_row(db, project, one) for one in picked]
    db.add_all(rows)
    db.flush()
    return len(rows)


def _row(db: Session, project: P, picked: Picked) -> TurnaroundItem:
    device, line = picked.device, picked.line
    rule = _rule(db, device.equclacode, picked.number)
    row = TurnaroundItem(project_id=project.id, kind=LINE if line else VESSEL, equdatasysid=device.id)
    row.lineid = line.id if line else ""
    row.objectno, row.objectname = picked.number, line.pipename if line else device.equname
    row.innerno = line.pipelevel if line else device.equinnerno
    row.ninspdate, row.cheorg, row.equclacode = picked.due, project.orgid, device.equclacode
    row.seisort, row.testsort = rule.seisort, rule.testsort
    ITEM.put(db, row, FILED)
    return row


def _rule(db: Session, kind: str, number: str) -> SeisortRule:
    """The periodic inspection of a kind that a turnaround is made for."""
    allowed = allowed_rules(book.seisorts(db), kind, PERIODIC)
    found = next((one for one in allowed if DATED in one.next_date_fields), None)
    if found is None:
        raise Refused(f"{number}的设备类别没有定期检验，不能纳入大修项目")
    return found


def projects_for(db: Session, me: User, units: set[str]) -> list[Option]:
    """The projects that still take devices, those of the units first; the others say why they do not take these."""
    query = select(P).where(P.visible(me), P.step.in_(WORKED)).order_by(P.begins.desc(), P.projectno).limit(MOST)
    options: list[Option] = [
        {
            "value": one.id,
            "label": f"{one.projectno} {one.name}",
            "why": "" if units == {one.unitsysid} else f"业主单位是{one.unitname}",
        }
        for one in db.scalars(query)
    ]
    return sorted(options, key=lambda one: bool(one["why"]))


def projects_for_vessels(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    return projects_for(db, me, {one.useorgsysid for one in many_visible_or_refuse(db, me, E, ids)})


def projects_for_lines(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    owners = {one.equdatasysid for one in many_visible_or_refuse(db, me, L, ids)}
    return projects_for(db, me, set(db.scalars(select(E.useorgsysid).where(E.id.in_(owners)))))
