"""What the devices of an institute are sorted by, beside their codes: of all that begin so, a page is read."""

from alembic import op

revision = "0019"
down_revision = "0018"
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
    _again([*KEPT, "ninspdate"])


def downgrade() -> None:
    _again(KEPT)
