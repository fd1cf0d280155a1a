"""A new name of a unit goes to the devices that state it, in two statements a column, however many they are."""

from typing import Any

from sqlalchemy import and_, func, insert, literal, select, update
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

STATED: tuple[tuple[Any, Any], ...] = (
    (Equipment.useorgsysid, Equipment.useorgname),
    (Equipment.maiorgsysid, Equipment.maiorgname),
    (Equipment.porgaosysid, Equipment.porgname),
)


def carry_name(db: Session, me: User, unit_id: str, name: str) -> int:
    """Write the name into the living devices of the unit and a line into each one's trail. Returns the changes.

    A unit may have thousands of devices: loading each would cost a statement a row. The trail that the session's
    listener writes for single changes is written here by the same statement pair.
    """
    stamp, changed = clock.now(), 0
    db.flush()
    for key, shown in STATED:
        of_unit = and_(key == unit_id, shown != name, Equipment.equDel == 0)
        entry: dict[Any, Any] = {
            AuditLog.at: literal(stamp),
            AuditLog.optype: literal("00"),
            AuditLog.entity: literal("equipment"),
            AuditLog.entity_id: Equipment.id,
            AuditLog.action: literal("修改"),
            AuditLog.user_id: literal(me.id),
            AuditLog.user_name: literal(me.name),
            AuditLog.request_no: literal(db.info.get("request_no", "")),
            AuditLog.changes: func.jsonb_build_object(literal(shown.key), func.jsonb_build_array(shown, literal(name))),
        }
        query = select(*entry.values()).where(of_unit).order_by(Equipment.id).with_for_update(of=Equipment)
        db.execute(insert(AuditLog).from_select([c.key for c in entry], query))
        result: Any = db.execute(
            update(Equipment)  # lint: allow bulk (the trail is written by the statement above, on the same rows)
            .where(of_unit)
            .values({shown.key: name, "version": Equipment.version + 1, "updatetime": stamp, "updateby": me.name})
            .execution_options(synchronize_session=False)
        )
        changed += int(result.rowcount)
    return changed
