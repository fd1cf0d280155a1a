"""What is wrong with each unit, counted once an hour for the bureau's list of warnings."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, record, texts

revision = "0501"
down_revision = "0500"
branch_labels = None
depends_on = None

COUNTS = ("devices", "overdue", "unqualified", "stopped", "licences", "certs")


def upgrade() -> None:
    counts = [sa.Column(name, sa.Integer(), nullable=False) for name in COUNTS]
    nobody = sa.Column("nostaff", sa.Boolean(), nullable=False)
    whose = texts(unitsysid=32, unitname=200, areacode=12)
    when = [*days("worst"), *days("since", null=False)]
    op.create_table("unit_warning", *whose, *counts, nobody, *when, *record("unit_warning"))
    op.create_index("ix_unit_warning_area", "unit_warning", ["areacode", "worst"])
    op.create_index("ix_unit_warning_worst", "unit_warning", ["worst"])
    op.create_index("uq_unit_warning_unit", "unit_warning", ["unitsysid"], unique=True)


def downgrade() -> None:
    op.drop_table("unit_warning")
