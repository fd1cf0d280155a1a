"""Correction requests: what may be corrected on a record, saving a draft, reading one with the archive beside it."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment
from tejian.kit.audit import plain
from tejian.kit.crud import record, seen_version
from tejian.kit.db import check_version, visible_or_refuse
from tejian.kit.errors import BadInput, Refused
from tejian.kit.flowlog import FlowLog, since_made
from tejian.kit.moves import offered
from tejian.kit.user import User

from .kinds import KINDS, Kind, groups, kind_of, read_new, shown
from .models import Correction
from .process import AUDIT, CORRECTION, DRAFT, OPEN, STEP_NAMES

MOST_LINES = 20


def kinds() -> list[dict[str, str]]:
    """The kinds of archives as options."""
    return [{"value": k.entity, "label": k.label} for k in KINDS.values()]


def correctable(db: Session, me: User, entity: str, row_id: str) -> dict[str, Any]:
    """A record with the fields that may be corrected, each with its present value and how it is filled in."""
    kind = kind_of(entity)
    row = visible_or_refuse(db, me, kind.model, row_id)
    title, code = kind.title(row)
    grp = groups(db, entity)
    fields = [
        dict(f.config())
        | {"required": False, "group": grp.get(name, ""), "old": kind.read(row, name)}
        | {"oldShown": shown(db, me, kind, f, kind.read(row, name))}
        for name, f in kind.fields(db, row).items()
    ]
    return {"entity": entity, "id": row.id, "title": title, "code": code, "fields": fields} | {
        "equclass": getattr(row, "equclass", ""),
        "busy": kind.busy(db, row) or "",
    }


def save(db: Session, me: User, form: Mapping[str, Any]) -> dict[str, Any]:
    """Make or change a draft. The old values are read here, never taken from the sender."""
    row_id = str(form.get("id") or "")
    found: Correction | None = None
    if row_id:
        found = visible_or_refuse(db, me, Correction, row_id, lock=True)
        check_version(found, seen_version(dict(form)))
        if found.step not in OPEN or found.createby != me.id:
            raise Refused(f"{found.corrno or '该更正'}为{STEP_NAMES[found.step]}状态，不能修改")
    kind = kind_of(found.entity if found else str(form.get("entity") or ""))
    row = visible_or_refuse(db, me, kind.model, found.object_id if found else str(form.get("objectId") or ""))
    sent = form.get("values")
    if not isinstance(sent, Mapping) or not sent:
        raise BadInput("请填写要更正的项目")
    if len(sent) > MOST_LINES:
        raise BadInput(f"一次最多更正{MOST_LINES}个项目")
    reason = str(form.get("reason") or "").strip()
    if not reason or len(reason) > 500:
        raise BadInput("更正原因：必填，最多500个字", field="reason")
    lines = _lines(db, me, kind, row, sent)
    made = found or Correction(entity=kind.entity, object_id=row.id, step=DRAFT, createby=me.id)
    made.title, made.code = kind.title(row)
    made.equclass, made.areacode = getattr(row, "equclass", ""), row.areacode if hasattr(row, "areacode") else ""
    made.orgid = getattr(row, "cheorgsysid", "") or me.org_id or _institute_of(db, row.id)
    made.unit_id, made.applicant = me.unit_id, me.name
    made.lines, made.reason = lines, reason
    made.summary = "；".join(f"{x['label']}：{x['oldShown'] or '空'} → {x['newShown'] or '空'}" for x in lines)[:500]
    db.add(made)
    db.flush()
    return {"id": made.id, "version": made.version, "step": made.step, "moves": offered(CORRECTION, made)}


def _institute_of(db: Session, unit_id: str) -> str:
    """The institute that inspects the devices of a unit: it audits what the unit itself asks for."""
    query = select(Equipment.cheorgsysid).where(Equipment.useorgsysid == unit_id, Equipment.equDel == 0)
    return db.scalar(query.limit(1)) or ""


def _lines(db: Session, me: User, kind: Kind, row: Any, sent: Mapping[str, Any]) -> list[dict[str, Any]]:
    fields = kind.fields(db, row)
    values = kind.judge(db, row, read_new(db, me, kind, row, sent))
    out = []
    for name, new in values.items():
        old = kind.read(row, name)
        if (plain(new) or "") == (old or ""):
            raise BadInput(f"{fields[name].label}：新值与原值相同", field=name)
        out.append(
            {"field": name, "label": fields[name].label, "old": old, "new": plain(new)}
            | {"oldShown": shown(db, me, kind, fields[name], old)}
            | {"newShown": shown(db, me, kind, fields[name], plain(new))}
        )
    return out


def detail(db: Session, me: User, row_id: str) -> dict[str, Any]:
    """A correction with its way so far, and what the archive says now beside each line."""
    row = visible_or_refuse(db, me, Correction, row_id)
    kind = kind_of(row.entity)
    subject = db.scalars(select(kind.model).where(kind.model.id == row.object_id)).first()
    fields = kind.fields(db, subject) if subject is not None else {}
    lines = []
    for line in row.lines:
        now = kind.read(subject, line["field"]) if line["field"] in fields else None
        said = shown(db, me, kind, fields[line["field"]], now) if line["field"] in fields else ""
        moved = row.step in (*OPEN, AUDIT) and (now or "") != (line["old"] or "")
        lines.append({**line, "nowShown": said, "moved": moved})
    log = db.scalars(select(FlowLog).where(FlowLog.subject_id == row.id, since_made(row)).order_by(FlowLog.id))
    return (
        record(row)
        | {
            "lines": lines,
            "stepName": STEP_NAMES[row.step],
            "stepTone": CORRECTION.tones[row.step],
            "entityName": kind.label,
        }
        | {"mine": row.createby == me.id, "busy": (kind.busy(db, subject) or "") if subject is not None else ""}
        | {
            "moves": offered(CORRECTION, row),
            "log": [
                {"at": one.at, "userName": one.user_name, "label": one.move_label, "opinion": one.opinion or one.reason}
                for one in log
            ],
        }
    )


def takes_files(db: Session, me: User, row: Correction) -> None:
    """The proof of a correction can change until it is submitted, by its applicant."""
    if row.createby != me.id or row.step not in OPEN:
        raise Refused(f"{row.corrno or '该更正'}为{STEP_NAMES[row.step]}状态，不能变更附件")
