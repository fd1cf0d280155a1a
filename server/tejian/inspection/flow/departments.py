"""The inspecting department of a declaration."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.forms.refers import Refers
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org

OF_INSTITUTE = Refers(
    Org, among=lambda me: Org.org_id == me.org_id, alone="a department of the institute of the sender"
)


def own_department(db: Session, me: User, equclass: str) -> str | None:
    """The department of the user where it inspects this class."""
    own = db.scalars(select(Org).where(Org.id == me.dept_id, Org.kind.in_(("dept", "station")), Org.enabled)).first()
    return own.id if own and equclass in own.classes.split(",") else None


def department(db: Session, me: User, wanted: str, equclass: str, keepers: Collection[str] = ()) -> str:
    """The chosen department of the institute; else that of all devices, else one that does this class."""
    rows = db.scalars(
        select(Org).where(Org.org_id == me.org_id, Org.kind.in_(("dept", "station")), Org.enabled).order_by(Org.sort)
    ).all()
    if wanted:
        if wanted not in {o.id for o in rows}:
            raise BadInput("检验部门：请从选项中选择", field="chedept")
        return wanted
    able = [o for o in rows if equclass in o.classes.split(",")]
    own = [o for o in able if {o.id} == set(keepers)]
    choices = [*own, *able]
    return choices[0].id if choices else (me.dept_id or "")
