"""The technical parameters of a device: what its plate, its papers or a measurement on site can show to be wrong."""

from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.kit.forms.formview import Field

from .limits import limited, limits_of
from .service import form_fields, locked

GROUP = "技术参数"
AT_THE_MACHINE = ("plateno",)  # read there too, though the table has it under the use


def technical_fields(db: Session, row: Equipment) -> dict[str, Field]:
    """Those of its class and kind that a form may set, limited as the form limits them; never a locked one."""
    limits, fixed = limits_of(db, row.equclass, row.equclacode), locked(db)
    return {
        f.name: limited(f.as_field(), limits.get(f.name))
        for f in form_fields(row.equclass, row.equclacode)
        if f.level != "COMMON" and (f.group == GROUP or f.name in AT_THE_MACHINE) and f.name not in fixed
    }
