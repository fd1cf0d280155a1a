"""Units that were called otherwise, for a word that too many units say; and what failed, newest first, for who sees all."""

from alembic import op

revision = "0430"
down_revision = "0329"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_unit_renamed", "unit", ["unitsysid"], postgresql_where="formernames <> ''")
    op.create_index("ix_appbuss_failed_day", "appbuss", ["inspdate", "id"], postgresql_where="unqualcode <> ''")


def downgrade() -> None:
    op.drop_index("ix_appbuss_failed_day", table_name="appbuss")
    op.drop_index("ix_unit_renamed", table_name="unit")
