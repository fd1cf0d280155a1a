"""What leaves a charge is asked for by one person with papers and done by another."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import moments, record, texts

revision = "0470"
down_revision = "0501"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chaoutlay",
        *record("chaoutlay"),
        *texts(charge_id=32, kind=8, state=8, way=16, reason=500, askid=32, askby=64, endid=32, endby=64),
        *texts(note=500, orgid=32),
        *moments("asked", null=False),
        *moments("ended"),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("documents", postgresql.ARRAY(sa.String(32)), nullable=False),
        sa.ForeignKeyConstraint(["charge_id"], ["chamain.id"], name="fk_chaoutlay_charge_id_chamain"),
    )
    op.create_index("ix_chaoutlay_charge_id", "chaoutlay", ["charge_id"])
    op.create_index("ix_chaoutlay_org", "chaoutlay", ["orgid", "asked", "id"])
    op.create_index("uq_chaoutlay_open", "chaoutlay", ["charge_id"], unique=True, postgresql_where="state = 'asked'")
