"""What an issued report proposes to correct in the archive of its device: a draft for who keeps the archives.

The inspection writes no parameter of an archive. The draft goes the way of every correction; its proof is the report.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import technical_fields
from tejian.archives.models.correction import DRAFT, Correction
from tejian.archives.models.equipment import Equipment
from tejian.archives.permissions import CORRECT_APPLY, equipment_code
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.models.accounts import Role, SysUser
from tejian.system.settings.api import version

from .drafts import line_of, state
from .kinds import kind_of
from .process import AUDIT, BASE, CORRECTION, OPEN


def propose(
    db: Session, finder: User, device: Equipment, values: Mapping[str, Any], reason: str, *, item: str, reportno: str
) -> Correction | None:
    """The draft for the values that the archive does not state yet; None when it states all of them."""
    kind, fields, edition = kind_of("equipment"), technical_fields(db, device), version(db, "dict")
    lines = [
        line_of(db, edition, kind, fields[name], old, new)
        for name, new in values.items()
        if name in fields and ((old := kind.read(device, name)) or "") != (new or "")
    ]
    if not lines:
        return None
    draft = Correction(entity=kind.entity, object_id=device.id, step=DRAFT, createby=finder.id, finder=finder.id)
    draft.title, draft.code = kind.title(device)
    draft.equclass, draft.areacode, draft.orgid = device.equclass, device.areacode, device.cheorgsysid or finder.org_id
    draft.applicant, draft.appbuss_id, draft.reportno = finder.name, item, reportno
    state(draft, lines, reason)
    db.add(draft)
    db.flush()
    title = f"报告{reportno}提出更正 {draft.title}：{draft.summary}"
    tell(db, _keepers(db, draft), "档案更正", title, route=f"{BASE}/addDetail?correction={draft.id}")
    return draft


def lapse(db: Session, me: User, item: str) -> None:
    """Withdraw what the reports of an item proposed and nobody has decided yet."""
    waiting = select(Correction).where(Correction.appbuss_id == item, Correction.step.in_((*OPEN, AUDIT)))
    rows = db.scalars(waiting.with_for_update()).all()
    if rows:
        CORRECTION.follow(Doing(db, me, rows[0]), "lapse", rows)


def _keepers(db: Session, row: Correction) -> list[str]:
    """Who of the institute may change archives of the class and apply for corrections, over the whole institute."""
    needed = [CORRECT_APPLY, equipment_code(row.equclass, "save")]
    roles = select(Role.id).where(Role.permissions.contains(needed), Role.scope == "org")
    held = select(func.unnest(SysUser.role_ids).label("role"), SysUser.id.label("id")).where(
        SysUser.enabled, SysUser.org_id == row.orgid
    )
    sub = held.subquery()
    return sorted(set(db.scalars(select(sub.c.id).where(sub.c.role.in_(roles)))))
