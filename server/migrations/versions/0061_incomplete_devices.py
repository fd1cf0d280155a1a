"""Old records of devices that were brought over and still lack something; reports by the digest of their file."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("equipment", sa.Column("lacking", postgresql.JSONB(none_as_null=True), nullable=True))
    op.create_index(
        "ix_equipment_lacking",
        "equipment",
        ["cheorgsysid", "ninspdate", "equdatasysid"],
        postgresql_where="lacking is not null",
        postgresql_include=["equDel"],
    )
    op.create_index("ix_report_key", "report", ["key"])
    op.create_index("ix_equipment_regcode", "equipment", ["regcode"], postgresql_where="regcode <> ''")


def downgrade() -> None:
    op.drop_index("ix_report_key", table_name="report")
    op.drop_index("ix_equipment_regcode", table_name="equipment")
    op.drop_index("ix_equipment_lacking", table_name="equipment")
    op.drop_column("equipment", "lacking")
