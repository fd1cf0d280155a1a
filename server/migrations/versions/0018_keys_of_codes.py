"""The devices of an institute whose code begins like this, from the index alone."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

KEPT = ["equDel", "cheorgsysid", "areacode", "equdatasysid"]


def _again(include: list[str]) -> None:
    op.drop_index("ix_equipment_equcode", "equipment")
    op.create_index(
        "ix_equipment_equcode",
        "equipment",
        ["equcode"],
        postgresql_ops={"equcode": "text_pattern_ops"},
        postgresql_include=include,
    )


def upgrade() -> None:
    _again(KEPT)


def downgrade() -> None:
    _again([])
