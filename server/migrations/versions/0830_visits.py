"""Visits that units book for several devices at once."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import moments, record, subject, texts

revision = "0830"
down_revision = "0822"
branch_labels = None
depends_on = None

VISIT, APPLICATION = "unit_visit", "online_application"


def upgrade() -> None:
    op.create_table(
        VISIT,
        *texts(visitno=32, unitsysid=32, unitname=200, answeredby=64, reason=500),
        sa.Column("equcount", sa.Integer(), nullable=False),
        *(
            sa.Column(name, postgresql.ARRAY(sa.String(10)), nullable=False, server_default="{}")
            for name in ("wished", "closed", "days")
        ),
        *moments("answered"),
        *subject(),
        *record(VISIT),
    )
    op.create_index("uq_unit_visit_no", VISIT, ["visitno"], unique=True)
    op.create_index("ix_unit_visit_unit", VISIT, ["unitsysid", "step", "id"])
    op.add_column(APPLICATION, sa.Column("visit_id", sa.String(32), nullable=False, server_default=""))
    where = sa.text("visit_id <> ''")
    op.create_index("ix_online_application_visit", APPLICATION, ["visit_id"], postgresql_where=where)
    op.create_index("ix_online_application_visited", APPLICATION, ["appmain_id"], postgresql_where=where)


def downgrade() -> None:
    op.drop_index("ix_online_application_visited", APPLICATION)
    op.drop_index("ix_online_application_visit", APPLICATION)
    op.drop_column(APPLICATION, "visit_id")
    op.drop_table(VISIT)
