"""Units that are stopped, cancelled or on the black list are found by an index: they are few."""

from alembic import op

revision = "0327"
down_revision = "0326"
branch_labels = None
depends_on = None


def upgrade() -> None:
    few = "canceldate is not null or blacklist or not enabled"
    op.create_index("ix_unit_unusual", "unit", ["orgkind", "name", "unitsysid"], postgresql_where=few)


def downgrade() -> None:
    op.drop_index("ix_unit_unusual", table_name="unit")
