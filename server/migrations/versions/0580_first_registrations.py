"""Devices that are entered before they have an archive, and what the authority says to them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import moments, record, subject, texts

revision = "0580"
down_revision = "0573"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "first_registration"
    what = texts(firstno=32, source=4, equclass=8, equclacode=8, equname=128, prono=64, porgaosysid=32)
    whose = texts(useorgsysid=32, useorgname=200, maiorgsysid=32, areacode=12, useplace=256, cheorg=32, regorg=32)
    device = sa.Column("device", postgresql.JSONB(), nullable=False)
    judged = [*texts(auditor_id=32, reason=500, equdatasysid=32), *moments("applied", "audited_at")]
    op.create_table(table, *what, *whose, device, *judged, *subject(), *record(table))
    op.create_index("ix_first_registration_unit", table, ["useorgsysid"])
    op.create_index("ix_first_registration_org", table, ["cheorg"])
    op.create_index("ix_first_registration_area", table, ["areacode", "step"])
    op.create_index("ix_first_registration_number", table, ["prono", "porgaosysid"])


def downgrade() -> None:
    op.drop_table("first_registration")
