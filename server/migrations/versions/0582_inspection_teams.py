"""Inspection groups of departments."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import record, texts

revision = "0582"
down_revision = "0581"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "inspection_team"
    what = texts(name=64, dept_id=32, equclass=8, seisort=4, testsort=8, remark=256)
    lists = [sa.Column(name, postgresql.ARRAY(sa.String(32)), nullable=False) for name in ("templates", "member_ids")]
    sort, enabled = sa.Column("sort", sa.Integer(), nullable=False), sa.Column("enabled", sa.Boolean(), nullable=False)
    op.create_table(table, *what, *lists, sort, enabled, *record(table))
    op.create_index("uq_inspection_team_name", table, ["dept_id", "name"], unique=True)


def downgrade() -> None:
    op.drop_table("inspection_team")
