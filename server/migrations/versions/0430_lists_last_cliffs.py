"""Units that were called otherwise, for a word that too many units say; what failed, newest first, for who sees all;
what was inspected on a day."""

from alembic import op

revision = "0430"
down_revision = "0420"
branch_labels = None
depends_on = None

INSPECTED = ("equipment", "appbuss")


def upgrade() -> None:
    op.create_index("ix_unit_renamed", "unit", ["unitsysid"], postgresql_where="formernames <> ''")
    op.create_index(
        "ix_appbuss_failed_day",
        "appbuss",
        ["inspdate", "id"],
        postgresql_include=["equclass", "equclacode", "step", "imported"],
        postgresql_where="unqualcode <> ''",
    )
    for table in INSPECTED:
        op.create_index(f"ix_{table}_inspdate", table, ["inspdate"], postgresql_where="inspdate is not null")


def downgrade() -> None:
    for table in INSPECTED:
        op.drop_index(f"ix_{table}_inspdate", table_name=table)
    op.drop_index("ix_appbuss_failed_day", table_name="appbuss")
    op.drop_index("ix_unit_renamed", table_name="unit")
