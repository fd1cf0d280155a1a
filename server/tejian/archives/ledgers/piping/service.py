"""Lines of a project: add, change, take off; the project's totals follow in the same transaction."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from pydantic import ConfigDict, with_config
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment.api import flat, put
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import WAITING, PipeChange, Pipeline
from tejian.archives.permissions import PIPE_APPLY, PIPE_CHECK, equipment_code
from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped
from tejian.system.models.settings import DictItem

from . import rules
from .forms import INSPECTED

Means = Literal["direct", "apply", ""]  # how a user changes the lines: at once, by request, or not at all


class ProjectHead(TypedDict):
    id: str
    version: int
    projname: str
    useorgname: str
    usecertno: str
    registered: bool


@with_config(ConfigDict(extra="allow"))
class PipeLine(TypedDict):
    """A line with its columns and parameters; `pendingId` is the change of it that waits for review."""

    id: str
    version: int
    pipeno: str
    pipename: str
    overdue: bool
    pendingId: str | None


@with_config(ConfigDict(extra="allow"))
class LineDetail(PipeLine):
    project: ProjectHead


class LineKey(TypedDict):
    id: str
    version: int
    equdatasysid: str


class LineTotals(TypedDict):
    count: int
    length: str
    level: str
    earliest: str | None
    overdue: int


class PendingLine(TypedDict):
    id: str
    action: str
    title: str


LineRights = TypedDict("LineRights", {"add": Means, "save": Means, "del": Means})


class ProjectLines(TypedDict):
    project: ProjectHead
    lines: list[PipeLine]
    totals: LineTotals
    pending: list[PendingLine]
    may: LineRights


def project_of(db: Session, me: User, project_id: str, *, lock: bool = False) -> Equipment:
    """The project with this key. Whoever changes its lines holds it first."""
    row = visible_or_refuse(db, me, Equipment, project_id, lock=lock)
    if row.equclass != codes.PIPING:
        raise BadInput("所属装置：只能是压力管道工程（装置）", field="equdatasysid")
    return row


def settle_project(db: Session, project: Equipment) -> None:
    """Write what follows from the lines into the project: number, length, highest level, earliest next date."""
    db.flush()
    in_order = select(DictItem.value).where(DictItem.type == "C616").order_by(DictItem.sort, DictItem.value)
    levels = list(db.scalars(in_order))
    lines = db.execute(
        select(Pipeline.pipelength, Pipeline.pipelevel, Pipeline.linestatus, Pipeline.ninspdate).where(
            Pipeline.equdatasysid == project.id
        )
    )
    sums = rules.totals((rules.LineFacts(*row) for row in lines), levels)
    document = dict(project.params) | {"pipenum": sums.count, "pipetotallen": f"{sums.length.normalize():f}"}
    document |= {"maxlevel": sums.level, "earliestnext": plain(sums.earliest)}
    project.params = {k: v for k, v in document.items() if v not in (None, "")}
    if sums.count:
        project.ninspdate = sums.earliest
    db.flush()


def may_directly(me: User, project: Equipment, action: str) -> bool:
    """Whether a change is made at once; after registration only by who may also review. Refuses who may neither."""
    holds = me.may(equipment_code(codes.PIPELINE, action))
    if holds and (project.regstatus != codes.REGISTERED or me.may(PIPE_CHECK)):
        return True
    if holds or me.may(PIPE_APPLY):
        return False
    raise NoPermission(needed=equipment_code(codes.PIPELINE, action))


def judge_line(db: Session, me: User, project: Equipment, line: Pipeline | None, values: Mapping[str, Any]) -> None:
    """Refuse values of a line that are wrong together with what it already holds."""
    old = flat(line) if line is not None else {}
    whole = {**old, **values}
    if fault := rules.refuse_line(whole):
        raise BadInput(fault[1], field=fault[0])
    touched = [n for n in rules.differences(old, values) if n in INSPECTED]
    if touched and not me.may(equipment_code(codes.PIPELINE, "jyjlEdit")):
        raise Refused("检验信息由检验结果写入，修改需要检验记录修改权限")
    same = select(Pipeline.id).where(Pipeline.equdatasysid == project.id, Pipeline.pipeno == whole["pipeno"])
    if db.scalar(same.where(Pipeline.id != line.id) if line is not None else same):
        raise Refused(f"管道编号 {whole['pipeno']} 在本装置内已有", "DUPLICATE", field="pipeno")


def insert_line(db: Session, project: Equipment, values: Mapping[str, Any]) -> Pipeline:
    """A new line whose values are checked; the project is settled."""
    return insert_lines(db, project, [values])[0]


def insert_lines(db: Session, project: Equipment, rows: Sequence[Mapping[str, Any]]) -> list[Pipeline]:
    """New lines whose values are checked; the project is settled once."""
    made = []
    for values in rows:
        line = Pipeline(equdatasysid=project.id, params={})
        put(line, {k: v for k, v in values.items() if v is not None})
        made.append(line)
    db.add_all(made)
    settle_project(db, project)
    return made


def plainly(values: Mapping[str, Any]) -> dict[str, Any]:
    return {k: plain(v) for k, v in values.items()}


def line_detail(db: Session, me: User, key: str) -> LineDetail:
    """getDetailBy8000GX: a line with its project and what waits for review."""
    line = visible_or_refuse(db, me, Pipeline, key)
    return {**shown(db, line), "project": project_head(project_of(db, me, line.equdatasysid))}


def shown(db: Session, line: Pipeline) -> PipeLine:
    """A line as JSON, with the change of it that waits for review."""
    waiting = select(PipeChange.id).where(PipeChange.lineid == line.id, PipeChange.state == WAITING)
    return _line(line, db.scalar(waiting.limit(1)))


def _line(line: Pipeline, pending: str | None) -> PipeLine:
    return cast(PipeLine, flat(line) | {"pendingId": pending, "overdue": is_late(line)})


def project_head(project: Equipment) -> ProjectHead:
    name = project.params.get("projname") or project.equname
    return shaped(ProjectHead, project, projname=name, registered=project.regstatus == codes.REGISTERED)


def is_late(line: Pipeline) -> bool:
    return line.linestatus == codes.IN_USE and line.ninspdate is not None and line.ninspdate < clock.today()


def lines_of(db: Session, me: User, project_id: str) -> ProjectLines:
    """getDetailBy8000PIPELINE: the lines of a project with their totals, and what the user may do with them."""
    project = project_of(db, me, project_id)
    rows = list(db.scalars(select(Pipeline).where(Pipeline.equdatasysid == project.id).order_by(Pipeline.pipeno)))
    waiting = list(
        db.execute(
            select(PipeChange.id, PipeChange.lineid, PipeChange.action, PipeChange.title).where(
                PipeChange.equdatasysid == project.id, PipeChange.state == WAITING
            )
        )
    )
    by_line = {w.lineid: w.id for w in waiting if w.lineid}
    return {
        "project": project_head(project),
        "lines": [_line(r, by_line.get(r.id)) for r in rows],
        "totals": {
            "count": project.params.get("pipenum", 0),
            "length": project.params.get("pipetotallen", "0"),
            "level": project.params.get("maxlevel", ""),
            "earliest": plain(project.ninspdate),
            "overdue": sum(is_late(r) for r in rows),
        },
        "pending": [{"id": w.id, "action": w.action, "title": w.title} for w in waiting],
        "may": {
            "add": _means(me, project, "add"),
            "save": _means(me, project, "save"),
            "del": _means(me, project, "del"),
        },
    }


def _means(me: User, project: Equipment, action: str) -> Means:
    try:
        return "direct" if may_directly(me, project, action) else "apply"
    except NoPermission:
        return ""


def lines_inspected(db: Session, project_id: str, line_ids: Sequence[str], results: Mapping[str, Any]) -> None:
    """For the inspection area: write the results of an inspection (INSPECTED fields, typed) into chosen lines.

    The project's next date follows. Raises Refused when a line is not one of the project's.
    """
    project = db.scalars(select(Equipment).where(Equipment.id == project_id).with_for_update()).one()
    query = select(Pipeline).where(Pipeline.equdatasysid == project_id, Pipeline.id.in_(set(line_ids)))
    rows = list(db.scalars(query.order_by(Pipeline.id).with_for_update()))
    if len(rows) != len(set(line_ids)):
        raise Refused("所选管线不属于该装置")
    unknown = set(results) - INSPECTED
    if unknown:
        raise ValueError(f"not a result of an inspection: {sorted(unknown)}")
    for row in rows:
        put(row, results)
    settle_project(db, project)


def counts(db: Session, me: User, query: Any) -> dict[str, Any]:
    """findListBy8000Count: number and length of the lines that a list asks for, and how many are overdue."""
    late = (Pipeline.linestatus == codes.IN_USE) & (Pipeline.ninspdate < clock.today())
    sums = db.execute(
        query.with_only_columns(
            func.count(),
            func.coalesce(func.sum(Pipeline.pipelength), 0),
            func.count(func.distinct(Pipeline.equdatasysid)),
            func.count().filter(late),
            maintain_column_froms=True,
        )
    ).one()
    return {"count": sums[0], "length": f"{sums[1].normalize():f}", "projects": sums[2], "overdue": sums[3]}
