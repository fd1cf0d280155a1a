"""A list narrowed to a county or a state is read from its index alone; what is rare, or a unit's, has the order of its
list."""

from typing import Any

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

UNUSED, UNQUALIFIED = "equstatus <> '1'", "unqualcode <> ''"


def _again(name: str, columns: list[str], **how: Any) -> None:
    op.drop_index(name, "equipment")
    op.create_index(name, "equipment", columns, **{f"postgresql_{option}": value for option, value in how.items()})


def upgrade() -> None:
    due, alive, standing = ["ninspdate", "equdatasysid"], ["equDel"], ["equDel", "equstatus", "areacode"]
    _again("ix_equipment_org_class_due", ["cheorgsysid", "equclass", *due], include=standing)
    _again("ix_equipment_class_due", ["equclass", *due], include=standing)
    _again("ix_equipment_useorg", ["useorgsysid", "equclass", *due], include=alive)
    _again("ix_equipment_maiorg", ["maiorgsysid", "equclass", *due], include=alive)
    _again("ix_equipment_unused", ["equstatus", "equclass", "cheorgsysid", *due], include=alive, where=UNUSED)
    _again("ix_equipment_unqualified_org", ["cheorgsysid", "equclass", *due], include=alive, where=UNQUALIFIED)


def downgrade() -> None:
    due, alive = ["ninspdate", "equdatasysid"], ["equDel"]
    _again("ix_equipment_org_class_due", ["cheorgsysid", "equclass", *due], include=alive)
    _again("ix_equipment_class_due", ["equclass", *due], include=alive)
    _again("ix_equipment_useorg", ["useorgsysid", "equclass"], include=alive)
    _again("ix_equipment_maiorg", ["maiorgsysid", "equclass"], include=alive)
    _again("ix_equipment_unused", ["equstatus", "equclass", "cheorgsysid"], where=UNUSED)
    _again("ix_equipment_unqualified_org", ["cheorgsysid", "equclass"], where=UNQUALIFIED)
